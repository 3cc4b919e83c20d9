import { StoreUnavailable, type Head, type Position } from '#events';

/**
 * An event in the form that is hashed and stored: personal data sealed, `data` and `metadata` (without `hash`) as JSON
 * text.
 */
export type StoredEvent = {
  id: string;
  stream: string;
  revision: number;
  type: string;
  data: string;
  metadata: string;
  /**
   * SHA-256 in hex over the canonical JSON of all other members. The next event of the stream has it as `previousHash`.
   */
  hash: string;
};

/** `parsed`: data and metadata as values, if the log has them anyway. Readers must not change them. */
export type LoggedEvent = StoredEvent & { position: Position; parsed?: { data: unknown; metadata: object } };

/**
 * Events of the requested types, and the position up to which the log was searched for them. `shared`: other
 * subscriptions get the same objects.
 */
export type LogBatch = { events: LoggedEvent[]; through: Position; shared?: true };

/** The outcome of an append is unknown: it may only be repeated with the same bytes at the same head (ADR-004). */
export class AppendInDoubt extends StoreUnavailable {
  override name = 'InDoubt';
}

/**
 * The interface of the adapters of the log. Events have their stored form; ids, seals and hashes are made in the layer
 * above.
 */
export interface EventLog {
  readonly logId: string;
  /** Positions are 1, 2, 3 ... without gaps, so that a missing position proves that an event was removed. */
  readonly dense: boolean;
  /** Events of a stream in order, `from` and `to` inclusive. */
  read(stream: string, range?: { from?: number; to?: number }): Promise<LoggedEvent[]>;
  readLast(stream: string): Promise<LoggedEvent | null>;
  /** The head of a stream, without reading its events; null if there is no such stream. */
  headOf(stream: string): Promise<Head | null>;
  /**
   * Appends at exactly `head`, all or nothing. The events are durable when it resolves with the position of the last
   * one. If the same events, with the same hashes, already follow `head`, it succeeds.
   * @throws HeadConflict, AppendInDoubt, StoreUnavailable
   */
  append(stream: string, events: StoredEvent[], head: Head): Promise<Position>;
  /**
   * Like `append`, for a caller that knows the history before `head` and does not wait for each answer: appends are
   * written in the order they are sent. The first append of a sequence must be answered before the next one is sent.
   * Used to move a whole log, by a process that does nothing else.
   */
  appendPipelined(stream: string, events: StoredEvent[], head: Head): Promise<Position>;
  readAll(after: Position, limit: number, types?: readonly string[]): Promise<LoggedEvent[]>;
  /** See EventStore. */
  countAfter(after: Position, types: readonly string[], max: number): Promise<number>;
  /** Batches in log order, until `signal` aborts or the log is closed. */
  subscribe(after: Position, types: readonly string[], signal: AbortSignal): AsyncIterable<LogBatch>;
  lastPosition(): Promise<Position>;
  close(): Promise<void>;
}
