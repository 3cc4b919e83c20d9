import { setTimeout as pause } from 'node:timers/promises';
import {
  type Deliveries,
  type EventLog,
  type Files,
  AppendInDoubt,
  type StoredPart,
  type LoggedEvent,
  type StoredEvent,
  type Vault,
  verifyChain,
} from '#engines';
import { type Head, type Position, START, StoreUnavailable } from '#events';

/**
 * What is sent before the first of it is answered: so much that nobody waits, so little that the last of it is answered
 * in time.
 */
const UNDER_WAY = { appends: 64, bytes: 4 * 1024 * 1024 };

/**
 * Appends runs of events, each of one stream, so that the log goes on in their order. Once one has failed, nothing more
 * is sent: what would be behind it may be taken without it. Ends when all that were sent have been answered; the log
 * then goes on with the beginning of them, however many that are, unless it has refused one and taken another that was
 * already behind it.
 * @throws whatever the first append that failed throws; Error when the log has taken them in another order.
 */
const appendInOrder = async (
  target: EventLog,
  runs: AsyncIterable<LoggedEvent[]>,
  onLanded: (events: number) => void,
): Promise<void> => {
  const underWay: { events: number; bytes: number; landing: Promise<Position> }[] = [];
  let bytesUnderWay = 0;
  let newest: Position = START;
  const seen = { failure: false };
  const landed = async (): Promise<void> => {
    const next = underWay.shift();
    if (!next) return;
    const position = await next.landing;
    if (position <= newest)
      throw new Error(
        'The server did not take the events in the order they were sent. Move onto an empty server again.',
      );
    newest = position;
    bytesUnderWay -= next.bytes;
    onLanded(next.events);
  };
  try {
    for await (const run of runs) {
      const [first] = run;
      if (!first) continue;
      if (seen.failure) break; // looked at last before sending: what was read meanwhile may have taken its time
      const landing = target.appendBehind(first.stream, run.map(toStored), headBefore(first));
      landing.catch(() => {
        seen.failure = true; // thrown in its turn
      });
      const bytes = run.reduce(
        (sum, { data, metadata }) => sum + Buffer.byteLength(data) + Buffer.byteLength(metadata),
        0,
      );
      underWay.push({ events: run.length, bytes, landing });
      bytesUnderWay += bytes;
      if (newest === START) await landed(); // the first alone, as the port asks
      while (underWay.length >= UNDER_WAY.appends || bytesUnderWay > UNDER_WAY.bytes) await landed();
    }
    while (underWay.length > 0) await landed();
  } finally {
    await Promise.allSettled(underWay.map(({ landing }) => landing));
  }
};

const toStored = ({ position: _, parsed: __, ...event }: LoggedEvent): StoredEvent => event;

/** Every event names the hash of the one before it. */
const headBefore = ({ revision, metadata }: LoggedEvent): Head => ({
  revision: revision - 1,
  hash: (JSON.parse(metadata) as { previousHash: string }).previousHash,
});

/** How long a server may be away, and how soon it is asked again at first and at last. */
const AWAY = { ms: 60_000, firstLookMs: 20, lookMs: 500 };

type ReadLog = Pick<EventLog, 'dense' | 'read' | 'readAll' | 'lastPosition'>;

/**
 * The reads of a log, each asked again while its server is away or its connection breaks. Whoever reads page by page
 * goes on behind the last event they have: nothing is read twice.
 * @throws StoreUnavailable of a read that found no server for `away.ms`
 */
export const retryingReads = (log: ReadLog, away = AWAY): ReadLog => {
  const retryUntilAnswered = async <Answer>(ask: () => Promise<Answer>): Promise<Answer> => {
    const giveUpAt = performance.now() + away.ms;
    for (let waitMs = away.firstLookMs; ; waitMs = Math.min(2 * waitMs, away.lookMs)) {
      try {
        return await ask();
      } catch (error) {
        if (!(error instanceof StoreUnavailable)) throw error;
        if (performance.now() > giveUpAt)
          throw new StoreUnavailable(
            `The server could not be read for ${away.ms / 1_000} seconds: ${error.message}. Nothing is lost: run the move again when the server answers, and it goes on with what is missing.`,
            { cause: error },
          );
        await pause(waitMs);
      }
    }
  };
  return {
    dense: log.dense,
    read: (stream, range) => retryUntilAnswered(() => log.read(stream, range)),
    readAll: (after, limit, types) => retryUntilAnswered(() => log.readAll(after, limit, types)),
    lastPosition: () => retryUntilAnswered(() => log.lastPosition()),
  };
};

