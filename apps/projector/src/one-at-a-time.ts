export type Mutex = <Result>(work: () => Promise<Result>) => Promise<Result>;

/** Lets one piece of work in at a time, in the order they came; a failed one does not stop the next. */
export const createMutex = (): Mutex => {
  let before: Promise<unknown> = Promise.resolve();
  return (work) => {
    const done = before.then(work);
    before = done.catch(() => undefined);
    return done;
  };
};
