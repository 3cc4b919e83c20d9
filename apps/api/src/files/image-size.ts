/** Width and height in pixels. */
export type ImageSize = { width: number; height: number };

const PNG = Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a]);
const ICON = Buffer.from([0, 0, 1, 0]);
const ICON_ENTRY_BYTES = 16;
const MAX_ICONS = 64;
const BITMAP_HEADER = 40;

/** The header chunk of a png comes first and is 13 bytes long. */
const pngSize = (content: Buffer): ImageSize | null => {
  if (
    content.length < 33 ||
    !content.subarray(0, 8).equals(PNG) ||
    content.readUInt32BE(8) !== 13 ||
    content.toString('latin1', 12, 16) !== 'IHDR'
  )
    return null;
  return nonEmptySize({ width: content.readUInt32BE(16), height: content.readUInt32BE(20) });
};

/**
 * Reads the segments up to the first frame (SOF). DHT, JPG and DAC have numbers between those of frames. Bytes between
 * segments are refused, because a reader that skips them could find another size than decoders use.
 */
const jpegSize = (content: Buffer): ImageSize | null => {
  if (content.length < 4 || content.readUInt16BE(0) !== 0xffd8) return null;
  for (let at = 2; at + 9 <= content.length;) {
    if (content[at] !== 0xff) return null;
    const marker = content[at + 1]!;
    if (marker === 0xff) {
      at += 1;
      continue;
    }
    if (marker >= 0xc0 && marker <= 0xcf && ![0xc4, 0xc8, 0xcc].includes(marker))
      return nonEmptySize({ width: content.readUInt16BE(at + 7), height: content.readUInt16BE(at + 5) });
    if (marker === 0xda || marker === 0xd9) return null; // pixels, or the end, before any size
    at += 2 + content.readUInt16BE(at + 2);
  }
  return null;
};

/**
 * The size of the largest picture of an icon, from the headers of the pictures. The directory has one byte per side and
 * may be wrong.
 */
const iconSize = (content: Buffer): ImageSize | null => {
  if (content.length < 6 || !content.subarray(0, 4).equals(ICON)) return null;
  const count = content.readUInt16LE(4);
  if (count === 0 || count > MAX_ICONS || 6 + count * ICON_ENTRY_BYTES > content.length) return null;
  let largest: ImageSize | null = null;
  for (let n = 0; n < count; n += 1) {
    const entry = 6 + n * ICON_ENTRY_BYTES;
    const [bytes, offset] = [content.readUInt32LE(entry + 8), content.readUInt32LE(entry + 12)];
    if (offset < 6 + count * ICON_ENTRY_BYTES || offset + bytes > content.length) return null;
    const size = iconPictureSize(content.subarray(offset, offset + bytes));
    if (!size) return null;
    if (!largest || size.width * size.height > largest.width * largest.height) largest = size;
  }
  return largest;
};

/** A png, or a bitmap without file header. The lower half of the bitmap is its mask. */
const iconPictureSize = (picture: Buffer): ImageSize | null => {
  const png = pngSize(picture);
  if (png) return png;
  if (picture.length < BITMAP_HEADER || picture.readUInt32LE(0) !== BITMAP_HEADER) return null;
  return nonEmptySize({ width: picture.readInt32LE(4), height: Math.trunc(picture.readInt32LE(8) / 2) });
};

const nonEmptySize = (size: ImageSize): ImageSize | null => (size.width > 0 && size.height > 0 ? size : null);

const readers: Readonly<Record<string, (content: Buffer) => ImageSize | null>> = {
  '.png': pngSize,
  '.jpg': jpegSize,
  '.ico': iconSize,
};

/** The size of a picture by its header; null if the bytes are not a picture of this type (FI-016). */
export const imageSizeOf = (extension: string, content: Buffer): ImageSize | null =>
  readers[extension]?.(content) ?? null;
