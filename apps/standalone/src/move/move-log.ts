import { setTimeout as pause } from 'node:timers/promises';
import { InDoubt, verifyChain, type EventLog, type LoggedEvent, type StoredEvent } from '#engines';
import { START, type Head, type Position } from '#events';

const PAGE = 1_000;
/** What is appended with one call: events of one stream that follow one another in the log. */
const RUN = { events: 100, bytes: 512 * 1024 };
const TRIES_IN_DOUBT = 20;
const AGAIN_AFTER_MS = 500;

/** What a log has in common with another one: so many events from the first on, up to this position of the former. */
export type Agreement = { events: number; through: Position; /** The other one has events that this one has not. */ goesOn: boolean };

/**
 * How far a log holds the beginning of another one: the same events in the same order, with the same hashes.
 * @throws Error when it holds anything else: it belongs to another service.
 */
export const agreementOf = async (source: EventLog, target: EventLog): Promise<Agreement> => {
  const own = eventsOf(source, START);
  let [events, through]: [number, Position] = [0, START];
  for await (const there of eventsOf(target, START)) {
    const { value: here, done } = await own.next();
    if (done) return { events, through, goesOn: true };
    if (!isSame(here, there)) throw new Error(`The server holds the log of another service: its event ${events + 1} is ${there.type} in ${there.stream}, here it is ${here.type} in ${here.stream}. Use an empty server.`);
    events++;
    through = here.position;
  }
  return { events, through, goesOn: false };
};

/** Appends what comes after a position, in the log's order, each event as the bytes it is. @returns how many there were */
export const appendRest = async (source: EventLog, target: EventLog, after: Position, onProgress: (events: number) => void): Promise<number> => {
  let appended = 0;
  for await (const run of runsOf(eventsOf(source, after))) {
    const [first] = run;
    if (!first) continue;
    await appendUntilKnown(target, first.stream, run.map(toStored), headBefore(first));
    appended += run.length;
    onProgress(appended);
  }
  return appended;
};

/** @throws Error unless both logs are the same, and every chain of the copy is whole as it is found there. */
export const proveSame = async (source: EventLog, target: EventLog): Promise<number> => {
  const { events, through, goesOn } = await agreementOf(source, target);
  if (goesOn || through !== (await source.lastPosition())) throw new Error(`The server holds ${events} events of this log${goesOn ? ', and others after them' : ' only'}.`);
  const proof = await verifyChain({ log: target });
  if (proof.broken) throw new Error(`On the server ${proof.broken.stream} is broken at revision ${proof.broken.revision}: ${proof.broken.problem}.`);
  return events;
};

const isSame = (one: LoggedEvent, other: LoggedEvent): boolean => one.hash === other.hash && one.stream === other.stream && one.revision === other.revision;

async function* eventsOf(log: EventLog, after: Position): AsyncGenerator<LoggedEvent, undefined> {
  for (let from = after; ; ) {
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

const toStored = ({ position: _, ...event }: LoggedEvent): StoredEvent => event;

/** Every event names the hash of the one before it. */
const headBefore = ({ revision, metadata }: LoggedEvent): Head => ({ revision: revision - 1, hash: (JSON.parse(metadata) as { previousHash: string }).previousHash });

/** The same bytes at the same head may be tried again for as long as it is not known what became of them. */
const appendUntilKnown = async (target: EventLog, stream: string, events: StoredEvent[], head: Head): Promise<void> => {
  for (let tries = 1; ; tries++) {
    try {
      await target.append(stream, events, head);
      return;
    } catch (error) {
      if (!(error instanceof InDoubt) || tries === TRIES_IN_DOUBT) throw error;
      await pause(AGAIN_AFTER_MS);
    }
  }
};
