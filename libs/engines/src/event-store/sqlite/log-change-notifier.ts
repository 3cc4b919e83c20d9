const POLL_MS = 15;

type Sleeper = { wake: () => void; fail: (error: unknown) => void };

/**
 * Wakes readers that wait for new events: at once for events of this process, within 15 ms for those of other
 * processes.
 */
export class LogChangeNotifier {
  private readonly sleepers = new Set<Sleeper>();
  private timer: NodeJS.Timeout | null = null;
  private closed = false;

  /** `readNewest` returns the newest position and is called while a reader waits; null if no other process can write. */
  constructor(
    private newest: number,
    private readonly readNewest: (() => number) | null,
  ) {}

  get isClosed(): boolean {
    return this.closed;
  }

  /**
   * Resolves when the log has grown beyond `position`, when `signal` aborts, or when this is closed. Returns the newest
   * position.
   */
  async waitBeyond(position: number, signal: AbortSignal): Promise<number> {
    while (this.newest <= position && !signal.aborted && !this.closed) await this.sleep(signal);
    return this.newest;
  }

  advanceTo(position: number): void {
    if (position <= this.newest) return;
    this.newest = position;
    this.wakeAll();
  }

  /** Called when another thread or process may have written. Does nothing if no reader waits. */
  check(): void {
    if (this.readNewest && this.sleepers.size > 0) this.advanceTo(this.readNewest());
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
    const { readNewest } = this;
    if (!readNewest || this.timer || this.sleepers.size === 0) return;
    this.timer = setTimeout(() => {
      this.timer = null;
      try {
        this.advanceTo(readNewest());
      } catch (error) {
        for (const { fail } of this.sleepers) fail(error);
      }
      this.poll();
    }, POLL_MS);
  }
}
