import { createInflateRaw } from 'node:zlib';
import { fromBufferPromise, type Entry } from 'yauzl';
import type { FileExtension } from '#domain/files';

/** Compression methods that every zip reader supports. */
export const STORED = 0;

export const DEFLATED = 8;

/**
 * One entry of an archive, with its offset and its sizes in bytes from the directory. `data` reads the header of the
 * entry. `bytes` are compressed by the method of the directory or of the header (`methods`), because zip readers differ
 * in which one they use. Null if header or data lie outside the archive.
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
 * The entries in the directory of a zip archive. Null if the bytes are not a zip. An archive that is not empty must
 * begin with an entry, so an executable with an appended archive is not a zip. Names and sizes are not checked here but
 * in `isHarmfulArchive`.
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
 * The number of bytes that the files of an archive unpack to, whatever its directory says. Counting stops above
 * `limit`. The threads of zlib inflate piece by piece, so that HTTP does not wait and the memory does not fill. An
 * entry that cannot be unpacked here, because it is encrypted or uses a rarer method, counts with its stated size or
 * with the bytes unpacked so far. An entry outside the archive exceeds the limit.
 */
const unpackedSize = async (content: Buffer, limit: number): Promise<number> => {
  let sum = 0;
  for (const entry of (await zipEntries(content)) ?? []) {
    sum += await unpackedEntrySize(entry, limit - sum + 1);
    if (sum > limit) return sum;
  }
  return sum;
};

const unpackedEntrySize = async ({ packed, unpacked, data }: ZipEntry, maxBytes: number): Promise<number> => {
  const content = await data();
  if (!content) return maxBytes; // it is unknown how much another reader would unpack
  return content.methods.includes(DEFLATED)
    ? Math.max(await inflatedSize(content.bytes, maxBytes), Math.min(unpacked, maxBytes))
    : Math.max(packed, unpacked);
};

const inflatedSize = async (bytes: Buffer, maxBytes: number): Promise<number> => {
  const inflating = createInflateRaw({ chunkSize: CHUNK_BYTES });
  let size = 0;
  try {
    inflating.end(bytes);
    for await (const chunk of inflating) {
      size += (chunk as Buffer).length;
      if (size >= maxBytes) break;
    }
  } catch {
    // encrypted, truncated or not deflated: the bytes so far count
  } finally {
    inflating.destroy();
  }
  return size;
};

/**
 * The maximum unpacked size of an archive of up to 10 MB. Drawings and scans unpack to a few times their size, a zip
 * bomb to thousands of times.
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
 * Whether unpacking a zip would do harm: too many entries or bytes, entries that share their bytes (as in the worst zip
 * bombs), or a path outside the folder. Nothing is unpacked here.
 */
export const isHarmfulArchive = async (extension: FileExtension, content: Buffer): Promise<boolean> => {
  if (!ARCHIVES.includes(extension)) return false;
  const entries = (await zipEntries(content)) ?? [];
  if (entries.length > MAX_ENTRIES || entries.some(({ name }) => leadsOut(name))) return true;
  if (entries.reduce((sum, { unpacked }) => sum + unpacked, 0) > MAX_UNPACKED_BYTES) return true;
  const inOrder = entries.toSorted((left, right) => left.at - right.at);
  return inOrder.some((entry, index) => entry.at + entry.packed > (inOrder[index + 1]?.at ?? content.length));
};
