import type { FileExtension } from '#domain';
import { unpackedSize } from './unpacked-size.js';
import { zipEntries } from './zip-entries.js';

/** What an archive of at most 10 MB may unpack to. Drawings and scans unpack to a few times their size, a bomb to thousands of times. */
const MAX_UNPACKED_BYTES = 512 * 1024 * 1024;
const MAX_ENTRIES = 10_000;

const ARCHIVES: readonly FileExtension[] = ['.zip', '.docx', '.xlsx'];

/** A name that leads out of the folder it is unpacked into. */
const leadsOut = (name: string): boolean =>
  /^([a-z]:|[\\/])/i.test(name) || name.split(/[\\/]/).includes('..') || name.includes('\0');

/** Whether a zip unpacks to more than fits in truth, whatever it says of itself: asked after `unpacksBadly`, which costs nothing. */
export const unpacksTooFar = async (extension: FileExtension, content: Buffer): Promise<boolean> =>
  ARCHIVES.includes(extension) && (await unpackedSize(content, MAX_UNPACKED_BYTES)) > MAX_UNPACKED_BYTES;

/**
 * Whether a zip would harm who unpacks it: more than fits, entries that share their bytes (how the worst bombs are made), or a path
 * out of the folder. Nothing is unpacked here.
 */
export const unpacksBadly = (extension: FileExtension, content: Buffer): boolean => {
  if (!ARCHIVES.includes(extension)) return false;
  const entries = zipEntries(content) ?? [];
  if (entries.length > MAX_ENTRIES || entries.some(({ name }) => leadsOut(name))) return true;
  if (entries.reduce((sum, { unpacked }) => sum + unpacked, 0) > MAX_UNPACKED_BYTES) return true;
  const inOrder = entries.toSorted((left, right) => left.at - right.at);
  return inOrder.some((entry, place) => entry.at + entry.packed > (inOrder[place + 1]?.at ?? content.length));
};
