/** The time of a test: set by the test, or real time for an engine with its own clock. */
export type TestClock = { now(): Date; pass(milliseconds: number): Promise<void> };

/** Durations: with a set clock nothing really waits; with real time all are short. */
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

/** A clock that only the test moves. */
export const setTime: TestTime = { start: setClock, leaseMs: 30_000, laterMs: 86_400_000 };

const realClock: TestClock = {
  now: () => new Date(),
  pass: (milliseconds) => new Promise((resolve) => setTimeout(resolve, milliseconds)),
};

export const realTime: TestTime = { start: () => realClock, leaseMs: 2_000, laterMs: 1_500 };

/** Lets everything run that is ready. */
export const flushOtherTimers = () => new Promise<void>((resolve) => setTimeout(resolve, 1));

/** Resolves once `condition` is true; it is checked each time everything else has run. */
export const waitUntil = async (condition: () => Promise<boolean> | boolean): Promise<void> => {
  while (!(await condition())) await flushOtherTimers();
};

/** A promise and the function that resolves it. */
export const createGate = () => {
  let open: () => void = () => {};
  const whenOpen = new Promise<void>((resolve) => (open = resolve));
  return { whenOpen, open };
};
