/** Timers and calls take their time; what the two clocks differ in by more than this was done to the one that is set. */
const JITTER_MS = 1_000;

/**
 * Notices when the clock that tells the time of day is put forward, by one that nobody sets. To the one the leases of all workers have
 * then ended at once, though these live and renew them.
 */
export class ClockJumps {
  private ahead: number;
  private jumpedAt = -Infinity;

  constructor(
    private readonly now: () => Date,
    private readonly monotonic: () => number,
  ) {
    this.ahead = now().getTime() - monotonic();
  }

  /** Whether it was put forward within the last `ms`. */
  within(ms: number): boolean {
    const monotonic = this.monotonic();
    const ahead = this.now().getTime() - monotonic;
    if (ahead - this.ahead > JITTER_MS) this.jumpedAt = monotonic;
    this.ahead = ahead;
    return monotonic - this.jumpedAt < ms;
  }
}
