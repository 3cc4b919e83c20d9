const POLL_MS = 15;

type Sleeper = { wake: () => void; fail: (error: unknown) => void };

/** Wakes those who wait for the log to grow: at once for what this process writes, every 15 ms for what others do. */
export class LogChangeNotifier {
  private readonly sleepers = new Set<Sleeper>();
  private timer: NodeJS.Timeout | null = null;
  private closed = false;

  /** `lookAgain` answers the newest position while somebody waits; null when no other process can write. */
  constructor(
    private newest: number,
    private readonly lookAgain: (() => number) | null,
  ) {}

  get isClosed(): boolean {
    return this.closed;
  }

  /**
   * Resolves when the log has grown beyond `position`, when `signal` aborts, or when the watch is closed. Answers how
   * far it has grown.
   */
  async beyond(position: number, signal: AbortSignal): Promise<number> {
    while (this.newest <= position && !signal.aborted && !this.closed) await this.sleep(signal);
    return this.newest;
  }

  grownTo(position: number): void {
    if (position <= this.newest) return;
    this.newest = position;
    this.wakeAll();
  }

  /** Somebody else may have written. Nobody waits: nothing to look for. */
  look(): void {
    if (this.lookAgain && this.sleepers.size > 0) this.grownTo(this.lookAgain());
  }

  close(): void {
    this.closed = true;
    if (this.timer) clearTimeout(this.timer);
    this.wakeAll();
  }

  private async sleep(signal: AbortSignal): Promise<void> {
    let sleeper: Sleeper | undefined;
    try {
      await new Promise<void>((wake, fail) => {
        sleeper = { wake, fail };
        this.sleepers.add(sleeper);
        signal.addEventListener('abort', sleeper.wake);
        this.poll();
      });
    } finally {
      if (sleeper) {
        this.sleepers.delete(sleeper);
        signal.removeEventListener('abort', sleeper.wake);
      }
    }
  }

  private wakeAll(): void {
    for (const { wake } of this.sleepers) wake();
  }

  private poll(): void {
    const { lookAgain } = this;
    if (!lookAgain || this.timer || this.sleepers.size === 0) return;
    this.timer = setTimeout(() => {
      this.timer = null;
      try {
        this.grownTo(lookAgain());
      } catch (error) {
        for (const { fail } of this.sleepers) fail(error);
      }
      this.poll();
    }, POLL_MS);
  }
}
