import { setImmediate as nextTurn } from 'node:timers/promises';
import { describe, expect, it } from '@jest/globals';
import { SharedCalls } from './shared-calls.js';

/** Calls that are answered when the test says so. */
const startCalls = () => {
  const sent: { asked: string[]; answer: (value: string) => void; fail: (error: Error) => void }[] = [];
  const calls = new SharedCalls<string, string>(
    (asked) => new Promise((answer, fail) => sent.push({ asked, answer, fail })),
  );
  return { calls, sent };
};

describe('Shared calls to a server', () => {
  it('are combined into one call if they are made in the same turn', async () => {
    const { calls, sent } = startCalls();
    const answers = Promise.all(['a', 'b', 'c'].map((asked) => calls.ask(asked)));
    await nextTurn();
    expect(sent.map(({ asked }) => asked)).toEqual([['a', 'b', 'c']]);
    sent[0]?.answer('now');
    expect(await answers).toEqual(['now', 'now', 'now']);
  });

  it('run at most two at a time, and requests that arrive meanwhile share the next one', async () => {
    const { calls, sent } = startCalls();
    const answers: Promise<string>[] = [];
    for (const asked of ['a', 'b', 'c', 'd']) {
      answers.push(calls.ask(asked));
      await nextTurn();
      await nextTurn();
    }
    expect(sent.map(({ asked }) => asked)).toEqual([['a'], ['b']]);
    sent[1]?.answer('second');
    expect(await answers[1]).toBe('second');
    await nextTurn();
    expect(sent.map(({ asked }) => asked)).toEqual([['a'], ['b'], ['c', 'd']]);
    sent[0]?.answer('first');
    sent[2]?.answer('third');
    expect(await Promise.all(answers)).toEqual(['first', 'second', 'third', 'third']);
  });

  it('fail only for those who share them, and the next call is still made', async () => {
    const { calls, sent } = startCalls();
    const refused = calls.ask('a');
    await nextTurn();
    sent[0]?.fail(new Error('away'));
    await expect(refused).rejects.toThrow('away');
    const answered = calls.ask('b');
    await nextTurn();
    sent[1]?.answer('there');
    expect(await answered).toBe('there');
  });
});
