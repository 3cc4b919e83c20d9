import { randomUUID } from 'node:crypto';
import { mkdir, open, readFile, rename, rm, stat } from 'node:fs/promises';
import { dirname, join } from 'node:path';
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
    if (!(await exists(path))) {
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
      const [content, meta] = await Promise.all([readFile(path), readFile(`${path}.json`, 'utf8')]);
      return { content, ...(JSON.parse(meta) as { contentType: string; name: string }) };
    } catch (error) {
      if (isMissing(error)) return null;
      throw error;
    }
  }

  async delete(hash: string): Promise<void> {
    if (!isFileHash(hash)) return;
    await rm(this.pathOf(hash), { force: true });
    await rm(`${this.pathOf(hash)}.json`, { force: true });
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

const exists = async (path: string): Promise<boolean> =>
  stat(path).then(
    () => true,
    (error: unknown) => {
      if (isMissing(error)) return false;
      throw error;
    },
  );

const isMissing = (error: unknown): boolean => typeof error === 'object' && error !== null && 'code' in error && error.code === 'ENOENT';
