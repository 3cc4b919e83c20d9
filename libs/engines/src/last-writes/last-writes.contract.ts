import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import type { LastWrites } from './last-writes.js';

/** The same last writes, opened twice as by two processes. */
export type LastWritesUnderTest = { first: LastWrites; second: LastWrites; close(): Promise<void> };

const at = (n: number): string => String(n).padStart(20, '0');

/** What every adapter of the last writes must do. */
export const lastWritesContract = (adapter: string, open: () => Promise<LastWritesUnderTest>): void => {
  describe(`last writes on ${adapter}`, () => {
    let test: LastWritesUnderTest;
    beforeAll(async () => {
      test = await open();
    });
    afterAll(() => test.close());

    it('report at once to every process where an author wrote last, and never move back', async () => {
      const { first, second } = test;
      const [author, otherAuthor] = [randomUUID(), randomUUID()];
      expect(await first.of(author)).toBeNull();
      await first.record(author, at(7));
      expect(await second.of(author)).toBe(at(7));
      await second.record(author, at(12));
      await first.record(author, at(9));
      expect([await first.of(author), await second.of(author), await second.of(otherAuthor)]).toEqual([
        at(12),
        at(12),
        null,
      ]);
    });

    it('keep the newest of several positions that are recorded at once', async () => {
      const author = randomUUID();
      const writes = Array.from({ length: 20 }, (_, n) => (n % 2 ? test.first : test.second).record(author, at(n)));
      await Promise.all(writes);
      expect(await test.first.of(author)).toBe(at(19));
    });
  });
};
