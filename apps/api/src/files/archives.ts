import { createInflateRaw } from 'node:zlib';
import type { FileExtension } from '#domain';

const END = 0x06054b50;

const ENTRY = 0x02014b50;

const LOCAL = 0x04034b50;

const END_BYTES = 22;

const ENTRY_BYTES = 46;

const MAX_COMMENT = 0xffff;

const LOCAL_BYTES = 30;

/** Compression methods that every zip reader supports. */
export const STORED = 0;

export const DEFLATED = 8;

/** One entry of an archive: its offset, compression method, and the compressed and uncompressed size of the directory. */
type ZipEntry = { name: string; at: number; method: number; packed: number; unpacked: number };

/**
 * The directory of a zip archive; null if the bytes are not a zip. An archive must also begin with an entry: an executable with an
 * archive appended is not a zip.
 */
export const zipEntries = (content: Buffer): ZipEntry[] | null => {
  const end = endOf(content);
  if (end === null) return null;
  const count = content.readUInt16LE(end + 10);
  // An empty archive consists of its end record.
  if (count > 0 ? content.readUInt32LE(0) !== LOCAL : end !== 0) return null;
  const entries: ZipEntry[] = [];
  let at = content.readUInt32LE(end + 16);
  for (let n = 0; n < count; n += 1) {
    if (at + ENTRY_BYTES > content.length || content.readUInt32LE(at) !== ENTRY) return null;
    const nameBytes = content.readUInt16LE(at + 28);
    entries.push({
      name: content.toString('utf8', at + ENTRY_BYTES, at + ENTRY_BYTES + nameBytes),
      at: content.readUInt32LE(at + 42),
      method: content.readUInt16LE(at + 10),
      packed: content.readUInt32LE(at + 20),
      unpacked: content.readUInt32LE(at + 24),
    });
    at += ENTRY_BYTES + nameBytes + content.readUInt16LE(at + 30) + content.readUInt16LE(at + 32);
  }
  return entries;
};

/**
 * The bytes of a file as they lie in the archive, and how they are packed: as the directory says, and as the file's own head says,
 * for some unpackers believe the one, some the other. Null when the archive ends before.
 */
export const packedBytes = (
  content: Buffer,
  { at, method, packed }: ZipEntry,
): { bytes: Buffer; methods: [number, number] } | null => {
  if (at + LOCAL_BYTES > content.length) return null;
  const from = at + LOCAL_BYTES + content.readUInt16LE(at + 26) + content.readUInt16LE(at + 28);
  return { bytes: content.subarray(from, from + packed), methods: [method, content.readUInt16LE(at + 8)] };
};

/** Offset of the end record, which only a comment may follow. */
const endOf = (content: Buffer): number | null => {
  for (let at = content.length - END_BYTES; at >= Math.max(0, content.length - END_BYTES - MAX_COMMENT); at -= 1) {
    if (content.readUInt32LE(at) === END) return at;
  }
  return null;
};

const CHUNK_BYTES = 256 * 1024;

/**
 * What the files of an archive unpack to, whatever its directory says; counting stops above `limit`. Inflating is done by the
 * threads of zlib, piece by piece, so that neither HTTP waits nor memory fills. What cannot be unpacked here, for it is encrypted or
 * packed in a rarer way, counts as it says, or as far as it went.
 */
const unpackedSize = async (content: Buffer, limit: number): Promise<number> => {
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
    // encrypted, truncated or not deflated: counts as far as it was read
  } finally {
    inflating.destroy();
  }
  return size;
};

/** The most an archive of up to 10 MB may unpack to. Drawings and scans unpack to a few times their size, a bomb to thousands of times. */
const MAX_UNPACKED_BYTES = 512 * 1024 * 1024;

const MAX_ENTRIES = 10_000;

const ARCHIVES: readonly FileExtension[] = ['.zip', '.docx', '.xlsx'];

/** Whether a name points outside the folder that the archive is unpacked into. */
const leadsOut = (name: string): boolean =>
  /^([a-z]:|[\\/])/i.test(name) || name.split(/[\\/]/).includes('..') || name.includes('\0');

/** Whether a zip really unpacks to more than the limit, whatever its directory says. `isHarmfulArchive` is cheaper and checked first. */
export const unpacksTooFar = async (extension: FileExtension, content: Buffer): Promise<boolean> =>
  ARCHIVES.includes(extension) && (await unpackedSize(content, MAX_UNPACKED_BYTES)) > MAX_UNPACKED_BYTES;

/**
 * Whether a zip would harm who unpacks it: more than fits, entries that share their bytes (how the worst bombs are made), or a path
 * out of the folder. Nothing is unpacked here.
 */
export const isHarmfulArchive = (extension: FileExtension, content: Buffer): boolean => {
  if (!ARCHIVES.includes(extension)) return false;
  const entries = zipEntries(content) ?? [];
  if (entries.length > MAX_ENTRIES || entries.some(({ name }) => leadsOut(name))) return true;
  if (entries.reduce((sum, { unpacked }) => sum + unpacked, 0) > MAX_UNPACKED_BYTES) return true;
  const inOrder = entries.toSorted((left, right) => left.at - right.at);
  return inOrder.some((entry, place) => entry.at + entry.packed > (inOrder[place + 1]?.at ?? content.length));
};
