import { createHash, randomBytes } from 'node:crypto';
import { beforeAll, describe, expect, it } from '@jest/globals';
import type { Files } from './files.js';

/** Starts the call after some turns of the event loop, so that each round has another timing. */
const delayed = async <Result>(turns: number, action: () => Promise<Result>): Promise<Result> => {
  for (let turn = 0; turn < turns; turn++) await new Promise(setImmediate);
  return action();
};

/** What every adapter of the files must do. */
export const filesContract = (adapter: string, open: () => Promise<Files>): void => {
  describe(`the file storage on ${adapter}`, () => {
    let files: Files;
    const pdf = { contentType: 'application/pdf', name: '见证取样 委托单.pdf' };

    beforeAll(async () => {
      files = await open();
    });

    it('returns stored content by the SHA-256 hash of its bytes', async () => {
      const content = randomBytes(100_000);
      const { hash, size } = await files.put(content, pdf);
      expect(hash).toBe(createHash('sha256').update(content).digest('hex'));
      expect(size).toBe(100_000);
      const file = await files.get(hash);
      expect(file).toMatchObject(pdf);
      expect(content.equals(file?.content ?? new Uint8Array())).toBe(true);
    });

    it('stores the same bytes once, also when they are stored at the same time', async () => {
      const content = randomBytes(1_000);
      const [first, second] = await Promise.all([files.put(content, pdf), files.put(Uint8Array.from(content), pdf)]);
      expect(second).toEqual(first);
      expect(await files.put(content, pdf)).toEqual(first);
      await files.delete(first.hash);
      expect(await files.get(first.hash)).toBeNull();
    });

    it('lists files stored before a time, and deletes one only if it has not been stored again since', async () => {
      const [oldFile, renewedFile] = [await files.put(randomBytes(10), pdf), await files.put(randomBytes(10), pdf)];
      const content = (await files.get(renewedFile.hash))?.content ?? new Uint8Array();
      const soon = () => new Date(Date.now() + 1000);
      const earlier = new Date(Date.now() - 60_000);
      const listHashes = async (time: Date) => {
        const hashes: string[] = [];
        for await (const hash of files.hashesPutBefore(time)) hashes.push(hash);
        return hashes;
      };
      expect(await listHashes(soon())).toEqual(expect.arrayContaining([oldFile.hash, renewedFile.hash]));
      expect(await listHashes(earlier)).not.toContain(oldFile.hash);
      expect(await files.deleteIfPutBefore(renewedFile.hash, earlier)).toBe(false);
      expect((await files.get(renewedFile.hash))?.content).toEqual(content);
      expect(await files.deleteIfPutBefore(oldFile.hash, soon())).toBe(true);
      expect(await files.get(oldFile.hash)).toBeNull();
      expect(await files.deleteIfPutBefore(oldFile.hash, soon())).toBe(false);
      expect(await listHashes(soon())).not.toContain(oldFile.hash);
    });

    it('preserves a file, with its type and name, that is stored again while it is being deleted', async () => {
      const content = randomBytes(300_000);
      for (let round = 0; round < 30; round++) {
        const { hash } = await files.put(content, pdf);
        const limit = new Date(Date.now() + 1);
        while (new Date() < limit) await new Promise((resolve) => setTimeout(resolve, 1));
        await Promise.all([files.deleteIfPutBefore(hash, limit), delayed(round % 5, () => files.put(content, pdf))]);
        expect(await files.get(hash)).toMatchObject({ ...pdf, content: expect.any(Uint8Array) });
      }
    });

    it('stores an empty file', async () => {
      const { hash, size } = await files.put(new Uint8Array(), pdf);
      expect(size).toBe(0);
      expect((await files.get(hash))?.content).toHaveLength(0);
    });

    it('returns nothing for an invalid or unknown hash', async () => {
      for (const hash of ['', '../../etc/passwd', 'a'.repeat(64), 'A'.repeat(64)]) {
        expect(await files.get(hash)).toBeNull();
        await files.delete(hash);
      }
    });
  });
};
