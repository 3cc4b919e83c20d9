import { spawn } from 'node:child_process';
import { randomUUID } from 'node:crypto';
import { once } from 'node:events';
import { existsSync } from 'node:fs';
import { copyFile, mkdtemp, readdir, rename, rm, utimes, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { filesContract } from './files.contract.js';
import { openFolderFiles } from './folder-files.js';
import { MemoryFiles } from './memory-files.js';

const HOUR = 60 * 60 * 1000;

filesContract('memory', async () => new MemoryFiles());

describe('file storage in a folder', () => {
  let folder: string;
  beforeAll(async () => {
    folder = await mkdtemp(join(tmpdir(), 'files-'));
  });
  afterAll(() => rm(folder, { recursive: true }));

  filesContract('a folder', () => openFolderFiles(folder));

  it('renews the age of a file that is stored again, and restores a file that a killed sweep had moved aside', async () => {
    const files = await openFolderFiles(folder);
    const content = Buffer.from('委托书');
    const { hash } = await files.put(content, { contentType: 'application/pdf', name: 'a.pdf' });
    const path = join(folder, hash.slice(0, 2), hash.slice(2, 4), hash);
    const [longAgo, dayAgo] = [new Date(Date.now() - 48 * HOUR), new Date(Date.now() - 24 * HOUR)];
    await utimes(path, longAgo, longAgo);
    await files.put(content, { contentType: 'application/pdf', name: 'a.pdf' });
    expect(await files.deleteIfPutBefore(hash, dayAgo)).toBe(false);
    await rename(path, `${path}.aside`);
    expect(await files.get(hash)).toBeNull();
    for await (const listedHash of files.hashesPutBefore(dayAgo)) expect(listedHash).not.toBe(hash);
    expect(await files.get(hash)).toMatchObject({ name: 'a.pdf' });

    await copyFile(path, `${path}.aside`);
    await utimes(`${path}.aside`, longAgo, longAgo);
    for await (const listedHash of files.hashesPutBefore(dayAgo)) expect(listedHash).not.toBe(hash);
    expect(await readdir(join(path, '..'))).toEqual([hash, `${hash}.json`]);
  });

  it('preserves type and name of a file that a sweep has moved aside, also if the sweep is killed', async () => {
    const files = await openFolderFiles(folder);
    const content = Buffer.from('送样单');
    const pdf = { contentType: 'application/pdf', name: 'b.pdf' };
    const { hash } = await files.put(content, pdf);
    const path = join(folder, hash.slice(0, 2), hash.slice(2, 4), hash);
    await rename(`${path}.json`, `${path}.json.aside`);
    await files.put(content, pdf);
    expect(await files.get(hash)).toMatchObject(pdf);
    await rename(path, `${path}.aside`);
    for await (const listedHash of files.hashesPutBefore(new Date(0))) expect(listedHash).toBe('none');
    expect(await readdir(join(path, '..'))).toEqual([hash, `${hash}.json`]);
    expect(await files.get(hash)).toMatchObject(pdf);
  });

  it('preserves files across a restart and leaves no unfinished file behind', async () => {
    const { hash } = await (
      await openFolderFiles(folder)
    ).put(Buffer.from('报告'), { contentType: 'text/plain', name: 'a.txt' });
    expect(await (await openFolderFiles(folder)).get(hash)).toMatchObject({ contentType: 'text/plain', name: 'a.txt' });
    expect(await readdir(join(folder, hash.slice(0, 2), hash.slice(2, 4)))).toEqual([hash, `${hash}.json`]);
    expect(await readdir(join(folder, 'incoming'))).toEqual([]);
  });

  it('removes files left unfinished by a killed process, but not those that another process is writing', async () => {
    const deadProcess = spawn(process.execPath, ['-e', '']);
    await once(deadProcess, 'exit');
    const alivePid = process.ppid;
    const names = [`${deadProcess.pid}-${randomUUID()}`, `${alivePid}-${randomUUID()}`];
    for (const name of names) await writeFile(join(folder, 'incoming', name), 'half of it');
    await openFolderFiles(folder);
    expect(await readdir(join(folder, 'incoming'))).toEqual([names[1]]);
    await rm(join(folder, 'incoming', String(names[1])));
    const earlierReleaseFile = join(folder, `${'a'.repeat(64)}.${randomUUID()}.tmp`);
    await writeFile(earlierReleaseFile, 'half of it');
    for await (const hash of (await openFolderFiles(folder)).hashesPutBefore(new Date(0))) expect(hash).toBe('none');
    expect(existsSync(earlierReleaseFile)).toBe(false);
  });
});
