import { afterEach, beforeEach } from '@jest/globals';
import { pino } from 'pino';
import type { Engines, Files, JobState } from '#engines';
import type { MessageTransport } from '../../../apps/worker/src/messages/messages.js';
import type { JobName } from '../../../apps/worker/src/reactions.js';
import { createWorker } from '../../../apps/worker/src/worker.js';
import { openTestEngines, TestClock, waitUntil, withNewJobs } from './test-engines.js';

const silentTransport: MessageTransport = { name: 'none', send: () => Promise.resolve() };

/**
 * For each test of a file: engines in memory, a clock, and the workers that the test starts. All are closed after the
 * test.
 */
export const workerUnderTest = () => {
  let clock = new TestClock();
  let openEngines: Engines | null = null;
  const stops: (() => Promise<void>)[] = [];
  const engines = (): Engines => {
    if (!openEngines) throw new Error('Engines are open while a test runs');
    return openEngines;
  };
  beforeEach(async () => {
    clock = new TestClock();
    openEngines = await openTestEngines(clock);
  });
  afterEach(async () => {
    for (const stop of stops.splice(0)) await stop();
    await engines().close();
  });

  return {
    get engines() {
      return engines();
    },
    get clock() {
      return clock;
    },
    startWorker({
      messages = silentTransport,
      files = engines().files,
    }: { messages?: MessageTransport; files?: Files } = {}) {
      const worker = createWorker({
        engines: { ...engines(), files },
        messages,
        logger: pino({ level: 'silent' }),
        now: clock.now,
        retryMs: 1,
        settleMs: 1,
      });
      stops.push(worker.stop);
      return worker;
    },
    /** All workers must have stopped. */
    async loseJobs() {
      openEngines = await withNewJobs(engines(), clock);
    },
    /** Resolves when the job of a request is in this state, and has this number of attempts if it is set. */
    jobIs: (name: JobName, requestId: string, state: JobState, attempts?: number) =>
      waitUntil(async () => {
        const { jobs } = await engines().jobs.find({ name });
        return jobs.some(
          (job) =>
            job.id === `${requestId}.${name}` &&
            job.state === state &&
            (attempts === undefined || job.attempts === attempts),
        );
      }),
  };
};
