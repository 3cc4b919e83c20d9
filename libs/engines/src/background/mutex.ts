export type Mutex = <Result>(work: () => Promise<Result>) => Promise<Result>;

/** Runs one piece of work at a time, in the order of the calls. A failure does not stop the next one. */
export const createMutex = (): Mutex => {
  let lastRun: Promise<unknown> = Promise.resolve();
  return (work) => {
    const result = lastRun.then(work);
    lastRun = result.catch(() => undefined);
    return result;
  };
};

/** Runs work of the same key one after another, and work of different keys at the same time. */
export class KeyedMutex {
  private readonly lastRuns = new Map<string, Promise<unknown>>();

  async run<Result>(key: string, work: () => Promise<Result>): Promise<Result> {
    const result = (this.lastRuns.get(key) ?? Promise.resolve()).then(work, work);
    this.lastRuns.set(key, result);
    try {
      return await result;
    } finally {
      if (this.lastRuns.get(key) === result) this.lastRuns.delete(key);
    }
  }
}
