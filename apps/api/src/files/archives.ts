import { createInflateRaw } from 'node:zlib';
import { fromBufferPromise, type Entry } from 'yauzl';
import type { FileExtension } from '#domain/files';

/** Compression methods that every zip reader supports. */
export const STORED = 0;

export const DEFLATED = 8;

/**
 * One entry of an archive: its offset, and its sizes by the directory. `data` reads its header: `bytes` are compressed
 * by the method of the directory or of the header, for some zip readers believe the one, some the other. Null if header
 * or data lie outside the archive.
 */
export type ZipEntry = {
  name: string;
  at: number;
  packed: number;
  unpacked: number;
  data(): Promise<{ bytes: Buffer; methods: [number, number] } | null>;
};

const LOCAL_HEADER = 0x04034b50;
const END_BYTES = 22;

/**
 * The directory of a zip archive; null if the bytes are not a zip. An archive must also begin with an entry: an
 * executable with an archive appended is not a zip. Names and sizes are read as they are, for `isHarmfulArchive` to
 * judge.
 */
export const zipEntries = async (content: Buffer): Promise<ZipEntry[] | null> => {
  try {
    const zip = await fromBufferPromise(content, { decodeStrings: false, validateEntrySizes: false, autoClose: false });
    const isWhole =
      zip.entryCount > 0 ? content.readUInt32LE(0) === LOCAL_HEADER : content.length === END_BYTES + zip.comment.length;
    if (!isWhole) return null;
    const dataOf = async (entry: Entry) => {
      const { fileDataStart: from, compressionMethod } = await zip.readLocalFileHeaderPromise(entry);
      const bytes = content.subarray(from, from + entry.compressedSize);
      return { bytes, methods: [entry.compressionMethod, compressionMethod] as [number, number] };
    };
    const entries: ZipEntry[] = [];
    for await (const entry of zip.eachEntry())
      entries.push({
        name: entry.fileNameRaw.toString('utf8'),
        at: entry.relativeOffsetOfLocalHeader,
        packed: entry.compressedSize,
        unpacked: entry.uncompressedSize,
        data: () => dataOf(entry).catch(() => null),
      });
    return entries;
  } catch {
    return null;
  }
};

const CHUNK_BYTES = 256 * 1024;

/**
 * What the files of an archive unpack to, whatever its directory says; counting stops above `limit`. Inflating is done
 * by the threads of zlib, piece by piece, so that neither HTTP waits nor memory fills. What cannot be unpacked here,
 * for it is encrypted or packed in a rarer way, counts as it says, or as far as it went. An entry that lies outside the
 * archive exceeds the limit.
 */
const unpackedSize = async (content: Buffer, limit: number): Promise<number> => {
  let sum = 0;
  for (const entry of (await zipEntries(content)) ?? []) {
    sum += await sizeOf(entry, limit - sum + 1);
    if (sum > limit) return sum;
  }
  return sum;
};

const sizeOf = async ({ packed, unpacked, data }: ZipEntry, most: number): Promise<number> => {
  const found = await data();
  if (!found) return most; // nobody can tell how far another reader gets with it
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

/**
 * The most an archive of up to 10 MB may unpack to. Drawings and scans unpack to a few times their size, a bomb to
 * thousands of times.
 */
const MAX_UNPACKED_BYTES = 512 * 1024 * 1024;

const MAX_ENTRIES = 10_000;

const ARCHIVES: readonly FileExtension[] = ['.zip', '.docx', '.xlsx'];

/** Whether a name points outside the folder that the archive is unpacked into. */
const leadsOut = (name: string): boolean =>
  /^([a-z]:|[\\/])/i.test(name) || name.split(/[\\/]/).includes('..') || name.includes('\0');

/**
 * Whether a zip really unpacks to more than the limit, whatever its directory says. `isHarmfulArchive` is cheaper and
 * checked first.
 */
export const exceedsUnpackedLimit = async (extension: FileExtension, content: Buffer): Promise<boolean> =>
  ARCHIVES.includes(extension) && (await unpackedSize(content, MAX_UNPACKED_BYTES)) > MAX_UNPACKED_BYTES;

/**
 * Whether a zip would harm who unpacks it: more than fits, entries that share their bytes (how the worst bombs are
 * made), or a path out of the folder. Nothing is unpacked here.
 */
export const isHarmfulArchive = async (extension: FileExtension, content: Buffer): Promise<boolean> => {
  if (!ARCHIVES.includes(extension)) return false;
  const entries = (await zipEntries(content)) ?? [];
  if (entries.length > MAX_ENTRIES || entries.some(({ name }) => leadsOut(name))) return true;
  if (entries.reduce((sum, { unpacked }) => sum + unpacked, 0) > MAX_UNPACKED_BYTES) return true;
  const inOrder = entries.toSorted((left, right) => left.at - right.at);
  return inOrder.some((entry, place) => entry.at + entry.packed > (inOrder[place + 1]?.at ?? content.length));
};