const PAGE = 1_000;
/** What is appended with one call: events of one stream that follow one another in the log. */
const RUN = { events: 100, bytes: 512 * 1024 };
/** So often in a row it may end in doubt without an event more. */
const TRIES_IN_DOUBT = 20;
/** What a log has in common with another one: so many events from the first on, up to these positions of the two. */
export type CommonPrefix = {
  events: number;
  through: Position;
  throughThere: Position;
  /** The other one has events that this one has not. */ goesOn: boolean;
};

const NOTHING: CommonPrefix = { events: 0, through: START, throughThere: START, goesOn: false };

/**
 * How far a log holds the beginning of another one: the same events in the same order, with the same hashes. `start`:
 * where an earlier comparison ended; what is before it is not read again.
 * @throws Error when it holds anything else: it belongs to another service, or events are missing in its middle.
 */
const agreementOf = async (
  source: EventLog,
  target: EventLog,
  start = NOTHING,
  onSame: (here: Position, there: Position) => void = () => undefined,
): Promise<CommonPrefix> => {
  const own = eventsOf(source, start.through);
  let { events, through, throughThere } = start;
  for await (const there of eventsOf(retryingReads(target), throughThere)) {
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
 * Appends what comes after a position, in the log's order, each event as the bytes it is. Where it is not known what
 * became of some, it is looked how far the other log has come. @returns how many there were
 */
const appendRest = async (
  source: EventLog,
  target: EventLog,
  agreed: CommonPrefix,
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
      if (!(error instanceof AppendInDoubt)) throw error;
      const before = proven.events;
      proven = await agreementInTheEnd(source, target, proven);
      fruitless = proven.events > before ? 0 : fruitless + 1;
      if (fruitless === TRIES_IN_DOUBT) throw error;
    }
  }
};

/**
 * What has been sent may still be on its way: whatever is sent again follows it, in the same order and as the same
 * bytes.
 */
const agreementInTheEnd = async (source: EventLog, target: EventLog, start: CommonPrefix): Promise<CommonPrefix> => {
  await pause(AWAY.firstLookMs);
  return agreementOf(source, target, start);
};

/**
 * `onSame` is told where each event lies in both logs. @returns how many events there are
 * @throws Error unless both logs are the same, and every chain of the copy is whole as it is found there
 */
