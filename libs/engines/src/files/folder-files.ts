import { link, mkdir, open, readdir, readFile, rename, rm, stat, utimes } from 'node:fs/promises';
import { basename, dirname, join } from 'node:path';
import { fileHashOf, type Files, TemporaryFiles, isFileHash } from './files.js';

/** What is still being written. */
const INCOMING = 'incoming';

/**
 * Opens a folder of files, made when missing: `ab/cd/abcd...` holds the content, `abcd....json` beside it type and
 * name.
 */
export const openFolderFiles = async (folder: string): Promise<Files> => {
  await mkdir(folder, { recursive: true, mode: 0o700 });
  const incoming = new TemporaryFiles(join(folder, INCOMING));
  await incoming.sweep().catch(() => undefined); // e.g. a folder that can only be read: no reason not to read it
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
    if (!(await touched(path))) {
      await mkdir(dirname(path), { recursive: true, mode: 0o700 });
      // The content is named last: once it is there, the file is complete.
      await this.incoming.write([
        { path: metaOf(path), content: JSON.stringify({ contentType, name }) },
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
        (await textOf(metaOf(path))) ??
        (await textOf(`${metaOf(path)}${ASIDE}`)) ??
        JSON.stringify({ contentType: 'application/octet-stream', name: hash });
      return { content, ...(JSON.parse(meta) as { contentType: string; name: string }) };
    } catch (error) {
      return unlessMissing(null)(error);
    }
  }

  async delete(hash: string): Promise<void> {
    if (!isFileHash(hash)) return;
    await rm(this.pathOf(hash), { force: true });
    await rm(metaOf(this.pathOf(hash)), { force: true });
  }

  async *putBefore(time: Date): AsyncIterable<string> {
    const entries = await readdir(this.folder, { recursive: true });
    for (const entry of entries) if (isLeftByEarlierRelease(entry)) await rm(join(this.folder, entry), { force: true });
    // Left aside by a sweep that was killed: it takes its place again and is judged once more.
    for (const entry of entries) if (entry.endsWith(ASIDE)) await putBack(join(this.folder, entry));
    for (const hash of new Set(entries.map((entry) => basename(entry).replace(ASIDE, ''))))
      if (isFileHash(hash) && (await isOlder(this.pathOf(hash), time))) yield hash;
  }

  async deletePutBefore(hash: string, time: Date): Promise<boolean> {
    if (!isFileHash(hash)) return false;
    const path = this.pathOf(hash);
    if (!(await isOlder(path, time))) return false;
    // Out of the way first, type and name before the content: whoever finds no content writes both anew and loses
    // neither to
    // what follows, and whoever found one a moment ago has made it young.
    await moveAside(metaOf(path));
    const isMoved = await moveAside(path);
    if (isMoved && (await isOlder(`${path}${ASIDE}`, time))) {
      await rm(`${path}${ASIDE}`, { force: true });
      await rm(`${metaOf(path)}${ASIDE}`, { force: true });
      return true;
    }
    if (isMoved) await putBack(`${path}${ASIDE}`);
    await putBack(`${metaOf(path)}${ASIDE}`);
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

/** Earlier releases wrote beside the file, and left what they could not finish. */
const isLeftByEarlierRelease = (entry: string): boolean => /[0-9a-f]{64}(\.json)?\.[0-9a-f-]{36}\.tmp$/.test(entry);

/** Whether a file is there, which counts as put now. */
const touched = async (path: string): Promise<boolean> => {
  const now = new Date();
  return utimes(path, now, now).then(() => true, unlessMissing(false));
};

const isOlder = async (path: string, time: Date): Promise<boolean> =>
  stat(path).then(({ mtime }) => mtime < time, unlessMissing(false));

const metaOf = (path: string): string => `${path}.json`;

const textOf = (path: string): Promise<string | null> => readFile(path, 'utf8').catch(unlessMissing(null));

/** Ends the name of a file that a sweep has taken out of the way. */
const ASIDE = '.aside';

/** Whether there was something to move. */
const moveAside = (path: string): Promise<boolean> =>
  rename(path, `${path}${ASIDE}`).then(() => true, unlessMissing(false));

/** Where it was, unless somebody has put it there anew: that one is younger. */
const putBack = async (aside: string): Promise<void> => {
  await link(aside, aside.slice(0, -ASIDE.length)).catch(unless(['EEXIST', 'ENOENT'], undefined));
  await rm(aside, { force: true });
};

/** Stands in for what is not there; anything else that went wrong goes on. */
const unlessMissing = <Value>(value: Value) => unless(['ENOENT'], value);

const unless =
  <Value>(codes: readonly unknown[], value: Value) =>
  (error: unknown): Value => {
    if (typeof error === 'object' && error !== null && 'code' in error && codes.includes(error.code)) return value;
    throw error;
  };
