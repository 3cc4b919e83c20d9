// The exports of `@jest/globals` for a test file of the console. Loaded again for each file, which starts with an empty
// page.
import { ModernFakeTimers } from '@jest/fake-timers';
import { cleanup } from '@testing-library/react/pure.js';
import { emptyPage } from './browser-page.mjs';

emptyPage(); // before the modules of the console are loaded, because some read what is stored

export const { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it, test } = globalThis;

const { fn, restoreAllMocks, spyOn } = (globalThis.jestOfRunner ??= globalThis.jest);
delete globalThis.jest; // testing-library would assume fake timers

const timers = new ModernFakeTimers({ config: { fakeTimers: {} }, global: globalThis });
export const jest = {
  fn,
  spyOn,
  restoreAllMocks,
  // No module can be loaded and React cannot end `act` while these are faked. Pages do not use them.
  useFakeTimers: (options) =>
    timers.useFakeTimers({ ...options, doNotFake: ['clearImmediate', 'nextTick', 'queueMicrotask', 'setImmediate'] }),
  useRealTimers: () => timers.useRealTimers(),
  advanceTimersByTime: (ms) => timers.advanceTimersByTime(ms),
  advanceTimersByTimeAsync: (ms) => timers.advanceTimersByTimeAsync(ms),
};

beforeAll(() => {
  globalThis.IS_REACT_ACT_ENVIRONMENT = true;
});
afterEach(cleanup);
afterAll(() => {
  timers.useRealTimers();
  restoreAllMocks();
});
