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
  /** Hashes of the files that were last put before a time. Putting the same bytes again renews the time. */
  hashesPutBefore(time: Date): AsyncIterable<string>;
  /** Deletes a file unless it was put at this time or later, even during this call. Returns whether it was deleted. */
  deleteIfPutBefore(hash: string, time: Date): Promise<boolean>;
}

/**
 * Address of a file's content: SHA-256, 64 hex digits. It is computed once for a buffer, because an upload needs it
 * several times; the buffer must not be changed afterwards.
 */
export const fileHashOf = (content: Uint8Array): string => {
  const hash = fileHashes.get(content) ?? createHash('sha256').update(content).digest('hex');
  fileHashes.set(content, hash);
  return hash;
};
const fileHashes = new WeakMap<Uint8Array, string>();

/** Only such a text addresses a file; any other text must never become a part of a path. */
export const isFileHash = (text: string): boolean => /^[0-9a-f]{64}$/.test(text);

/** `<process id>-<uuid>` */
const TEMPORARY_NAME = /^(\d+)-[0-9a-f-]{36}$/;
/** No write takes longer. After this time a temporary file is removed even if its process id is in use again. */
const MAX_WRITE_MS = HOUR_MS;

/** A folder in which files are written until they are complete. */
export class TemporaryFiles {
  constructor(private readonly folder: string) {}

  /**
   * Writes files atomically, even if the process or the machine dies: all are written to the temporary folder and
   * forced to disk, then renamed in this order. After a failure, e.g. on a full disk, temporary files are removed.
   */
  async write(files: readonly { path: string; content: Uint8Array | string }[]): Promise<void> {
    await mkdir(this.folder, { recursive: true, mode: 0o700 });
    const temporaryFiles: { temporaryPath: string; path: string }[] = [];
    try {
      for (const { path, content } of files) {
        const temporaryPath = join(this.folder, `${process.pid}-${randomUUID()}`);
        temporaryFiles.push({ temporaryPath, path });
        await writeSynced(temporaryPath, content);
      }
      for (const { temporaryPath, path } of temporaryFiles) await rename(temporaryPath, path);
    } catch (error) {
      // The first error is thrown, not one of the removal.
      for (const { temporaryPath } of temporaryFiles) await rm(temporaryPath, { force: true }).catch(() => undefined);
      throw error;
    }
  }

  /** Removes files of processes that were killed. Other processes of this machine may be writing at the same time. */
  async sweep(): Promise<void> {
    for (const name of await readdir(this.folder).catch(() => [])) {
      const file = join(this.folder, name);
      if (await isAbandoned(file, Number(TEMPORARY_NAME.exec(name)?.[1]))) await rm(file, { force: true });
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

const isAbandoned = async (file: string, pid: number): Promise<boolean> => {
  const writtenAt = await stat(file).then(
    ({ mtimeMs }) => mtimeMs,
    () => null,
  );
  if (writtenAt === null) return false;
  // In a container each run has the same process id.
  if (pid === process.pid) return isMainThread && writtenAt < performance.timeOrigin;
  return !isRunning(pid) || Date.now() - writtenAt > MAX_WRITE_MS;
};

const isRunning = (pid: number): boolean => {
  try {
    process.kill(pid, 0);
    return true;
  } catch (error) {
    return Object(error).code === 'EPERM'; // a process of another user
  }
};
