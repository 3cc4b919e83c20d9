// Runs once in each worker of the tests of the server, before the first test file.
import { register } from 'node:module';
import { addEventHandler } from 'jest-circus';

register('./typescript-hooks.mjs', import.meta.url);
process.setSourceMapsEnabled(true);

/** Long, because the engines are real, and a shared machine may be busy. */
const TIMEOUT_MS = 300_000;
/** Not affected by tests that set the clock. */
const { clearTimeout, setTimeout } = globalThis;

/** jest-light-runner has no timeout for tests; one that never ends would block the whole run. */
const endInTime = (entry) => {
  const { fn, timeout = TIMEOUT_MS } = entry;
  if (!fn) return;
  entry.fn = async () => {
    let timer;
    const late = new Promise((_, reject) => {
      timer = setTimeout(() => reject(new Error(`Not done after ${timeout} ms`)), timeout);
    });
    try {
      return await Promise.race([fn(), late]);
    } finally {
      clearTimeout(timer);
    }
  };
};

addEventHandler((event, { currentDescribeBlock }) => {
  if (event.name === 'add_test') endInTime(currentDescribeBlock.children.at(-1));
  if (event.name === 'add_hook') endInTime(currentDescribeBlock.hooks.at(-1));
});
