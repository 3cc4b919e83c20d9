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
 * Maximum of appends that are sent before the first one is answered: enough that neither side waits, and few enough
 * that the last one is answered in time.
 */
const MAX_IN_FLIGHT = { appends: 64, bytes: 4 * 1024 * 1024 };

/**
 * Appends runs of events, each of one stream, in their order. After a failure nothing more is sent, because the log
 * could write a later run without the failed one. Returns when all runs that were sent have been answered. The log then
 * contains a number of them from the first one on, unless it has refused one and written another that was sent after
 * it.
 * @throws the error of the first failed append; Error if the log has written them in another order
 */
const appendInOrder = async (
  target: EventLog,
  runs: AsyncIterable<LoggedEvent[]>,
  onAppended: (events: number) => void,
): Promise<void> => {
  const inFlight: { events: number; bytes: number; appending: Promise<Position> }[] = [];
  let bytesInFlight = 0;
  let lastPosition: Position = START;
  const status = { hasFailed: false };
  const awaitFirst = async (): Promise<void> => {
    const next = inFlight.shift();
    if (!next) return;
    const position = await next.appending;
    if (position <= lastPosition)
      throw new Error(
        'The server did not take the events in the order they were sent. Move onto an empty server again.',
      );
    lastPosition = position;
    bytesInFlight -= next.bytes;
    onAppended(next.events);
  };
  try {
    for await (const run of runs) {
      const [first] = run;
      if (!first) continue;
      if (status.hasFailed) break; // checked just before sending, because reading the run may have taken long
      const appending = target.appendPipelined(first.stream, run.map(toStored), headBefore(first));
      appending.catch(() => {
        status.hasFailed = true; // the error is thrown when this append is awaited
      });
      const bytes = run.reduce(
        (sum, { data, metadata }) => sum + Buffer.byteLength(data) + Buffer.byteLength(metadata),
        0,
      );
      inFlight.push({ events: run.length, bytes, appending });
      bytesInFlight += bytes;
      if (lastPosition === START) await awaitFirst(); // the port requires an answer to the first append
      while (inFlight.length >= MAX_IN_FLIGHT.appends || bytesInFlight > MAX_IN_FLIGHT.bytes) await awaitFirst();
    }
    while (inFlight.length > 0) await awaitFirst();
  } finally {
    await Promise.allSettled(inFlight.map(({ appending }) => appending));
  }
};

const toStored = ({ position: _, parsed: __, ...event }: LoggedEvent): StoredEvent => event;

/** Every event contains the hash of the one before it. */
const headBefore = ({ revision, metadata }: LoggedEvent): Head => ({
  revision: revision - 1,
  hash: (JSON.parse(metadata) as { previousHash: string }).previousHash,
});

/** How long a server may be unavailable, and the first and the longest pause between two attempts. */
const RETRY = { ms: 60_000, firstPauseMs: 20, maxPauseMs: 500 };

type ReadLog = Pick<EventLog, 'dense' | 'read' | 'readAll' | 'lastPosition'>;

/**
 * The reads of a log; each is repeated while the server is unavailable. A reader of pages continues after its last
 * event, so nothing is read twice.
 * @throws StoreUnavailable if a read fails for `retry.ms`
 */
export const withReadRetries = (log: ReadLog, retry = RETRY): ReadLog => {
  const retryRead = async <Result>(read: () => Promise<Result>): Promise<Result> => {
    const giveUpAt = performance.now() + retry.ms;
    for (let waitMs = retry.firstPauseMs; ; waitMs = Math.min(2 * waitMs, retry.maxPauseMs)) {
      try {
        return await read();
      } catch (error) {
        if (!(error instanceof StoreUnavailable)) throw error;
        if (performance.now() > giveUpAt)
          throw new StoreUnavailable(
            `The server could not be read for ${retry.ms / 1_000} seconds: ${error.message}. Nothing is lost: ` +
              'run the move again when the server answers, and it goes on with what is missing.',
            { cause: error },
          );
        await pause(waitMs);
      }
    }
  };
  return {
    dense: log.dense,
    read: (stream, range) => retryRead(() => log.read(stream, range)),
    readAll: (after, limit, types) => retryRead(() => log.readAll(after, limit, types)),
    lastPosition: () => retryRead(() => log.lastPosition()),
  };
};

