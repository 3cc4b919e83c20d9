/**
 * Port of the log. Adapters, sealing of personal data and hash chaining are in libs/engines/event-store. The types
 * follow ADR-001-7.
 */

/** A place in the log: 20 digits, sorted byte by byte. START is before the first event. */
export type Position = string;
export const START: Position = '0'.repeat(20);

/** The end of a stream: revision and hash of its last event. */
export type Head = { revision: number; hash: string };
export const NO_STREAM: Head = { revision: -1, hash: '0'.repeat(64) };

/**
 * The author of an event, never a name: names of users are looked up by userId when an event is read. `via`: the system
 * of the laboratory opened the session with the secret of the unit, so the person may not have acted. It was added
 * later, so older events never have it. `kind: 'key'`: the system of a unit acted with the access key `keyId`, and no
 * person did. For readers that do not know keys, `userId` is the id of the key and `role` is that of the users of the
 * unit.
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
  /** Hash of the body of a request with an Idempotency-Key (ADR-004). */
  bodyHash?: string;
  correlationId: string;
  causationId: string | null;
  /** Set for events of an import, which cause no reactions of the worker. */
  imported?: boolean;
};

/**
 * An event to append. The store makes its id, v5(commandId, "<stream>/<n>"), and its hash once, before the first
 * attempt.
 */
export type NewEvent = { type: string; data: unknown; metadata: EventMetadata };

/** An event as readers get it: personal data is opened, or erased. */
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

/** The stream is not at the head that the decision was based on. */
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

/** The engine did not respond in time, or is unavailable. The api responds with 503. */
export class StoreUnavailable extends Error {
  constructor(message: string, options?: ErrorOptions) {
    super(message, options);
    this.name = 'StoreUnavailable';
  }
}

/**
 * The engine responds, but the service cannot use it because of a problem that only an operator can solve: its user, a
 * right, a certificate. Waiting does not help; nothing was written.
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

/** An item of a subscription: an event of a requested type, or the position up to which the log was searched. */
export type SubscriptionItem = { event: RecordedEvent } | { marker: Position };

export interface EventStore {
  /** The permanent id of this log. Checkpoints of other logs are not valid for it. */
  readonly logId: string;
  /**
   * Events of a stream in order, `from` and `to` inclusive revisions. `head` is that of the last event that was read;
   * NO_STREAM if there is none.
   */
  read(stream: string, range?: { from?: number; to?: number }): Promise<{ events: RecordedEvent[]; head: Head }>;
  readLast(stream: string): Promise<RecordedEvent | null>;
  /**
   * Appends at exactly `head`; the events are durable when it resolves. Repeating the same events at the same head
   * succeeds.
   * @throws HeadConflict, StoreUnavailable, EventTooLarge
   */
  append(stream: string, events: NewEvent[], head: Head): Promise<Appended>;
  /** Up to `limit` events after `after` in log order without gaps, only of `types` if set. */
  readAll(after: Position, limit: number, types?: readonly string[]): Promise<RecordedEvent[]>;
  /**
   * The number of events of `types` after `after`, at most `limit`. For a position far behind the result may be `limit`
   * although there are fewer, because a server cannot count without reading.
   */
  countAfter(after: Position, types: readonly string[], limit: number): Promise<number>;
  /**
   * Events of `types` after `after`, without end, with markers so that readers of rare types also advance. Ends when
   * `signal` aborts.
   */
  subscribe(after: Position, types: readonly string[], signal: AbortSignal): AsyncIterable<SubscriptionItem>;
  /** The position of the newest event in the log; START if it is empty. */
  lastPosition(): Promise<Position>;
}

/** Id part of a stream name: the category ends at the first "-". */
export const idOfStream = (stream: string): string => stream.slice(stream.indexOf('-') + 1);
