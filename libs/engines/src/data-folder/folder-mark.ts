import { closeSync, existsSync, fsyncSync, openSync, readFileSync, renameSync, rmSync, writeSync } from 'node:fs';
import { join } from 'node:path';
import { randomUUID } from 'node:crypto';
import { toMark, type DataMark } from './data-format.js';

/** Lies in the data folder and in every backup of it. */
export const MARK_FILE = 'format.json';

/** What a folder says of its data; null where no release has marked it. @throws Error for a mark that cannot be read */
export const markOf = (folder: string): DataMark | null => {
  const file = join(folder, MARK_FILE);
  if (!existsSync(file)) return null;
  const mark = toMark(parsed(readFileSync(file, 'utf8')));
  if (!mark)
    throw new Error(
      `${file} cannot be read: restore it from a backup, or delete it if no newer release than this one has run on the folder.`,
    );
  return mark;
};

/** Whole or not at all: written aside, forced to disk, then named. */
export const writeMark = (folder: string, mark: DataMark): void => {
  const file = join(folder, MARK_FILE);
  const aside = `${file}.${randomUUID()}.tmp`;
  const handle = openSync(aside, 'wx', 0o600);
  try {
    writeSync(handle, `${JSON.stringify(mark)}\n`);
    fsyncSync(handle);
    renameSync(aside, file);
  } catch (error) {
    rmSync(aside, { force: true });
    throw error;
  } finally {
    closeSync(handle);
  }
};

const parsed = (text: string): unknown => {
  try {
    return JSON.parse(text);
  } catch {
    return null;
  }
};
