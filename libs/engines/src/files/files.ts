import { createHash, randomUUID } from 'node:crypto';
import { mkdir, open, readdir, rename, rm, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { isMainThread } from 'node:worker_threads';
import { HOUR_MS } from '#domain/time';

/**
 * Port. File contents, addressed by SHA-256 of the bytes (64 hex digits). Putting the same bytes twice stores them
 * once.
 */
export interface Files {
  put(content: Uint8Array, meta: { contentType: string; name: string }): Promise<{ hash: string; size: number }>;
  get(hash: string): Promise<{ content: Uint8Array; contentType: string; name: string } | null>;
  delete(hash: string): Promise<void>;
  /** Hashes of the files last put before a time. Putting the same bytes again makes a file young. */
  putBefore(time: Date): AsyncIterable<string>;
  /** Deletes a file unless it was put at that time or later, even at this very moment; says whether it is gone. */
  deletePutBefore(hash: string, time: Date): Promise<boolean>;
}

/** Address of a file's content: SHA-256, 64 hex digits. */
export const fileHashOf = (content: Uint8Array): string => createHash('sha256').update(content).digest('hex');

/** Anything else addresses no file; it must never become part of a path. */
export const isFileHash = (text: string): boolean => /^[0-9a-f]{64}$/.test(text);

/** `<process id>-<uuid>` */
const NAME = /^(\d+)-[0-9a-f-]{36}$/;
/** No write takes longer. After this time a temporary file is removed even if its process id is in use again. */
const MAX_WRITE_MS = HOUR_MS;

/** A folder beside the files in which each is written until it is whole. */
export class TemporaryFiles {
  constructor(private readonly folder: string) {}

  /**
   * Writes files whole or not at all, even when the process or the machine dies: all are written aside and forced to
   * disk, then named in the order given. What could not be written, e.g. because the disk is full, is removed at once.
   */
  async write(files: readonly { path: string; content: Uint8Array | string }[]): Promise<void> {
    await mkdir(this.folder, { recursive: true, mode: 0o700 });
    const written: { aside: string; path: string }[] = [];
    try {
      for (const { path, content } of files) {
        const aside = join(this.folder, `${process.pid}-${randomUUID()}`);
        written.push({ aside, path });
        await writeSynced(aside, content);
      }
      for (const { aside, path } of written) await rename(aside, path);
    } catch (error) {
      // What went wrong first is told.
      for (const { aside } of written) await rm(aside, { force: true }).catch(() => undefined);
      throw error;
    }
  }

  /** Removes what processes have left that were killed. Others of this machine may be writing at this moment. */
  async sweep(): Promise<void> {
    for (const name of await readdir(this.folder).catch(() => [])) {
      const file = join(this.folder, name);
      if (await isLeft(file, Number(NAME.exec(name)?.[1]))) await rm(file, { force: true });
    }
  }
}

const writeSynced = async (path: string, content: Uint8Array | string): Promise<void> => {
  const file = await open(path, 'wx', 0o600);
  try {
    await file.writeFile(content);
    await file.sync();
  } finally {
    await file.close();
  }
};

const isLeft = async (file: string, pid: number): Promise<boolean> => {
  const writtenAt = await stat(file).then(
    ({ mtimeMs }) => mtimeMs,
    () => null,
  );
  if (writtenAt === null) return false;
  // A container gives the same id to each of its runs.
  if (pid === process.pid) return isMainThread && writtenAt < performance.timeOrigin;
  return !isRunning(pid) || Date.now() - writtenAt > MAX_WRITE_MS;
};

const isRunning = (pid: number): boolean => {
  try {
    process.kill(pid, 0);
    return true;
  } catch (error) {
    return Object(error).code === 'EPERM'; // another user's
  }
};
