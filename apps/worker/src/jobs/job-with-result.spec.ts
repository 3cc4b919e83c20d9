import { describe, expect, it } from '@jest/globals';
import { pino } from 'pino';
import { z } from 'zod';
import type { JobContext } from '#engines';
import { jobWithResult } from './job-with-result.js';

const context = (overrides: Partial<JobContext>): JobContext => ({
  id: 'e.render-pdf',
  attempt: 1,
  lastAttempt: false,
  abandoned: false,
  progress: async () => {},
  signal: new AbortController().signal,
  ...overrides,
});

const job = (run: () => Promise<void>) => {
  const reasons: string[] = [];
  const handler = jobWithResult({
    payload: z.object({ requestId: z.string() }),
    run,
    fail: async (_, reason) => reasons.push(reason),
    logger: pino({ level: 'silent' }),
  });
  return { reasons, handler };
};

describe('A job that answers a request', () => {
  it('records a failure without another attempt when every attempt ended its worker', async () => {
    const { handler, reasons } = job(() => Promise.reject(new Error('would end the worker again')));
    await handler({ requestId: 'r' }, context({ attempt: 4, lastAttempt: true, abandoned: true }));
    expect(reasons).toEqual(['The service ended while working on it.']);
  });

  it('records a failure only when no attempt is left, and not when another worker has taken the job', async () => {
    const { handler, reasons } = job(() => Promise.reject(new TypeError('no')));
    const lostLease = AbortSignal.abort();
    await expect(handler({ requestId: 'r' }, context({}))).rejects.toThrow('no');
    await expect(handler({ requestId: 'r' }, context({ lastAttempt: true, signal: lostLease }))).rejects.toThrow('no');
    expect(reasons).toEqual([]);
    await expect(handler({ requestId: 'r' }, context({ lastAttempt: true }))).rejects.toThrow('no');
    expect(reasons).toEqual(['TypeError']);
  });
});