const proveSame = async (
  source: EventLog,
  target: EventLog,
  onSame: (here: Position, there: Position) => void = () => undefined,
): Promise<number> => {
  const { events, through, goesOn } = await agreementOf(source, target, NOTHING, onSame);
  if (goesOn || through !== (await source.lastPosition()))
    throw new Error(`The server holds ${events} events of this log${goesOn ? ', and others after them' : ' only'}.`);
  const proof = await verifyChain({ log: retryingReads(target) });
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

/**
 * What a service is made of. What is derived from it is not moved, but deliveries: endpoints need not get again what
 * they have had.
 */
export type MovableStores = { log: EventLog; vault: Vault; files: Files; deliveries: Deliveries };

export type MoveResult = {
  /** Events of the log, and how many of them this run has written; null when the log stays where it is. */
  log: { events: number; written: number } | null;
  vault: number | null;
  files: { count: number; damaged: readonly string[] } | null;
  deliveries: number | null;
};

/** The copy has been worked with since: nothing may be carried into it any more. */
export class TargetInUse extends Error {
  override name = 'GoneOn';
}

/**
 * Carries a stopped service to other engines, those of them that are given: log, vault, files and deliveries, as they
 * are. Nothing is taken away.
 * It may be killed and run again: it goes on with what is missing. Each thing is proven where it arrived.
 * @throws GoneOn when the service has been used there since; Error when the log or the vault there is another
 * service's, or a chain is broken.
 */
export const moveService = async (
  source: MovableStores,
  target: Partial<MovableStores>,
  onProgress: (what: string, count: number) => void,
): Promise<MoveResult> => {
  const agreed = target.log && (await agreementOf(source.log, target.log));
  if (agreed?.goesOn)
    throw new TargetInUse(
      `The server holds this log and events that came after it: the service has been used there. Nothing was changed.`,
    );
  // The log goes last: whatever it names is there before it, as when it was written.
  const vault = target.vault
    ? await moveVault(source.vault, target.vault, (count) => onProgress('vault', count))
    : null;
  const files = target.files
    ? await moveFiles(source.files, target.files, (count) => onProgress('files', count))
    : null;
  const places = new Places(source.log, target.log);
  if (target.deliveries) await places.want(source.deliveries);
  let log: MoveResult['log'] = null;
  if (target.log && agreed) {
    const written = await appendRest(source.log, target.log, agreed, (events) =>
      onProgress('log', agreed.events + events),
    );
    log = { events: await proveSame(source.log, target.log, (here, there) => places.note(here, there)), written };
  }
  // They name places of the log.
  const deliveries = target.deliveries
    ? await moveDeliveries(source.deliveries, target.deliveries, places, (count) => onProgress('deliveries', count))
    : null;
  return { log, vault, files, deliveries };
};

/** Where the events that deliveries name lie in the other log: its positions are its own. */
class Places {
  private readonly wanted = new Map<Position, Position | null>();
  readonly logId: string;

  constructor(
    private readonly from: EventLog,
    private readonly to: EventLog | undefined,
  ) {
    this.logId = (to ?? from).logId;
  }

  async want(deliveries: Deliveries): Promise<void> {
    if (!this.to) return;
    for await (const part of deliveries.exportAll()) {
      for (const { position } of part.deliveries) if (position !== null) this.wanted.set(position, null);
      for (const { cursor } of part.endpoints) if (cursor) this.wanted.set(cursor.position, null);
    }
  }

  note(here: Position, there: Position): void {
    if (this.wanted.has(here)) this.wanted.set(here, there);
  }

  /** Null for a place that this log does not have. */
  of(position: Position): Position | null {
    return this.to ? (this.wanted.get(position) ?? null) : position;
  }

  /**
   * As the other log names it. A delivery of an event that is not in the log is left out, a cursor of another log
   * forgotten.
   */
  translated({ deliveries, hours, endpoints }: StoredPart): StoredPart {
    return {
      hours,
      deliveries: deliveries.flatMap((delivery) => {
        if (delivery.position === null) return [delivery];
        const position = this.of(delivery.position);
        return position === null ? [] : [{ ...delivery, position }];
      }),
      endpoints: endpoints.map((endpoint) => {
        const position = endpoint.cursor?.logId === this.from.logId ? this.of(endpoint.cursor.position) : null;
        return { ...endpoint, cursor: position === null ? null : { logId: this.logId, position } };
      }),
    };
  }
}

/** What waits goes on there, with its attempts and the cursors of its endpoints. */
const moveDeliveries = async (
  source: Deliveries,
  target: Deliveries,
  places: Places,
  onProgress: (deliveries: number) => void,
): Promise<number> => {
  let moved = 0;
  for await (const part of source.exportAll()) {
    const there = places.translated(part);
    await target.importPart(there);
    moved += there.deliveries.length;
    onProgress(moved);
  }
  return moved;
};

/** The other vault compares each entry when it has taken it. */
const moveVault = async (source: Vault, target: Vault, onProgress: (entries: number) => void): Promise<number> => {
  let moved = 0;
  for await (const group of source.entries()) {
    await target.add(group);
    moved += group.length;
    onProgress(moved);
  }
  return moved;
};

const EVERYTHING = new Date(8.64e15);

/** A file is read again where it arrived, unless it was there before under the hash of its content. */
const moveFiles = async (
  source: Files,
  target: Files,
  onProgress: (files: number) => void,
): Promise<{ count: number; damaged: string[] }> => {
  const damaged: string[] = [];
  let count = 0;
  for await (const hash of source.putBefore(EVERYTHING)) {
    const file = await source.get(hash);
    if (!file) continue;
    const { hash: arrived } = await target.put(file.content, { contentType: file.contentType, name: file.name });
    const there = await target.get(arrived);
    if (!there || Buffer.compare(there.content, file.content) !== 0)
      throw new Error(`File ${hash} did not arrive as it was sent.`);
    if (arrived !== hash) damaged.push(hash);
    count++;
    onProgress(count);
  }
  return { count, damaged };
};
