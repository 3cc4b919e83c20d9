import { describe, expect, it } from '@jest/globals';
import { pino } from 'pino';
import { z } from 'zod';
import type { JobContext } from '#engines';
import { jobWithAnswer } from './job-with-answer.js';

const context = (given: Partial<JobContext>): JobContext => ({
  id: 'e.render-pdf',
  attempt: 1,
  lastAttempt: false,
  abandoned: false,
  progress: async () => {},
  signal: new AbortController().signal,
  ...given,
});

const job = (run: () => Promise<void>) => {
  const answers: string[] = [];
  const handler = jobWithAnswer({
    payload: z.object({ requestId: z.string() }),
    run,
    fail: async (_, reason) => answers.push(reason),
    logger: pino({ level: 'silent' }),
  });
  return { answers, handler };
};

describe('A job that answers a request', () => {
  it('records a failure without another attempt when every attempt ended its worker', async () => {
    const { handler, answers } = job(() => Promise.reject(new Error('would end the worker again')));
    await handler({ requestId: 'r' }, context({ attempt: 4, lastAttempt: true, abandoned: true }));
    expect(answers).toEqual(['The service ended while working on it.']);
  });

  it('records a failure only when no attempt is left, and not when another worker has taken the job', async () => {
    const { handler, answers } = job(() => Promise.reject(new TypeError('no')));
    const lost = AbortSignal.abort();
    await expect(handler({ requestId: 'r' }, context({}))).rejects.toThrow('no');
    await expect(handler({ requestId: 'r' }, context({ lastAttempt: true, signal: lost }))).rejects.toThrow('no');
    expect(answers).toEqual([]);
    await expect(handler({ requestId: 'r' }, context({ lastAttempt: true }))).rejects.toThrow('no');
    expect(answers).toEqual(['TypeError']);
  });
});
