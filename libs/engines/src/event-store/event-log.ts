import { StoreUnavailable, type Head, type Position } from '#events';

/**
 * Event in the form that is hashed and stored: personal data sealed, `data` and `metadata` (without `hash`) as JSON
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
   * SHA-256 in hex over the canonical JSON of all the above; the next event of the stream names it as its previousHash.
   */
  hash: string;
};

/**
 * `parsed`: data and metadata as values, where the log has these before the texts; whoever reads them does not change
 * them.
 */
export type LoggedEvent = StoredEvent & { position: Position; parsed?: { data: unknown; metadata: object } };

/**
 * Events of the wanted types, and how far the log has been looked through for them. `shared`: other subscriptions are
 * handed the same objects.
 */
export type LogBatch = { events: LoggedEvent[]; through: Position; shared?: true };

/** The engine may have written the append or not: only the same bytes at the same head may be tried again (ADR-004). */
export class AppendInDoubt extends StoreUnavailable {
  override name = 'InDoubt';
}

/**
 * What an adapter of the log provides; ids, seals and hashes are made once, above it. Stored form in, stored form out.
 */
export interface EventLog {
  readonly logId: string;
  /** Positions count 1, 2, 3 ... without a hole, so that a missing one is an event that was taken out. */
  readonly dense: boolean;
  /** Events of a stream in order, `from` and `to` inclusive. */
  read(stream: string, range?: { from?: number; to?: number }): Promise<LoggedEvent[]>;
  readLast(stream: string): Promise<LoggedEvent | null>;
  /** Where the stream ends, without its contents; null when there is none. */
  headOf(stream: string): Promise<Head | null>;
  /**
   * Appends at exactly `head`, all or nothing, durable when it resolves; answers the position of the last event.
   * Events that already follow `head`, with the same hashes, are a success.
   * @throws HeadConflict, InDoubt, StoreUnavailable
   */
  append(stream: string, events: StoredEvent[], head: Head): Promise<Position>;
  /**
   * Like `append`, for a caller who knows the history before `head`: what is sent before the one before it is answered
   * lands behind that one. The first of a row is to be answered before the next is sent. For carrying a whole log, by a
   * process that does nothing else.
   */
  appendBehind(stream: string, events: StoredEvent[], head: Head): Promise<Position>;
  readAll(after: Position, limit: number, types?: readonly string[]): Promise<LoggedEvent[]>;
  /** See EventStore. */
  countAfter(after: Position, types: readonly string[], most: number): Promise<number>;
  /** Batches in log order, for ever, until `signal` aborts or the log is closed. */
  subscribe(after: Position, types: readonly string[], signal: AbortSignal): AsyncIterable<LogBatch>;
  lastPosition(): Promise<Position>;
  close(): Promise<void>;
}
