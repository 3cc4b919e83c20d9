import { openEmbeddedEngines, openSqliteJobs, type Engines } from '#engines';
import { AT } from '../domain/consignment-story.js';

/** A clock that the test moves. Jobs and worker use the same one, so that waiting for a retry takes no time. */
export class TestClock {
  private milliseconds = Date.parse(AT);
  now = (): Date => new Date(this.milliseconds);
  pass(milliseconds: number): void {
    this.milliseconds += milliseconds;
  }
}

export const HOUR = 60 * 60 * 1000;

/** The embedded engines in memory, or in a folder, with jobs that follow the test's clock. */
export const openTestEngines = async (clock: TestClock, dataDir = ':memory:'): Promise<Engines> =>
  withNewJobs(await openEmbeddedEngines(dataDir), clock);

/** The same engines after their jobs, and the checkpoint of the worker with them, have been lost. */
export const withNewJobs = async (engines: Engines, clock: TestClock): Promise<Engines> => {
  const jobs = await openSqliteJobs(':memory:', { now: clock.now, random: () => 0, pollMs: 5 });
  const close = async () => {
    await jobs.close();
    await engines.close();
  };
  return { ...engines, jobs, close };
};

/**
 * Resolves when `condition` returns true; it is called again every few milliseconds.
 * @throws Error after `timeoutMs`
 */
export const waitUntil = async (condition: () => Promise<boolean>, timeoutMs = 20_000): Promise<void> => {
  const deadline = Date.now() + timeoutMs;
  while (!(await condition())) {
    if (Date.now() > deadline) throw new Error('What the test waits for has not happened in time');
    await new Promise((resolve) => setTimeout(resolve, 5));
  }
};
