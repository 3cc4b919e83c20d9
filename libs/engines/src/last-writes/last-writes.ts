import type { Position } from '#events';

/**
 * Port. The position of the last write of each author, shared by all processes: lists that the author reads next wait
 * for it (ADR-021). An author is the actor of events. If it is lost, lists do not wait, so no write here waits for a
 * disk.
 */
export interface LastWrites {
  /** Records that an author has written at `position`. A position before the recorded one is ignored. */
  record(author: string, position: Position): Promise<void>;
  /** The position of the last write of an author in any process; null if there is none. */
  of(author: string): Promise<Position | null>;
  close(): Promise<void>;
}
