import { describe, expect, it } from '@jest/globals';
import { REPORT_EXTENSIONS, type FileExtension } from '#domain/files';
import { matchesExtension } from './file-content.js';
import { fileOf, executableBytes, zipOf } from '#harness/files/files';

describe('the content of a file', () => {
  it.each(REPORT_EXTENSIONS)('is accepted as %s only if its bytes match that type', async (extension) => {
    const believed: FileExtension[] = [];
    for (const candidate of REPORT_EXTENSIONS)
      if (await matchesExtension(extension, fileOf[candidate])) believed.push(candidate);
    const alike: Partial<Record<FileExtension, FileExtension[]>> = {
      '.zip': ['.zip', '.docx', '.xlsx'],
      '.jpg': ['.jpg', '.jpeg'],
      '.jpeg': ['.jpg', '.jpeg'],
    };
    expect(believed).toEqual(alike[extension] ?? [extension]);
    for (const disguised of [
      executableBytes,
      Buffer.alloc(0),
      Buffer.from('<html><script>'),
      Buffer.concat([executableBytes, fileOf[extension]]),
    ])
      expect(await matchesExtension(extension, disguised)).toBe(false);
  });

  it('of an Office file must contain the parts of its program', async () => {
    expect(await matchesExtension('.docx', zipOf('word/document.xml'))).toBe(false);
    expect(await matchesExtension('.xlsx', fileOf['.docx'])).toBe(false);
  });

  it('of an old Office file is refused if only the container header matches', async () => {
    expect(await matchesExtension('.doc', Buffer.concat([fileOf['.doc'].subarray(0, 8), Buffer.alloc(2000)]))).toBe(
      false,
    );
  });

  it('of an archive that claims to be empty may hold nothing else', async () => {
    expect(await matchesExtension('.zip', zipOf())).toBe(true);
    expect(await matchesExtension('.zip', Buffer.concat([executableBytes, zipOf()]))).toBe(false);
  });

  it('of an archive that is truncated or damaged is checked without an error', async () => {
    const archive = fileOf['.zip'];
    for (let length = 0; length < archive.length; length += 1)
      expect(await matchesExtension('.zip', archive.subarray(0, length))).toBe(false);
    for (let at = 0; at < archive.length; at += 1) {
      const damaged = Buffer.from(archive);
      damaged[at] = 0xff;
      await expect(matchesExtension('.zip', damaged)).resolves.toEqual(expect.any(Boolean));
    }
  });
});
