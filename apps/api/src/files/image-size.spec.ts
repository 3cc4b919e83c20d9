import { describe, expect, it } from '@jest/globals';
import { imageSizeOf } from './image-size.js';
import { icoOf, jpgOf, pngOf } from '#harness/files/files';

const bitmap = Buffer.alloc(40);
bitmap.writeUInt32LE(40, 0);
bitmap.writeInt32LE(32, 4);
bitmap.writeInt32LE(64, 8); // with its mask

describe('the size of a picture', () => {
  it('is read from the header of a PNG, a JPEG and both kinds of icon', () => {
    expect(imageSizeOf('.png', pngOf(1920, 1080))).toEqual({ width: 1920, height: 1080 });
    expect(imageSizeOf('.jpg', jpgOf(4032, 3024))).toEqual({ width: 4032, height: 3024 });
    expect(imageSizeOf('.ico', icoOf(pngOf(256, 256)))).toEqual({ width: 256, height: 256 });
    expect(imageSizeOf('.ico', icoOf(bitmap))).toEqual({ width: 32, height: 32 });
  });

  it('is unknown for other or truncated content, a mismatching extension and a width of zero', () => {
    for (const extension of ['.png', '.jpg', '.ico'])
      for (const content of [
        Buffer.alloc(0),
        Buffer.from('<svg onload="x"/>'),
        Buffer.from('GIF89a............................'),
      ])
        expect(imageSizeOf(extension, content)).toBeNull();
    expect(imageSizeOf('.png', pngOf(1, 1).subarray(0, 20))).toBeNull();
    expect(imageSizeOf('.png', pngOf(0, 1))).toBeNull();
    expect(imageSizeOf('.png', jpgOf(1, 1))).toBeNull();
    for (let bytes = 0; bytes < jpgOf(1, 1).length - 14; bytes += 1)
      expect(imageSizeOf('.jpg', jpgOf(1, 1).subarray(0, bytes))).toBeNull();
    for (let bytes = 0; bytes < icoOf(bitmap).length; bytes += 1)
      expect(imageSizeOf('.ico', icoOf(bitmap).subarray(0, bytes))).toBeNull();
    expect(imageSizeOf('.gif', pngOf(1, 1))).toBeNull();
  });
});