const PAGE_SIZE = 1_000;
/** Maximum size of a run: events of one stream that follow one another in the log and are appended with one call. */
const MAX_RUN = { events: 100, bytes: 512 * 1024 };
/** Number of consecutive attempts with an unknown outcome and no progress, after which the move fails. */
const MAX_ATTEMPTS_WITHOUT_PROGRESS = 20;
/**
 * The common beginning of two logs: the number of events, and the position of the last one in the source and in the
 * target.
 */
export type CommonPrefix = {
  events: number;
  sourcePosition: Position;
  targetPosition: Position;
  /** Whether the target has further events that the source does not have. */
  targetHasMore: boolean;
};

const EMPTY_PREFIX: CommonPrefix = { events: 0, sourcePosition: START, targetPosition: START, targetHasMore: false };

/**
 * Compares the target with the beginning of the source: the same events in the same order, with the same hashes.
 * `start`: where an earlier comparison ended.
 * @throws Error if the target contains anything else: it belongs to another service, or events are missing in its
 * middle
 */
const commonPrefixOf = async (
  source: EventLog,
  target: EventLog,
  start = EMPTY_PREFIX,
  onMatch: (sourcePosition: Position, targetPosition: Position) => void = () => undefined,
): Promise<CommonPrefix> => {
  const sourceEvents = readEvents(source, start.sourcePosition);
  let { events, sourcePosition, targetPosition } = start;
  for await (const targetEvent of readEvents(withReadRetries(target), targetPosition)) {
    const { value: sourceEvent, done } = await sourceEvents.next();
    if (done) return { events, sourcePosition, targetPosition, targetHasMore: true };
    if (!isSame(sourceEvent, targetEvent)) throw await mismatchError(source, events + 1, sourceEvent, targetEvent);
    events++;
    sourcePosition = sourceEvent.position;
    targetPosition = targetEvent.position;
    onMatch(sourcePosition, targetPosition);
  }
  return { events, sourcePosition, targetPosition, targetHasMore: false };
};

/**
 * The error for two different events with the same number. Events are only appended at the end of a log, so missing ones
 * cannot be added.
 */
const mismatchError = async (
  source: EventLog,
  eventNumber: number,
  sourceEvent: LoggedEvent,
  targetEvent: LoggedEvent,
): Promise<Error> => {
  const [sameRevision] = await source.read(targetEvent.stream, {
    from: targetEvent.revision,
    to: targetEvent.revision,
  });
  if (sameRevision && isSame(sameRevision, targetEvent)) {
    return new Error(
      `The server has taken event ${sameRevision.type} in ${sameRevision.stream} without ${sourceEvent.type} in ${sourceEvent.stream}, ` +
        `event ${eventNumber} of this log, which comes before it. Empty the server's log and move again: ` +
        'what is here was left as it was.',
    );
  }
  return new Error(
    `The server holds the log of another service: its event ${eventNumber} is ${targetEvent.type} in ${targetEvent.stream}, ` +
      `here it is ${sourceEvent.type} in ${sourceEvent.stream}. Use an empty server.`,
  );
};

/**
 * Appends the events after the common prefix, in the order of the log and with the same bytes. After an append with an
 * unknown outcome it compares the logs again and continues.
 * @returns the number of events
 */
const appendMissing = async (
  source: EventLog,
  target: EventLog,
  commonPrefix: CommonPrefix,
  onProgress: (events: number) => void,
): Promise<number> => {
  let prefix = commonPrefix;
  for (let attemptsWithoutProgress = 0; ;) {
    let { events } = prefix;
    try {
      await appendInOrder(target, runsOf(readEvents(source, prefix.sourcePosition)), (appended) =>
        onProgress((events += appended) - commonPrefix.events),
      );
      return events - commonPrefix.events;
    } catch (error) {
      if (!(error instanceof AppendInDoubt)) throw error;
      const previousCount = prefix.events;
      prefix = await commonPrefixAfterPause(source, target, prefix);
      attemptsWithoutProgress = prefix.events > previousCount ? 0 : attemptsWithoutProgress + 1;
      if (attemptsWithoutProgress === MAX_ATTEMPTS_WITHOUT_PROGRESS) throw error;
    }
  }
};

