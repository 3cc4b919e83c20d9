import { describe, expect, it } from '@jest/globals';
import { LogPages } from './log-pages.js';

const at = (n: number) => String(n).padStart(20, '0');
const pages = (end: number) => {
  const reads: number[] = [];
  const read = async (after: string) => {
    reads.push(Number(after));
    const through = Math.min(Number(after) + 10, end);
    return { records: [], through: at(through), isFull: through === Number(after) + 10 };
  };
  return { reads, pages: new LogPages(read) };
};

describe('pages of history', () => {
  it('are read once for all who walk through the log together, one page ahead', async () => {
    const { reads, pages: log } = pages(1_000);
    for (const after of [0, 10, 20]) {
      const [one, two] = await Promise.all([log.after(at(after)), log.after(at(after))]);
      expect(one).toBe(two);
    }
    expect(reads).toEqual([0, 10, 20, 30]);
  });

  it('are read anew where the log ended: it grows', async () => {
    const { reads, pages: log } = pages(5);
    await log.after(at(0));
    await log.after(at(0));
    expect(reads).toEqual([0, 0]);
  });

  it('are read anew after a failure, which everybody who waited is told', async () => {
    let fails = true;
    const log = new LogPages(async (through) => {
      if (fails) throw new Error('gone');
      return { records: [], through, isFull: false };
    });
    const outcomes = await Promise.allSettled([log.after(at(0)), log.after(at(0))]);
    expect(outcomes.map(({ status }) => status)).toEqual(['rejected', 'rejected']);
    fails = false;
    await expect(log.after(at(0))).resolves.toMatchObject({ through: at(0) });
  });
});
