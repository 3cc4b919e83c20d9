/**
 * Calls `onTimeout` once, when `ms` have passed since the start or since the last call of `restart`. A process that was
 * busy runs its timers before it reads its sockets, so data that has arrived meanwhile is read before `onTimeout` is
 * called.
 */
export const createSilenceTimer = (ms: number, onTimeout: () => void): { restart(): void; stop(): void } => {
  let wasRestarted = false;
  let isStopped = false;
  const timer = setTimeout(() => {
    wasRestarted = false;
    setImmediate(() => {
      if (!wasRestarted && !isStopped) onTimeout();
    });
  }, ms);
  return {
    restart: () => {
      wasRestarted = true;
      timer.refresh();
    },
    stop: () => {
      isStopped = true;
      clearTimeout(timer);
    },
  };
};

/**
 * A server accepts about a hundred concurrent calls on one connection. Further calls would wait in the client, where no
 * deadline applies.
 */
const MAX_CONCURRENT_CALLS = 64;

type WaitingCall = { start: () => void; fail: (error: Error) => void };

/** Limits the number of concurrent calls; further calls wait in their order. */
export class Semaphore {
  private runningCalls = 0;
  private waitingCalls: WaitingCall[] = [];

  async run<Result>(call: () => Promise<Result>): Promise<Result> {
    if (this.runningCalls >= MAX_CONCURRENT_CALLS)
      await new Promise<void>((start, fail) => this.waitingCalls.push({ start, fail }));
    else this.runningCalls++;
    try {
      return await call();
    } finally {
      const next = this.waitingCalls.shift();
      if (next) next.start();
      else this.runningCalls--;
    }
  }

  /** Fails all calls that are waiting. */
  failWaiting(error: Error): void {
    for (const { fail } of this.waitingCalls.splice(0)) fail(error);
  }
}
