import { setTimeout as pause } from 'node:timers/promises';
import { InDoubt, verifyChain, type EventLog, type LoggedEvent } from '#engines';
import { START, type Position } from '#events';
import { appendInOrder } from './append-in-order.js';
import { AWAY, patientReads, type ReadLog } from './patient-reads.js';

const PAGE = 1_000;
/** What is appended with one call: events of one stream that follow one another in the log. */
const RUN = { events: 100, bytes: 512 * 1024 };
/** So often in a row it may end in doubt without an event more. */
const TRIES_IN_DOUBT = 20;
/** What a log has in common with another one: so many events from the first on, up to these positions of the two. */
export type Agreement = {
  events: number;
  through: Position;
  throughThere: Position;
  /** The other one has events that this one has not. */ goesOn: boolean;
};

const NOTHING: Agreement = { events: 0, through: START, throughThere: START, goesOn: false };

/**
 * How far a log holds the beginning of another one: the same events in the same order, with the same hashes. `known`: what was found
 * before, and is not read again.
 * @throws Error when it holds anything else: it belongs to another service, or events are missing in its middle.
 */
export const agreementOf = async (
  source: EventLog,
  target: EventLog,
  known = NOTHING,
  onSame: (here: Position, there: Position) => void = () => undefined,
): Promise<Agreement> => {
  const own = eventsOf(source, known.through);
  let { events, through, throughThere } = known;
  for await (const there of eventsOf(patientReads(target), throughThere)) {
    const { value: here, done } = await own.next();
    if (done) return { events, through, throughThere, goesOn: true };
    if (!isSame(here, there)) throw await differenceOf(source, events + 1, here, there);
    events++;
    through = here.position;
    throughThere = there.position;
    onSame(through, throughThere);
  }
  return { events, through, throughThere, goesOn: false };
};

/** A log takes events at its end only: what is missing in its middle cannot be added any more. */
const differenceOf = async (source: EventLog, place: number, here: LoggedEvent, there: LoggedEvent): Promise<Error> => {
  const [own] = await source.read(there.stream, { from: there.revision, to: there.revision });
  if (own && isSame(own, there)) {
    return new Error(
      `The server has taken event ${own.type} in ${own.stream} without ${here.type} in ${here.stream}, event ${place} of this log, which comes before it. Empty the server's log and move again: what is here was left as it was.`,
    );
  }
  return new Error(
    `The server holds the log of another service: its event ${place} is ${there.type} in ${there.stream}, here it is ${here.type} in ${here.stream}. Use an empty server.`,
  );
};

/**
 * Appends what comes after a position, in the log's order, each event as the bytes it is. Where it is not known what became of some, it is
 * looked how far the other log has come. @returns how many there were
 */
export const appendRest = async (
  source: EventLog,
  target: EventLog,
  agreed: Agreement,
  onProgress: (events: number) => void,
): Promise<number> => {
  let proven = agreed;
  for (let fruitless = 0; ;) {
    let { events } = proven;
    try {
      await appendInOrder(target, runsOf(eventsOf(source, proven.through)), (landed) =>
        onProgress((events += landed) - agreed.events),
      );
      return events - agreed.events;
    } catch (error) {
      if (!(error instanceof InDoubt)) throw error;
      const before = proven.events;
      proven = await agreementInTheEnd(source, target, proven);
      fruitless = proven.events > before ? 0 : fruitless + 1;
      if (fruitless === TRIES_IN_DOUBT) throw error;
    }
  }
};

/** What has been sent may still be on its way: whatever is sent again follows it, in the same order and as the same bytes. */
const agreementInTheEnd = async (source: EventLog, target: EventLog, known: Agreement): Promise<Agreement> => {
  await pause(AWAY.firstLookMs);
  return agreementOf(source, target, known);
};

/**
 * `onSame` is told where each event lies in both logs. @returns how many events there are
 * @throws Error unless both logs are the same, and every chain of the copy is whole as it is found there
 */
export const proveSame = async (
  source: EventLog,
  target: EventLog,
  onSame: (here: Position, there: Position) => void = () => undefined,
): Promise<number> => {
  const { events, through, goesOn } = await agreementOf(source, target, NOTHING, onSame);
  if (goesOn || through !== (await source.lastPosition()))
    throw new Error(`The server holds ${events} events of this log${goesOn ? ', and others after them' : ' only'}.`);
  const proof = await verifyChain({ log: patientReads(target) });
  if (proof.broken)
    throw new Error(
      `On the server ${proof.broken.stream} is broken at revision ${proof.broken.revision}: ${proof.broken.problem}.`,
    );
  return events;
};

const isSame = (one: LoggedEvent, other: LoggedEvent): boolean =>
  one.hash === other.hash && one.stream === other.stream && one.revision === other.revision;

async function* eventsOf(log: ReadLog, after: Position): AsyncGenerator<LoggedEvent, undefined> {
  for (let from = after; ;) {
    const page = await log.readAll(from, PAGE);
    const last = page.at(-1);
    if (!last) return;
    yield* page;
    from = last.position;
  }
}

async function* runsOf(events: AsyncIterable<LoggedEvent>): AsyncGenerator<LoggedEvent[]> {
  let run: LoggedEvent[] = [];
  let bytes = 0;
  for await (const event of events) {
    const size = Buffer.byteLength(event.data) + Buffer.byteLength(event.metadata);
    if (run.length > 0 && (run[0]?.stream !== event.stream || run.length === RUN.events || bytes + size > RUN.bytes)) {
      yield run;
      [run, bytes] = [[], 0];
    }
    run.push(event);
    bytes += size;
  }
  if (run.length > 0) yield run;
}
