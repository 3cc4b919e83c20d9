/**
 * Calls `onSilence` once, when `ms` have passed since the start or since the last call of `heard`. A process that was
 * busy runs its timers before it reads its sockets, so data that has arrived meanwhile is read before `onSilence` is
 * called.
 */
export const createSilenceTimer = (ms: number, onSilence: () => void): { heard(): void; over(): void } => {
  let isHeard = false;
  let isOver = false;
  const timer = setTimeout(() => {
    isHeard = false;
    setImmediate(() => {
      if (!isHeard && !isOver) onSilence();
    });
  }, ms);
  return {
    heard: () => {
      isHeard = true;
      timer.refresh();
    },
    over: () => {
      isOver = true;
      clearTimeout(timer);
    },
  };
};

/**
 * A server accepts about a hundred concurrent calls on one connection. Further calls would wait in the client, where no
 * deadline applies.
 */
const MAX_CONCURRENT_CALLS = 64;

type Waiting = { go: () => void; fail: (error: Error) => void };

/** Limits the number of concurrent calls; further calls wait in their order. */
export class Semaphore {
  private running = 0;
  private waiting: Waiting[] = [];

  async take<Answer>(call: () => Promise<Answer>): Promise<Answer> {
    if (this.running >= MAX_CONCURRENT_CALLS) await new Promise<void>((go, fail) => this.waiting.push({ go, fail }));
    else this.running++;
    try {
      return await call();
    } finally {
      const next = this.waiting.shift();
      if (next) next.go();
      else this.running--;
    }
  }

  /** Fails all calls that are waiting. */
  failWaiting(error: Error): void {
    for (const { fail } of this.waiting.splice(0)) fail(error);
  }
}
