// Time limits for tests and hooks: jest-light-runner has none, so one that never ends would block the whole run.
import { addEventHandler } from 'jest-circus';

/** Not affected by tests that set the clock. */
const { clearTimeout, setTimeout } = globalThis;

const limit = (entry, timeoutMs) => {
  const { fn, timeout = timeoutMs } = entry;
  if (!fn) return;
  entry.fn = async () => {
    let timer;
    const timeLimit = new Promise((_, reject) => {
      timer = setTimeout(() => reject(new Error(`Not done after ${timeout} ms`)), timeout);
    });
    try {
      return await Promise.race([fn(), timeLimit]);
    } finally {
      clearTimeout(timer);
    }
  };
};

/** Limits every test and hook to its own time, or to `timeoutMs`. */
export const limitTimes = (timeoutMs) =>
  addEventHandler((event, { currentDescribeBlock }) => {
    if (event.name === 'add_test') limit(currentDescribeBlock.children.at(-1), timeoutMs);
    if (event.name === 'add_hook') limit(currentDescribeBlock.hooks.at(-1), timeoutMs);
  });
