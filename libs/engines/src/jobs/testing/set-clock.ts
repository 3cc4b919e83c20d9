/** A clock that moves only when it is told to. */
export const setClock = (start = '2026-01-02T03:04:05.000Z') => {
  let time = Date.parse(start);
  return {
    now: () => new Date(time),
    advance: (milliseconds: number) => {
      time += milliseconds;
    },
  };
};
export type SetClock = ReturnType<typeof setClock>;

/** Everything that is ready to run has its turn. */
export const everythingElse = () => new Promise<void>((resolve) => setImmediate(resolve));

/** Resolves once `condition` holds; looked at again whenever everything else has had its turn. */
export const until = async (condition: () => Promise<boolean> | boolean): Promise<void> => {
  while (!(await condition())) await everythingElse();
};

/** A promise and the function that fulfils it. */
export const gate = () => {
  let open: () => void = () => {};
  const opened = new Promise<void>((resolve) => (open = resolve));
  return { opened, open };
};
