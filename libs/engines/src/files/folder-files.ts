import { randomUUID } from 'node:crypto';
import { link, mkdir, open, readdir, readFile, rename, rm, stat, utimes } from 'node:fs/promises';
import { basename, dirname, join } from 'node:path';
import { fileHashOf, isFileHash } from './file-hash.js';
import type { Files } from './files.js';

/** Opens a folder of files, made when missing: `ab/cd/abcd...` holds the content, `abcd....json` beside it type and name. */
export const openFolderFiles = async (folder: string): Promise<Files> => {
  await mkdir(folder, { recursive: true });
  return new FolderFiles(folder);
};

class FolderFiles implements Files {
  constructor(private readonly folder: string) {}

  async put(content: Uint8Array, { contentType, name }: { contentType: string; name: string }): Promise<{ hash: string; size: number }> {
    const hash = fileHashOf(content);
    const path = this.pathOf(hash);
    if (!(await touched(path))) {
      await mkdir(dirname(path), { recursive: true });
      // The content goes last: once it is there, the file is complete.
      await writeWhole(`${path}.json`, JSON.stringify({ contentType, name }));
      await writeWhole(path, content);
      await syncFolder(dirname(path));
    }
    return { hash, size: content.byteLength };
  }

  async get(hash: string): Promise<{ content: Uint8Array; contentType: string; name: string } | null> {
    if (!isFileHash(hash)) return null;
    const path = this.pathOf(hash);
    try {
      const content = await readFile(path);
      const meta = await readFile(`${path}.json`, 'utf8').catch(unlessMissing(JSON.stringify({ contentType: 'application/octet-stream', name: hash })));
      return { content, ...(JSON.parse(meta) as { contentType: string; name: string }) };
    } catch (error) {
      return unlessMissing(null)(error);
    }
  }

  async delete(hash: string): Promise<void> {
    if (!isFileHash(hash)) return;
    await rm(this.pathOf(hash), { force: true });
    await rm(`${this.pathOf(hash)}.json`, { force: true });
  }

  async *putBefore(time: Date): AsyncIterable<string> {
    for (const entry of await readdir(this.folder, { recursive: true })) {
      const [name, isAside] = asideOf(basename(entry));
      if (!isFileHash(name)) continue;
      // Left aside by a sweep that was killed: it takes its place again and is judged once more.
      if (isAside) await putBack(join(this.folder, entry), this.pathOf(name));
      if (await isOlder(this.pathOf(name), time)) yield name;
    }
  }

  async deletePutBefore(hash: string, time: Date): Promise<boolean> {
    if (!isFileHash(hash)) return false;
    const path = this.pathOf(hash);
    const aside = `${path}${ASIDE}`;
    // Out of the way first: whoever puts it now writes it anew, and whoever put it a moment ago has made it young.
    const moved = await rename(path, aside).then(() => true, unlessMissing(false));
    if (!moved) return false;
    if (await isOlder(aside, time)) {
      await rm(`${path}.json`, { force: true });
      await rm(aside, { force: true });
      return true;
    }
    await putBack(aside, path);
    return false;
  }

  private pathOf(hash: string): string {
    return join(this.folder, hash.slice(0, 2), hash.slice(2, 4), hash);
  }
}

/** Whole or not at all, even when the process or the machine dies: written aside, forced to disk, then named. */
const writeWhole = async (path: string, content: Uint8Array | string): Promise<void> => {
  const aside = `${path}.${randomUUID()}.tmp`;
  const file = await open(aside, 'wx');
  try {
    await file.writeFile(content);
    await file.sync();
  } finally {
    await file.close();
  }
  await rename(aside, path);
};

const syncFolder = async (folder: string): Promise<void> => {
  const handle = await open(folder, 'r');
  try {
    await handle.sync();
  } finally {
    await handle.close();
  }
};

/** Whether a file is there, which counts as put now. */
const touched = async (path: string): Promise<boolean> => {
  const now = new Date();
  return utimes(path, now, now).then(() => true, unlessMissing(false));
};

const isOlder = async (path: string, time: Date): Promise<boolean> => stat(path).then(({ mtime }) => mtime < time, unlessMissing(false));

/** Ends the name of a file that a sweep has taken out of the way. */
const ASIDE = '.aside';
const asideOf = (name: string): [hash: string, isAside: boolean] => (name.endsWith(ASIDE) ? [name.slice(0, -ASIDE.length), true] : [name, false]);

/** Where it was, unless somebody has put it there anew: that one is younger. */
const putBack = async (aside: string, path: string): Promise<void> => {
  await link(aside, path).catch(unless('EEXIST', undefined));
  await rm(aside, { force: true });
};

/** Stands in for what is not there; anything else that went wrong goes on. */
const unlessMissing = <Value>(value: Value) => unless('ENOENT', value);

const unless = <Value>(code: string, value: Value) => (error: unknown): Value => {
  if (typeof error === 'object' && error !== null && 'code' in error && error.code === code) return value;
  throw error;
};
