import { link, mkdir, open, readdir, readFile, rename, rm, stat, utimes } from 'node:fs/promises';
import { basename, dirname, join } from 'node:path';
import { fileHashOf, type Files, TemporaryFiles, isFileHash } from './files.js';

/** The folder of files that are being written. */
const INCOMING = 'incoming';

/**
 * Opens a folder of files, which is created if it is missing: `ab/cd/abcd...` is the content, and `abcd....json` beside
 * it contains type and name.
 */
export const openFolderFiles = async (folder: string): Promise<Files> => {
  await mkdir(folder, { recursive: true, mode: 0o700 });
  const incoming = new TemporaryFiles(join(folder, INCOMING));
  await incoming.sweep().catch(() => undefined); // fails for a read-only folder, which can still be read
  return new FolderFiles(folder, incoming);
};

class FolderFiles implements Files {
  constructor(
    private readonly folder: string,
    private readonly incoming: TemporaryFiles,
  ) {}

  async put(
    content: Uint8Array,
    { contentType, name }: { contentType: string; name: string },
  ): Promise<{ hash: string; size: number }> {
    const hash = fileHashOf(content);
    const path = this.pathOf(hash);
    if (!(await touch(path))) {
      await mkdir(dirname(path), { recursive: true, mode: 0o700 });
      // The content is renamed last, so a file whose content exists is complete.
      await this.incoming.write([
        { path: metaPathOf(path), content: JSON.stringify({ contentType, name }) },
        { path, content },
      ]);
      await syncFolder(dirname(path));
    }
    return { hash, size: content.byteLength };
  }

  async get(hash: string): Promise<{ content: Uint8Array; contentType: string; name: string } | null> {
    if (!isFileHash(hash)) return null;
    const path = this.pathOf(hash);
    try {
      const content = await readFile(path);
      const meta =
        (await readTextIfExists(metaPathOf(path))) ??
        (await readTextIfExists(`${metaPathOf(path)}${ASIDE_SUFFIX}`)) ??
        JSON.stringify({ contentType: 'application/octet-stream', name: hash });
      return { content, ...(JSON.parse(meta) as { contentType: string; name: string }) };
    } catch (error) {
      return unlessMissing(null)(error);
    }
  }

  async delete(hash: string): Promise<void> {
    if (!isFileHash(hash)) return;
    await rm(this.pathOf(hash), { force: true });
    await rm(metaPathOf(this.pathOf(hash)), { force: true });
  }

  async *hashesPutBefore(time: Date): AsyncIterable<string> {
    const entries = await readdir(this.folder, { recursive: true });
    for (const entry of entries) if (isLeftByEarlierRelease(entry)) await rm(join(this.folder, entry), { force: true });
    // Files that a killed process has moved aside are moved back and checked again.
    for (const entry of entries) if (entry.endsWith(ASIDE_SUFFIX)) await restoreFile(join(this.folder, entry));
    for (const hash of new Set(entries.map((entry) => basename(entry).replace(ASIDE_SUFFIX, ''))))
      if (isFileHash(hash) && (await isOlderThan(this.pathOf(hash), time))) yield hash;
  }

  async deleteIfPutBefore(hash: string, time: Date): Promise<boolean> {
    if (!isFileHash(hash)) return false;
    const path = this.pathOf(hash);
    if (!(await isOlderThan(path, time))) return false;
    // The files are moved aside first, and the one with type and name before the content. A caller that puts the
    // content now does not find it and writes both again, without losing them to the steps below. A caller that found
    // it a moment ago has renewed its time.
    await moveAside(metaPathOf(path));
    const isMoved = await moveAside(path);
    if (isMoved && (await isOlderThan(`${path}${ASIDE_SUFFIX}`, time))) {
      await rm(`${path}${ASIDE_SUFFIX}`, { force: true });
      await rm(`${metaPathOf(path)}${ASIDE_SUFFIX}`, { force: true });
      return true;
    }
    if (isMoved) await restoreFile(`${path}${ASIDE_SUFFIX}`);
    await restoreFile(`${metaPathOf(path)}${ASIDE_SUFFIX}`);
    return false;
  }

  private pathOf(hash: string): string {
    return join(this.folder, hash.slice(0, 2), hash.slice(2, 4), hash);
  }
}

const syncFolder = async (folder: string): Promise<void> => {
  const handle = await open(folder, 'r');
  try {
    await handle.sync();
  } finally {
    await handle.close();
  }
};

/** Earlier releases wrote temporary files beside the file and did not remove unfinished ones. */
const isLeftByEarlierRelease = (entry: string): boolean => /[0-9a-f]{64}(\.json)?\.[0-9a-f-]{36}\.tmp$/.test(entry);

/** Renews the time of a file. False if it does not exist. */
const touch = async (path: string): Promise<boolean> => {
  const now = new Date();
  return utimes(path, now, now).then(() => true, unlessMissing(false));
};

const isOlderThan = async (path: string, time: Date): Promise<boolean> =>
  stat(path).then(({ mtime }) => mtime < time, unlessMissing(false));

const metaPathOf = (path: string): string => `${path}.json`;

const readTextIfExists = (path: string): Promise<string | null> => readFile(path, 'utf8').catch(unlessMissing(null));

/** Suffix of a file that was moved aside before it is deleted. */
const ASIDE_SUFFIX = '.aside';

/** False if there is no such file. */
const moveAside = (path: string): Promise<boolean> =>
  rename(path, `${path}${ASIDE_SUFFIX}`).then(() => true, unlessMissing(false));

/** Moves a file back, unless it was written again meanwhile. */
const restoreFile = async (asidePath: string): Promise<void> => {
  await link(asidePath, asidePath.slice(0, -ASIDE_SUFFIX.length)).catch(unless(['EEXIST', 'ENOENT'], undefined));
  await rm(asidePath, { force: true });
};

/** An error handler that returns `value` for a missing file and rethrows any other error. */
const unlessMissing = <Value>(value: Value) => unless(['ENOENT'], value);

const unless =
  <Value>(codes: readonly unknown[], value: Value) =>
  (error: unknown): Value => {
    if (typeof error === 'object' && error !== null && 'code' in error && codes.includes(error.code)) return value;
    throw error;
  };
