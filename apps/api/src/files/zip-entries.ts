const END = 0x06054b50;
const ENTRY = 0x02014b50;
const LOCAL = 0x04034b50;
const END_BYTES = 22;
const ENTRY_BYTES = 46;
const MAX_COMMENT = 0xffff;
const LOCAL_BYTES = 30;

/** Ways of packing that every unpacker knows. */
export const STORED = 0;
export const DEFLATED = 8;

/** One file of an archive: where it begins, how it is packed, and its bytes as they lie there and as they are said to unpack. */
export type ZipEntry = { name: string; at: number; method: number; packed: number; unpacked: number };

/**
 * The directory at the end of a zip archive; null for bytes that are none. An archive must also begin as one: a program with an
 * archive behind it is a program.
 */
export const zipEntries = (content: Buffer): ZipEntry[] | null => {
  const end = endOf(content);
  if (end === null) return null;
  const count = content.readUInt16LE(end + 10);
  // An empty archive is its end record alone.
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

/** Where the end record stands: last, but for a comment. */
const endOf = (content: Buffer): number | null => {
  for (let at = content.length - END_BYTES; at >= Math.max(0, content.length - END_BYTES - MAX_COMMENT); at -= 1) {
    if (content.readUInt32LE(at) === END) return at;
  }
  return null;
};
