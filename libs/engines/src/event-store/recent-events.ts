import type { LoggedEvent } from './event-log.js';

type PositionedEvent = { position: number; event: LoggedEvent };

/**
 * Half the maximum number of positions in memory, and the longest range that is read for all: under load subscriptions
 * are some dozens of events behind.
 */
const MAX_RANGE = 100;

/**
 * The newest events of the log. All subscriptions ask for them at the same moment; they are read once, and all
 * subscriptions get the same objects.
 */
export class RecentEvents {
  private events: PositionedEvent[] = [];
  private from = 0;
  private through = 0;

  /** `read` returns all events after the first position, up to and including the second one. */
  constructor(private readonly read: (after: number, through: number) => PositionedEvent[]) {}

  /** Events after `after` up to `to`; null if the range is too long or begins before the events in memory. */
  between(after: number, to: number): LoggedEvent[] | null {
    if (to - after > MAX_RANGE) return null;
    if (to > this.through) this.extend(after, to);
    if (after < this.from) return null;
    return this.events.filter(({ position }) => position > after && position <= to).map(({ event }) => event);
  }

  private extend(after: number, to: number): void {
    if (after > this.through || to - this.through > MAX_RANGE) {
      this.events = [];
      this.from = after;
      this.through = after;
    }
    this.events.push(...this.read(this.through, to));
    this.through = to;
    if (to - this.from > 2 * MAX_RANGE) {
      this.from = to - MAX_RANGE;
      this.events = this.events.filter(({ position }) => position > this.from);
    }
  }
}
