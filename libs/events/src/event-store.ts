/**
 * Port of the log. Adapters, sealing of personal data and hash chaining live in libs/engines/event-store.
 * Shapes follow ADR-001-7.
 */

/** Place in the whole log: 20 digits, ordered byte by byte. START lies before the first event. */
export type Position = string;
export const START: Position = '0'.repeat(20);

/** End of a stream: the revision of its last event and that event's hash. */
export type Head = { revision: number; hash: string };
export const NO_STREAM: Head = { revision: -1, hash: '0'.repeat(64) };

/**
 * Who acted. Never a name: names of users are resolved at read, by userId. `via`: the laboratory's own system opened
 * the session by the secret of the unit, so that the person may not have been there. It came later; events from before
 * lack it, whoever acted. `kind: 'key'`: a unit's own system acted by the access key `keyId`, and no person did;
 * `userId` repeats the key's id and `role` is that of the unit's people, for readers that know no keys.
 */
export type Actor = {
  userId: string;
  role: string;
  unitId: string | null;
  via?: Via;
  kind?: 'key';
  keyId?: string;
};
export type Via = 'labSystem';

export type EventMetadata = {
  schemaVersion: number;
  by: Actor;
  /** UTC, ISO 8601 with milliseconds. */
  at: string;
  commandId: string;
  /** Stands for the body of a request that came with an Idempotency-Key (ADR-004). */
  bodyHash?: string;
  correlationId: string;
  causationId: string | null;
  /** Set on what an import wrote: such events cause no reaction of the worker. */
  imported?: boolean;
};

/**
 * What a decision appends. Its id, v5(commandId, "<stream>/<n>"), and its hash are made by the store, once, before the
 * first try.
 */
export type NewEvent = { type: string; data: unknown; metadata: EventMetadata };

/** One event as it is read: personal data opened, or erased (see personal.ts). */
export type RecordedEvent = {
  id: string;
  stream: string;
  revision: number;
  position: Position;
  type: string;
  data: unknown;
  metadata: EventMetadata & { previousHash: string; hash: string };
};

export type Appended = { head: Head; position: Position };

/** The stream is not at the head the writer decided on. */
export class HeadConflict extends Error {
  constructor(
    readonly stream: string,
    readonly expected: number,
    readonly actual: number,
  ) {
    super(`${stream} is at revision ${actual}, expected ${expected}`);
    this.name = 'HeadConflict';
  }
}

/** The engine did not answer in time, or is gone. The api answers 503. */
export class StoreUnavailable extends Error {
  constructor(message: string, options?: ErrorOptions) {
    super(message, options);
    this.name = 'StoreUnavailable';
  }
}

/**
 * The engine is there, and something that only an operator can mend keeps the service from using it: its user, a right,
 * a certificate. Waiting mends nothing; nothing was written.
 */
export class StoreMisconfigured extends StoreUnavailable {
  override name = 'StoreMisconfigured';
}

/** An event of more than `limit` bytes (ADR-002). Nothing of its append was written. */
export class EventTooLarge extends Error {
  constructor(
    readonly stream: string,
    readonly type: string,
    readonly bytes: number,
    readonly limit: number,
  ) {
    super(`${type} in ${stream} has ${bytes} bytes, at most ${limit} are allowed`);
    this.name = 'EventTooLarge';
  }
}

/** What a subscription yields: an event of a wanted type, or how far the log has been looked through. */
export type SubscriptionItem = { event: RecordedEvent } | { marker: Position };

export interface EventStore {
  /** Names this log for good; a checkpoint of another log is worthless. */
  readonly logId: string;
  /**
   * Events of a stream in order, `from` and `to` inclusive revisions. `head` is that of the last event read; NO_STREAM
   * for none.
   */
  read(stream: string, range?: { from?: number; to?: number }): Promise<{ events: RecordedEvent[]; head: Head }>;
  readLast(stream: string): Promise<RecordedEvent | null>;
  /**
   * Appends under exactly `head`; durable when it resolves. The same events at the same head again are a success.
   * @throws HeadConflict, StoreUnavailable, EventTooLarge
   */
  append(stream: string, events: NewEvent[], head: Head): Promise<Appended>;
  /** Up to `limit` events after `after` in log order, of `types` when given. Without gaps. */
  readAll(after: Position, limit: number, types?: readonly string[]): Promise<RecordedEvent[]>;
  /**
   * How many events of `types` lie after `after`, counted up to `most`. A reader far behind may be told `most` although
   * there are fewer: a server cannot count without reading.
   */
  countAfter(after: Position, types: readonly string[], most: number): Promise<number>;
  /**
   * Events of `types` after `after`, for ever, and markers so that a reader of rare types advances too. Ends when
   * `signal` aborts.
   */
  subscribe(after: Position, types: readonly string[], signal: AbortSignal): AsyncIterable<SubscriptionItem>;
  /** Position of the newest event of the whole log, START when empty. */
  lastPosition(): Promise<Position>;
}

/** Id part of a stream name: the category ends at the first "-". */
export const idOfStream = (stream: string): string => stream.slice(stream.indexOf('-') + 1);
