import { inflateRawSync } from 'node:zlib';
import { zipEntries } from '../files/zip-entries.js';

const LOCAL_BYTES = 30;
const STORED = 0;
const DEFLATED = 8;

/**
 * How much the files of an archive unpack to in truth, whatever its directory says; counting stops above `limit`. Null for an archive that
 * cannot be unpacked. Where directory and entry disagree on how it is packed, it is taken for packed. Memory never holds more than the limit.
 */
export const unpackedBytes = (content: Buffer, limit: number): number | null => {
  const entries = zipEntries(content);
  if (!entries) return null;
  let sum = 0;
  for (const { at, method, packed } of entries) {
    if (at + LOCAL_BYTES > content.length) return null;
    const from = at + LOCAL_BYTES + content.readUInt16LE(at + 26) + content.readUInt16LE(at + 28);
    const bytes = content.subarray(from, from + packed);
    const methods = [method, content.readUInt16LE(at + 8)];
    if (methods.some((each) => each !== STORED && each !== DEFLATED)) return null;
    const unpacked = methods.includes(DEFLATED) ? inflatedLength(bytes, limit - sum + 1) : bytes.length;
    if (unpacked === null) return null;
    sum += unpacked;
    if (sum > limit) return sum;
  }
  return sum;
};

const inflatedLength = (bytes: Buffer, most: number): number | null => {
  try {
    return inflateRawSync(bytes, { maxOutputLength: most }).length;
  } catch (error) {
    return (error as NodeJS.ErrnoException).code === 'ERR_BUFFER_TOO_LARGE' ? most : null;
  }
};
