/** The time of a test: set by it, or the real one for an engine that has a clock of its own. */
export type TestClock = { now(): Date; pass(milliseconds: number): Promise<void> };

/** How long things take: with a set clock nothing really waits, with the real one everything is short. */
export type TestTime = { start(): TestClock; leaseMs: number; laterMs: number };

const setClock = (): TestClock => {
  let time = Date.parse('2026-01-02T03:04:05.000Z');
  return {
    now: () => new Date(time),
    pass: async (milliseconds) => {
      time += milliseconds;
    },
  };
};

/** A clock that moves only when it is told to. */
export const setTime: TestTime = { start: setClock, leaseMs: 30_000, laterMs: 86_400_000 };

const realClock: TestClock = {
  now: () => new Date(),
  pass: (milliseconds) => new Promise((resolve) => setTimeout(resolve, milliseconds)),
};

export const realTime: TestTime = { start: () => realClock, leaseMs: 2_000, laterMs: 1_500 };

/** Everything that is ready to run has its turn. */
export const flushOtherTimers = () => new Promise<void>((resolve) => setTimeout(resolve, 1));

/** Resolves once `condition` holds; looked at again whenever everything else has had its turn. */
export const waitUntil = async (condition: () => Promise<boolean> | boolean): Promise<void> => {
  while (!(await condition())) await flushOtherTimers();
};

/** A promise and the function that fulfils it. */
export const createGate = () => {
  let open: () => void = () => {};
  const opened = new Promise<void>((resolve) => (open = resolve));
  return { opened, open };
};