/**
 * Appends that were sent may still be on their way. That does no harm: events that are sent again follow them in the
 * same order and with the same bytes.
 */
const commonPrefixAfterPause = async (
  source: EventLog,
  target: EventLog,
  start: CommonPrefix,
): Promise<CommonPrefix> => {
  await pause(RETRY.firstPauseMs);
  return commonPrefixOf(source, target, start);
};

/**
 * `onSame` is called with the positions of each event in both logs.
 * @returns the number of events
 * @throws Error unless both logs are equal and every chain of the copy is intact
 */
const verifyCopy = async (
  source: EventLog,
  target: EventLog,
  onMatch: (sourcePosition: Position, targetPosition: Position) => void = () => undefined,
): Promise<number> => {
  const { events, sourcePosition, targetHasMore } = await commonPrefixOf(source, target, EMPTY_PREFIX, onMatch);
  if (targetHasMore || sourcePosition !== (await source.lastPosition()))
    throw new Error(
      `The server holds ${events} events of this log${targetHasMore ? ', and others after them' : ' only'}.`,
    );
  const proof = await verifyChain({ log: withReadRetries(target) });
  if (proof.broken)
    throw new Error(
      `On the server ${proof.broken.stream} is broken at revision ${proof.broken.revision}: ${proof.broken.problem}.`,
    );
  return events;
};

const isSame = (a: LoggedEvent, b: LoggedEvent): boolean =>
  a.hash === b.hash && a.stream === b.stream && a.revision === b.revision;

async function* readEvents(log: ReadLog, after: Position): AsyncGenerator<LoggedEvent, undefined> {
  for (let from = after; ;) {
    const page = await log.readAll(from, PAGE_SIZE);
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
    if (
      run.length > 0 &&
      (run[0]?.stream !== event.stream || run.length === MAX_RUN.events || bytes + size > MAX_RUN.bytes)
    ) {
      yield run;
      [run, bytes] = [[], 0];
    }
    run.push(event);
    bytes += size;
  }
  if (run.length > 0) yield run;
}

/**
 * The data of a service. Derived data is not moved, except deliveries, so that endpoints do not get the same events
 * again.
 */
export type MovableStores = { log: EventLog; vault: Vault; files: Files; deliveries: Deliveries };

export type MoveResult = {
  /** Events of the log, and how many of them this run has written; null if the log is not moved. */
  log: { events: number; newEvents: number } | null;
  vault: number | null;
  files: { count: number; damaged: readonly string[] } | null;
  deliveries: number | null;
};

/** The copy has been used since, so nothing may be moved into it any more. */
export class TargetInUse extends Error {
  override name = 'GoneOn';
}

/**
 * Copies a stopped service to the engines of `target`: log, vault, files and deliveries. Nothing is deleted at the
 * source. If it is killed it can be run again and continues with what is missing. Each part is verified at the target.
 * @throws TargetInUse if the service has been used at the target since; Error if log or vault of the target belong to
 * another service, or if a chain is broken
 */
export const moveService = async (
  source: MovableStores,
  target: Partial<MovableStores>,
  onProgress: (store: string, count: number) => void,
): Promise<MoveResult> => {
  const commonPrefix = target.log && (await commonPrefixOf(source.log, target.log));
  if (commonPrefix?.targetHasMore)
    throw new TargetInUse(
      `The server holds this log and events that came after it: the service has been used there. Nothing was changed.`,
    );
  // The log is moved after vault and files, so that everything it refers to exists before it.
  const vault = target.vault
    ? await moveVault(source.vault, target.vault, (count) => onProgress('vault', count))
    : null;
  const files = target.files
    ? await moveFiles(source.files, target.files, (count) => onProgress('files', count))
    : null;
  const positions = new PositionMap(source.log, target.log);
  if (target.deliveries) await positions.collect(source.deliveries);
  let log: MoveResult['log'] = null;
  if (target.log && commonPrefix) {
    const newEvents = await appendMissing(source.log, target.log, commonPrefix, (events) =>
      onProgress('log', commonPrefix.events + events),
    );
    log = {
      events: await verifyCopy(source.log, target.log, (sourcePosition, targetPosition) =>
        positions.record(sourcePosition, targetPosition),
      ),
      newEvents,
    };
  }
  // Deliveries contain positions of the log, so they are moved after it.
  const deliveries = target.deliveries
    ? await moveDeliveries(source.deliveries, target.deliveries, positions, (count) => onProgress('deliveries', count))
    : null;
  return { log, vault, files, deliveries };
};

