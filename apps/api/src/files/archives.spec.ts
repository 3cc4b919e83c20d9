import { describe, expect, it } from '@jest/globals';
import { isHarmfulArchive, exceedsUnpackedLimit } from './archives.js';
import { fileOf, zipOf } from '#harness/files/files';

/** The offset of the directory entry at this index in an archive whose names have one letter. */
const entryAt = (archive: Buffer, index: number): number => archive.readUInt32LE(archive.length - 6) + index * 47;
const claiming = (...unpacked: number[]): Buffer => {
  const archive = zipOf(...unpacked.map((_, index) => String(index)));
  unpacked.forEach((bytes, index) => archive.writeUInt32LE(bytes, entryAt(archive, index) + 24));
  return archive;
};
const MB = 1024 * 1024;

describe('an archive', () => {
  it('is accepted if it unpacks within the size limit', async () => {
    for (const extension of ['.zip', '.docx', '.xlsx'] as const)
      expect(await isHarmfulArchive(extension, fileOf[extension])).toBe(false);
    expect(await isHarmfulArchive('.zip', claiming(256 * MB, 256 * MB))).toBe(false);
    expect(await isHarmfulArchive('.pdf', claiming(4096 * MB - 1))).toBe(false);
  });

  it('is refused if it exceeds the unpacked size limit, in one file or in many, or has too many entries', async () => {
    expect(await isHarmfulArchive('.zip', claiming(512 * MB + 1))).toBe(true);
    expect(await isHarmfulArchive('.docx', claiming(300 * MB, 300 * MB))).toBe(true);
    expect(await isHarmfulArchive('.zip', zipOf(...Array.from({ length: 10_001 }, (_, index) => `${index}`)))).toBe(
      true,
    );
  });

  it('is refused if its entries share bytes', async () => {
    const archive = zipOf('0', '1');
    archive.writeUInt32LE(500, entryAt(archive, 0) + 20);
    expect(await isHarmfulArchive('.zip', archive)).toBe(true);
  });

  it('is refused if the header of an entry is missing, because its unpacked size cannot be determined', async () => {
    const archive = zipOf('a.txt', 'b.txt');
    expect(await exceedsUnpackedLimit('.zip', archive)).toBe(false);
    archive.writeUInt32LE(0, archive.indexOf('b.txt') - 30);
    expect(await exceedsUnpackedLimit('.zip', archive)).toBe(true);
  });

  it.each(['../a.txt', 'a/../../b', '..\\a', '/etc/passwd', '\\\\host\\a', 'C:\\a.txt', 'c:a'])(
    'is refused if it contains the path %s',
    async (name) => expect(await isHarmfulArchive('.zip', zipOf('a.txt', name))).toBe(true),
  );

  it.each(['a..b.txt', 'site/photo 1.jpg', 'x/.hidden', 'C/a.txt'])(
    'is accepted if it contains the path %s',
    async (name) => expect(await isHarmfulArchive('.zip', zipOf(name))).toBe(false),
  );
});
