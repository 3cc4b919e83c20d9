import { inflateRawSync } from 'node:zlib';
import { DEFLATED, packedBytes, STORED, zipEntries } from '../files/zip-entries.js';

/**
 * How much the files of an archive unpack to in truth, whatever its directory says; counting stops above `limit`. Null for an archive that
 * cannot be unpacked. Where directory and entry disagree on how it is packed, it is taken for packed. Memory never holds more than the limit.
 */
export const unpackedBytes = (content: Buffer, limit: number): number | null => {
  const entries = zipEntries(content);
  if (!entries) return null;
  let sum = 0;
  for (const entry of entries) {
    const found = packedBytes(content, entry);
    if (!found || found.methods.some((each) => each !== STORED && each !== DEFLATED)) return null;
    const { bytes, methods } = found;
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
