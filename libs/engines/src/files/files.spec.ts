import { mkdtemp, readdir, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { filesContract } from './files.contract.js';
import { openFolderFiles } from './folder-files.js';
import { MemoryFiles } from './memory-files.js';

filesContract('memory', async () => new MemoryFiles());

describe('a folder', () => {
  let folder: string;
  beforeAll(async () => {
    folder = await mkdtemp(join(tmpdir(), 'files-'));
  });
  afterAll(() => rm(folder, { recursive: true }));

  filesContract('a folder', () => openFolderFiles(folder));

  it('survives a restart and leaves nothing unfinished behind', async () => {
    const { hash } = await (await openFolderFiles(folder)).put(Buffer.from('报告'), { contentType: 'text/plain', name: 'a.txt' });
    expect(await (await openFolderFiles(folder)).get(hash)).toMatchObject({ contentType: 'text/plain', name: 'a.txt' });
    expect(await readdir(join(folder, hash.slice(0, 2), hash.slice(2, 4)))).toEqual([hash, `${hash}.json`]);
    const everything = await readdir(folder, { recursive: true });
    expect(everything.filter((name) => name.endsWith('.tmp'))).toEqual([]);
  });
});
