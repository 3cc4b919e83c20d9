import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import type { LastWrites } from './last-writes.js';

/** The same last writes, opened twice as by two processes. */
export type LastWritesUnderTest = { one: LastWrites; other: LastWrites; close(): Promise<void> };

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
      const { one, other } = test;
      const [author, silent] = [randomUUID(), randomUUID()];
      expect(await one.of(author)).toBeNull();
      await one.note(author, at(7));
      expect(await other.of(author)).toBe(at(7));
      await other.note(author, at(12));
      await one.note(author, at(9));
      expect([await one.of(author), await other.of(author), await other.of(silent)]).toEqual([at(12), at(12), null]);
    });

    it('keep the newest of several positions that are recorded at once', async () => {
      const author = randomUUID();
      const writes = Array.from({ length: 20 }, (_, n) => (n % 2 ? test.one : test.other).note(author, at(n)));
      await Promise.all(writes);
      expect(await test.one.of(author)).toBe(at(19));
    });
  });
};