/** Maps the positions of events that deliveries contain to their positions in the target log. */
class PositionMap {
  private readonly positions = new Map<Position, Position | null>();
  readonly logId: string;

  constructor(
    private readonly source: EventLog,
    private readonly target: EventLog | undefined,
  ) {
    this.logId = (target ?? source).logId;
  }

  async collect(deliveries: Deliveries): Promise<void> {
    if (!this.target) return;
    for await (const part of deliveries.exportAll()) {
      for (const { position } of part.deliveries) if (position !== null) this.positions.set(position, null);
      for (const { cursor } of part.endpoints) if (cursor) this.positions.set(cursor.position, null);
    }
  }

  record(sourcePosition: Position, targetPosition: Position): void {
    if (this.positions.has(sourcePosition)) this.positions.set(sourcePosition, targetPosition);
  }

  /** The position in the target log; null for a position that the source log does not have. */
  targetPositionOf(position: Position): Position | null {
    return this.target ? (this.positions.get(position) ?? null) : position;
  }

  /**
   * Deliveries with positions of the target log. A delivery of an event that is not in the log is left out, and so is
   * the cursor of another log.
   */
  translate({ deliveries, hours, endpoints }: StoredPart): StoredPart {
    return {
      hours,
      deliveries: deliveries.flatMap((delivery) => {
        if (delivery.position === null) return [delivery];
        const position = this.targetPositionOf(delivery.position);
        return position === null ? [] : [{ ...delivery, position }];
      }),
      endpoints: endpoints.map((endpoint) => {
        const position =
          endpoint.cursor?.logId === this.source.logId ? this.targetPositionOf(endpoint.cursor.position) : null;
        return { ...endpoint, cursor: position === null ? null : { logId: this.logId, position } };
      }),
    };
  }
}

/** Copies deliveries with their attempts and the cursors of endpoints. */
const moveDeliveries = async (
  source: Deliveries,
  target: Deliveries,
  positions: PositionMap,
  onProgress: (deliveries: number) => void,
): Promise<number> => {
  let count = 0;
  for await (const part of source.exportAll()) {
    const targetPart = positions.translate(part);
    await target.importPart(targetPart);
    count += targetPart.deliveries.length;
    onProgress(count);
  }
  return count;
};

/** Copies the vault. The target compares each entry after it was stored. */
const moveVault = async (source: Vault, target: Vault, onProgress: (entries: number) => void): Promise<number> => {
  let count = 0;
  for await (const group of source.entries()) {
    await target.add(group);
    count += group.length;
    onProgress(count);
  }
  return count;
};

const END_OF_TIME = new Date(8.64e15);

/** Copies files. Each file is read again at the target and compared. */
const moveFiles = async (
  source: Files,
  target: Files,
  onProgress: (files: number) => void,
): Promise<{ count: number; damaged: string[] }> => {
  const damaged: string[] = [];
  let count = 0;
  for await (const hash of source.hashesPutBefore(END_OF_TIME)) {
    const file = await source.get(hash);
    if (!file) continue;
    const { hash: targetHash } = await target.put(file.content, { contentType: file.contentType, name: file.name });
    const targetFile = await target.get(targetHash);
    if (!targetFile || Buffer.compare(targetFile.content, file.content) !== 0)
      throw new Error(`File ${hash} did not arrive as it was sent.`);
    if (targetHash !== hash) damaged.push(hash);
    count++;
    onProgress(count);
  }
  return { count, damaged };
};
