import { inflateSync } from 'node:zlib';

export type Pixels = { width: number; height: number; /** Four bytes a pixel, row by row. */ data: Buffer };

const SIGNATURE_BYTES = 8;
const BYTES_A_PIXEL = 4;

/** The pixels of a PNG with eight bits per channel and no interlacing, as drawing libraries write it. */
export const pixelsOf = (png: Buffer): Pixels => {
  const parts: Buffer[] = [];
  let [width, height] = [0, 0];
  for (let offset = SIGNATURE_BYTES; offset < png.length;) {
    const length = png.readUInt32BE(offset);
    const type = png.toString('latin1', offset + 4, offset + 8);
    const content = png.subarray(offset + 8, offset + 8 + length);
    if (type === 'IHDR') [width, height] = [content.readUInt32BE(0), content.readUInt32BE(4)];
    if (type === 'IDAT') parts.push(content);
    offset += length + 12;
  }
  const rows = inflateSync(Buffer.concat(parts));
  const stride = width * BYTES_A_PIXEL;
  const data = Buffer.alloc(stride * height);
  for (let y = 0; y < height; y += 1) {
    const filter = rows[y * (stride + 1)] ?? 0;
    for (let x = 0; x < stride; x += 1) {
      const left = x >= BYTES_A_PIXEL ? (data[y * stride + x - BYTES_A_PIXEL] ?? 0) : 0;
      const up = y > 0 ? (data[(y - 1) * stride + x] ?? 0) : 0;
      const corner = y > 0 && x >= BYTES_A_PIXEL ? (data[(y - 1) * stride + x - BYTES_A_PIXEL] ?? 0) : 0;
      data[y * stride + x] = ((rows[y * (stride + 1) + 1 + x] ?? 0) + predict(filter, left, up, corner)) & 0xff;
    }
  }
  return { width, height, data };
};

/** The five filters of the format: none, left, up, average and Paeth. */
const predict = (filter: number, left: number, up: number, corner: number): number => {
  if (filter === 1) return left;
  if (filter === 2) return up;
  if (filter === 3) return Math.floor((left + up) / 2);
  if (filter !== 4) return 0;
  const guess = left + up - corner;
  const [toLeft, toUp, toCorner] = [Math.abs(guess - left), Math.abs(guess - up), Math.abs(guess - corner)];
  if (toLeft <= toUp && toLeft <= toCorner) return left;
  return toUp <= toCorner ? up : corner;
};
