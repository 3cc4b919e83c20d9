import { readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { rootOf } from '../sqlite/compiled-file.js';

/**
 * The form in which data lie in the folder and in the log. Raise it with every change that an older release cannot read, and add what
 * turns the form before into it to MIGRATIONS. 1: releases that left no mark. 2: files and folders private to the user of the service.
 */
const DATA_FORMAT = 2;

/** What data say of themselves: their form, and the newest release that has written to them. */
export type DataMark = { format: number; release: string };

const { version } = JSON.parse(
  readFileSync(join(rootOf(dirname(fileURLToPath(import.meta.url))), 'package.json'), 'utf8'),
) as { version: string };

/** The mark of this release. */
export const ownMark: DataMark = { format: DATA_FORMAT, release: version };

/** A newer release has written here, and this one cannot know in which form. */
export class DataTooNew extends Error {
  override name = 'DataTooNew';
  constructor(place: string, { format, release }: DataMark) {
    super(
      `${place} was written by release ${release} (data format ${format}), and this is release ${ownMark.release} (data format ${ownMark.format}): start release ${release} or newer.`,
    );
  }
}

/** The mark in a JSON value; null for anything else. */
export const toMark = (value: unknown): DataMark | null => {
  const { format, release } = Object(value) as { format?: unknown; release?: unknown };
  return Number.isInteger(format) && typeof release === 'string' ? { format: format as number, release } : null;
};

/**
 * What data are to be marked with once this release writes to them; null where they say so already. A release that differs in its last
 * number alone changes no data, so one may go back to it.
 * @throws DataTooNew
 */
export const raisedMark = (place: string, found: DataMark | null): DataMark | null => {
  if (!found) return ownMark;
  if (found.format > ownMark.format || compare(found.release, ownMark.release, 2) > 0)
    throw new DataTooNew(place, found);
  const isNewer = compare(found.release, ownMark.release, 3) > 0;
  if (found.format === ownMark.format && (isNewer || found.release === ownMark.release)) return null;
  return { format: ownMark.format, release: isNewer ? found.release : ownMark.release };
};

/** Compares so many numbers of two releases. */
const compare = (one: string, other: string, numbers: number): number => {
  const [left, right] = [one, other].map((release) => release.split(/[.+-]/).slice(0, numbers).map(Number));
  for (let n = 0; n < numbers; n++) {
    const difference = (left?.[n] || 0) - (right?.[n] || 0);
    if (difference !== 0) return difference;
  }
  return 0;
};
