import { describe, expect, it } from '@jest/globals';
import { Turns } from './turns.js';

describe('turns', () => {
  const calls = (count: number) => {
    const turns = new Turns();
    const answers: (() => void)[] = [];
    const order: number[] = [];
    const asked = Array.from({ length: count }, (_, n) =>
      turns.take(async () => {
        order.push(n);
        await new Promise<void>((resolve) => answers.push(resolve));
        return n;
      }),
    );
    return { turns, answers, order, asked };
  };

  it('let out 64 calls at a time, in the order they came', async () => {
    const { answers, order, asked } = calls(100);
    expect(order).toHaveLength(64);
    answers[10]?.();
    await asked[10];
    await new Promise(setImmediate);
    expect(order.slice(64)).toEqual([64]);
    for (let n = 0; n < answers.length; n++) {
      answers[n]?.();
      await new Promise(setImmediate);
    }
    expect(await Promise.all(asked)).toEqual(Array.from({ length: 100 }, (_, n) => n));
    expect(order).toEqual(Array.from({ length: 100 }, (_, n) => n));
  });

  it('are given up by those who wait when there is no hope, and by nobody else', async () => {
    const { turns, answers, asked } = calls(66);
    turns.failWaiting(new Error('gone'));
    await expect(asked[64]).rejects.toThrow('gone');
    await expect(asked[65]).rejects.toThrow('gone');
    for (const answer of answers) answer();
    await expect(Promise.all(asked.slice(0, 64))).resolves.toHaveLength(64);
    await expect(turns.take(async () => 'free')).resolves.toBe('free');
  });
});
