import type { Files } from '#engines';
import { problem, RuleBroken } from '#domain/rules';

const MAX_BYTES = 300_000;
/**
 * The maximum width and height in pixels. A drawn signature is far smaller, and a larger picture would exhaust the
 * memory of the program that opens it.
 */
const MAX_SIDE = 4096;

/**
 * Stores a drawn signature, given as base64 or as a data URL, and returns its hash.
 * @throws RuleBroken SIGN_IMAGE_INVALID unless it is a complete PNG of acceptable size
 */
export const storeSignImage = async (files: Files, image: string): Promise<string> => {
  const content = Buffer.from(image.replace(/^data:image\/png;base64,/, ''), 'base64');
  if (!isPng(content)) throw new RuleBroken(problem('SIGN_IMAGE_INVALID', {}, 'signImage'));
  return (await files.put(content, { contentType: 'image/png', name: 'signature.png' })).hash;
};

const HEAD = Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a]);
const CHUNK_FRAME = 12; // length, type and checksum around the data

/**
 * The chunks must fill the file exactly: first a header with width and height, then image data, and the end chunk last.
 */
const isPng = (content: Buffer): boolean => {
  if (content.byteLength > MAX_BYTES || !content.subarray(0, HEAD.length).equals(HEAD)) return false;
  const types: string[] = [];
  let at = HEAD.length;
  while (at + CHUNK_FRAME <= content.byteLength) {
    types.push(content.toString('latin1', at + 4, at + 8));
    if (types.length === 1 && !hasSaneSize(content.subarray(at + 8))) return false;
    at += CHUNK_FRAME + content.readUInt32BE(at);
  }
  return (
    at === content.byteLength &&
    types[0] === 'IHDR' &&
    types.includes('IDAT') &&
    types.indexOf('IEND') === types.length - 1
  );
};

const hasSaneSize = (header: Buffer): boolean =>
  header.byteLength >= 8 &&
  [header.readUInt32BE(0), header.readUInt32BE(4)].every((side) => side > 0 && side <= MAX_SIDE);
