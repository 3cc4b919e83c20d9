export type Mutex = <Result>(work: () => Promise<Result>) => Promise<Result>;

/** Runs one piece of work at a time, in the order of the calls. A failure does not stop the next one. */
export const createMutex = (): Mutex => {
  let last: Promise<unknown> = Promise.resolve();
  return (work) => {
    const result = last.then(work);
    last = result.catch(() => undefined);
    return result;
  };
};

/** Runs work of the same key one after another, and work of different keys at the same time. */
export class KeyedMutex {
  private readonly last = new Map<string, Promise<unknown>>();

  async run<Result>(key: string, work: () => Promise<Result>): Promise<Result> {
    const result = (this.last.get(key) ?? Promise.resolve()).then(work, work);
    this.last.set(key, result);
    try {
      return await result;
    } finally {
      if (this.last.get(key) === result) this.last.delete(key);
    }
  }
}
