// Runs once in each worker of the tests of the server, before the first test file.
import { register } from 'node:module';
import { addEventHandler } from 'jest-circus';

register('./typescript-hooks.mjs', import.meta.url);
process.setSourceMapsEnabled(true);

/** The engines are real, and a shared machine may be busy. */
const TIMEOUT_MS = 300_000;
/** Some tests set the clock. */
const { clearTimeout, setTimeout } = globalThis;

/**
 * jest-light-runner waits for a test as long as it takes; one that never ends would keep the whole run from its end.
 */
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
