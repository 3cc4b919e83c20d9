/**
 * Calls `onSilence` once, when `ms` have passed since it was made or last heard of something. A process that was busy
 * runs its timers before it reads its sockets, so a last turn is given to what has arrived meanwhile.
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
 * A server takes about a hundred calls at a time on one connection; beyond that they would wait where no deadline knows
 * of it.
 */
const AT_A_TIME = 64;

type Waiting = { go: () => void; fail: (error: Error) => void };

/** Lets so many calls out at a time, the others in the order they came. */
export class Semaphore {
  private out = 0;
  private waiting: Waiting[] = [];

  async take<Answer>(call: () => Promise<Answer>): Promise<Answer> {
    if (this.out >= AT_A_TIME) await new Promise<void>((go, fail) => this.waiting.push({ go, fail }));
    else this.out++;
    try {
      return await call();
    } finally {
      const next = this.waiting.shift();
      if (next) next.go();
      else this.out--;
    }
  }

  /** Those who wait need not wait to learn what the ones before them have learned. */
  failWaiting(error: Error): void {
    for (const { fail } of this.waiting.splice(0)) fail(error);
  }
}
