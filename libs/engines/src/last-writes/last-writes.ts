import type { Position } from '#events';

/**
 * Port. The position that each author wrote last, shared by all processes: lists that an author reads next wait for it
 * (ADR-021). An author is whoever events name as the one who acted. Losing it loses nothing but that wait, so nothing
 * here waits for a disk.
 */
export interface LastWrites {
  /** Notes that an author has written at `position`; an earlier one than is noted changes nothing. */
  note(author: string, position: Position): Promise<void>;
  /** Where the author has written last, as whichever process noted it; null for nowhere. */
  of(author: string): Promise<Position | null>;
  close(): Promise<void>;
}
