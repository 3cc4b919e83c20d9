import { setImmediate as nextTurn } from 'node:timers/promises';
import { describe, expect, it } from '@jest/globals';
import { SharedCalls } from './shared-calls.js';

/** Calls that are answered when the test says so. */
const startCalls = () => {
  const sentCalls: { requests: string[]; resolve: (value: string) => void; reject: (error: Error) => void }[] = [];
  const calls = new SharedCalls<string, string>(
    (requests) => new Promise((resolve, reject) => sentCalls.push({ requests, resolve, reject })),
  );
  return { calls, sentCalls };
};

describe('Shared calls to a server', () => {
  it('are combined into one call if they are made in the same turn', async () => {
    const { calls, sentCalls } = startCalls();
    const results = Promise.all(['a', 'b', 'c'].map((request) => calls.execute(request)));
    await nextTurn();
    expect(sentCalls.map(({ requests }) => requests)).toEqual([['a', 'b', 'c']]);
    sentCalls[0]?.resolve('now');
    expect(await results).toEqual(['now', 'now', 'now']);
  });

  it('run at most two at a time, and requests that arrive meanwhile share the next one', async () => {
    const { calls, sentCalls } = startCalls();
    const results: Promise<string>[] = [];
    for (const request of ['a', 'b', 'c', 'd']) {
      results.push(calls.execute(request));
      await nextTurn();
      await nextTurn();
    }
    expect(sentCalls.map(({ requests }) => requests)).toEqual([['a'], ['b']]);
    sentCalls[1]?.resolve('second');
    expect(await results[1]).toBe('second');
    await nextTurn();
    expect(sentCalls.map(({ requests }) => requests)).toEqual([['a'], ['b'], ['c', 'd']]);
    sentCalls[0]?.resolve('first');
    sentCalls[2]?.resolve('third');
    expect(await Promise.all(results)).toEqual(['first', 'second', 'third', 'third']);
  });

  it('fail only for those who share them, and the next call is still made', async () => {
    const { calls, sentCalls } = startCalls();
    const failedCall = calls.execute('a');
    await nextTurn();
    sentCalls[0]?.reject(new Error('away'));
    await expect(failedCall).rejects.toThrow('away');
    const nextCall = calls.execute('b');
    await nextTurn();
    sentCalls[1]?.resolve('there');
    expect(await nextCall).toBe('there');
  });
});
