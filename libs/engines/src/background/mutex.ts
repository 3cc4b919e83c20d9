export type Mutex = <Result>(work: () => Promise<Result>) => Promise<Result>;

/** Runs one piece of work at a time, in the order of the calls; a failed one does not stop the next. */
export const createMutex = (): Mutex => {
  let before: Promise<unknown> = Promise.resolve();
  return (work) => {
    const done = before.then(work);
    before = done.catch(() => undefined);
    return done;
  };
};

/** Runs work of one key one after the other, and of different keys at the same time. */
export class KeyedMutex {
  private readonly last = new Map<string, Promise<unknown>>();

  async run<Result>(key: string, work: () => Promise<Result>): Promise<Result> {
    const mine = (this.last.get(key) ?? Promise.resolve()).then(work, work);
    this.last.set(key, mine);
    try {
      return await mine;
    } finally {
      if (this.last.get(key) === mine) this.last.delete(key);
    }
  }
}
