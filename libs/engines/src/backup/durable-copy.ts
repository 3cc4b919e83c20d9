import { createHash } from 'node:crypto';
import { mkdir, open, readdir, readFile, rename, rm, writeFile } from 'node:fs/promises';
import { basename, dirname, join, relative } from 'node:path';
import { fileHashOf, isFileHash } from '../files/file-hash.js';
import { openDatabase } from '../sqlite/database.js';

/** A file below a folder, as its checksum names it. */
export type Copied = { path: string; sha256: string; bytes: number };

/**
 * One consistent copy of a database that others may be writing at this moment, compacted: what was deleted is not in it.
 * @throws Error when the source is missing or the target exists
 */
export const copyDatabase = async (source: string, target: string): Promise<void> => {
  await writeFile(target, '', { flag: 'wx', mode: 0o600 });
  const database = openDatabase(source, { readOnly: true });
  try {
    database.exec(`VACUUM INTO '${target.replaceAll("'", "''")}'`);
  } finally {
    database.close();
  }
  await synced(target);
};

/**
 * Copies the finished files of a folder of the embedded engine. A file that is collected meanwhile is left out: no event names it.
 * @returns what was copied, by paths below `root`, and the files whose content is not what their name says.
 */
export const copyFiles = async (
  source: string,
  target: string,
  root: string,
): Promise<{ copied: Copied[]; damaged: string[] }> => {
  const [copied, damaged]: [Copied[], string[]] = [[], []];
  const entries = await readdir(source, { recursive: true }).catch(unlessMissing<string[]>([]));
  for (const entry of entries.toSorted()) {
    if (!isFileHash(basename(entry))) continue;
    const content = await readFile(join(source, entry)).catch(unlessMissing(null));
    if (!content) continue;
    if (fileHashOf(content) !== basename(entry)) damaged.push(basename(entry));
    const facts = await readFile(join(source, `${entry}.json`)).catch(unlessMissing(null));
    await mkdir(dirname(join(target, entry)), { recursive: true, mode: 0o700 });
    if (facts) copied.push(await writeSynced(join(target, `${entry}.json`), facts, root));
    copied.push(await writeSynced(join(target, entry), content, root));
  }
  return { copied, damaged };
};

/** Written and on disk when it resolves. */
export const writeSynced = async (file: string, content: Uint8Array | string, root: string): Promise<Copied> => {
  await writeFile(file, content, { mode: 0o600 });
  await synced(file);
  return {
    path: relative(root, file),
    sha256: createHash('sha256').update(content).digest('hex'),
    bytes: Buffer.byteLength(content),
  };
};

/** Under its name all at once, or not at all. */
export const renameSynced = async (from: string, to: string): Promise<void> => {
  await rename(from, to);
  await synced(dirname(to));
};

export const removeSynced = async (path: string): Promise<void> => {
  await rm(path, { recursive: true, force: true });
  await synced(dirname(path));
};

/** Forces a file, or the names in a folder, to disk. */
export const synced = async (path: string): Promise<void> => {
  const handle = await open(path, 'r');
  try {
    await handle.sync();
  } finally {
    await handle.close();
  }
};

/** Checksum of a file of any size. */
export const checksumOf = async (file: string, root: string): Promise<Copied> => {
  const hash = createHash('sha256');
  let bytes = 0;
  const handle = await open(file, 'r');
  try {
    for await (const chunk of handle.createReadStream({ autoClose: false })) {
      hash.update(chunk as Buffer);
      bytes += (chunk as Buffer).length;
    }
  } finally {
    await handle.close();
  }
  return { path: relative(root, file), sha256: hash.digest('hex'), bytes };
};

const unlessMissing =
  <Value>(value: Value) =>
  (error: unknown): Value => {
    if (Object(error).code === 'ENOENT') return value;
    throw error;
  };
