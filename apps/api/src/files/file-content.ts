import type { FileExtension } from '#domain/files';
import { zipEntries } from './archives.js';

type Check = (content: Buffer) => boolean | Promise<boolean>;

const startsWith =
  (...signatures: readonly number[][]) =>
  (content: Buffer): boolean =>
    signatures.some((bytes) => content.subarray(0, bytes.length).equals(Buffer.from(bytes)));

/** A zip with the parts that every Office document has. */
const officeArchive =
  (...parts: readonly string[]): Check =>
  async (content) => {
    const entries = await zipEntries(content);
    return (
      entries !== null && ['[Content_Types].xml', ...parts].every((part) => entries.some(({ name }) => name === part))
    );
  };

const OLE = startsWith([0xd0, 0xcf, 0x11, 0xe0, 0xa1, 0xb1, 0x1a, 0xe1]);

/** A compound file with a stream of Word or Excel; installers use the same container. */
const compoundFile =
  (...streams: readonly string[]): Check =>
  (content) =>
    OLE(content) && streams.some((stream) => content.includes(Buffer.from(stream, 'utf16le')));

const jpeg = startsWith([0xff, 0xd8, 0xff]);

const checks: Record<FileExtension, Check> = {
  '.rar': startsWith([0x52, 0x61, 0x72, 0x21, 0x1a, 0x07, 0x00], [0x52, 0x61, 0x72, 0x21, 0x1a, 0x07, 0x01, 0x00]),
  '.zip': async (content) => (await zipEntries(content)) !== null,
  '.doc': compoundFile('WordDocument'),
  '.docx': officeArchive('word/document.xml'),
  '.xls': compoundFile('Workbook', 'Book'),
  '.xlsx': officeArchive('xl/workbook.xml'),
  '.pdf': startsWith([0x25, 0x50, 0x44, 0x46, 0x2d]), // %PDF-
  '.jpg': jpeg,
  '.jpeg': jpeg,
  '.png': startsWith([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a]),
  // "BM", and reserved bytes that are 0.
  '.bmp': (content) => startsWith([0x42, 0x4d])(content) && content.length > 26 && content.readUInt32LE(6) === 0,
};

/** Whether the content of a file matches its extension, so that a program cannot pass as a document (VA-022). */
export const matchesExtension = async (extension: FileExtension, content: Buffer): Promise<boolean> =>
  checks[extension](content);
