import type { LoggedEvent } from './event-log.js';

type Placed = { position: number; event: LoggedEvent };

/**
 * Half the positions kept at most, and the longest stretch that is read for all: whoever follows is some dozens behind
 * under load.
 */
const KEPT = 100;

/**
 * The newest stretch of the log. Every subscription asks for it at the same moment; it is read once for all of them,
 * and they are handed the very same events.
 */
export class RecentEvents {
  private placed: Placed[] = [];
  private from = 0;
  private through = 0;

  /** `read` answers all events of positions after the first number, up to and including the second. */
  constructor(private readonly read: (after: number, through: number) => Placed[]) {}

  /** Events after `after` up to `to`; null for a longer stretch, or one that reaches further back than what is kept. */
  between(after: number, to: number): LoggedEvent[] | null {
    if (to - after > KEPT) return null;
    if (to > this.through) this.extend(after, to);
    if (after < this.from) return null;
    return this.placed.filter(({ position }) => position > after && position <= to).map(({ event }) => event);
  }

  private extend(after: number, to: number): void {
    if (after > this.through || to - this.through > KEPT) {
      this.placed = [];
      this.from = after;
      this.through = after;
    }
    this.placed.push(...this.read(this.through, to));
    this.through = to;
    if (to - this.from > 2 * KEPT) {
      this.from = to - KEPT;
      this.placed = this.placed.filter(({ position }) => position > this.from);
    }
  }
}
