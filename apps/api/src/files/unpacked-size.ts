import { createInflateRaw } from 'node:zlib';
import { DEFLATED, packedBytes, zipEntries, type ZipEntry } from './zip-entries.js';

const CHUNK_BYTES = 256 * 1024;

/**
 * What the files of an archive unpack to, whatever its directory says; counting stops above `limit`. Inflating is done by the
 * threads of zlib, piece by piece, so that neither HTTP waits nor memory fills. What cannot be unpacked here, for it is encrypted or
 * packed in a rarer way, counts as it says, or as far as it went.
 */
export const unpackedSize = async (content: Buffer, limit: number): Promise<number> => {
  let sum = 0;
  for (const entry of zipEntries(content) ?? []) {
    sum += await sizeOf(entry, content, limit - sum + 1);
    if (sum > limit) return sum;
  }
  return sum;
};

const sizeOf = async (entry: ZipEntry, content: Buffer, most: number): Promise<number> => {
  const { packed, unpacked } = entry;
  const found = packedBytes(content, entry);
  if (!found) return unpacked;
  return found.methods.includes(DEFLATED)
    ? Math.max(await inflatedSize(found.bytes, most), Math.min(unpacked, most))
    : Math.max(packed, unpacked);
};

const inflatedSize = async (bytes: Buffer, most: number): Promise<number> => {
  const inflating = createInflateRaw({ chunkSize: CHUNK_BYTES });
  let size = 0;
  try {
    inflating.end(bytes);
    for await (const piece of inflating) {
      size += (piece as Buffer).length;
      if (size >= most) break;
    }
  } catch {
    // Encrypted, cut off or no such packing: as far as it went.
  } finally {
    inflating.destroy();
  }
  return size;
};
