import { MAX_FILE_BYTES, type FileExtension } from '#domain/files';

const LOCAL_BYTES = 30;
const ENTRY_BYTES = 46;
const END_BYTES = 22;

const DEFLATED = 8;

/** A zip archive of empty files. */
export const zipOf = (...names: string[]): Buffer =>
  archiveOf(names.map((name) => ({ name, compressed: Buffer.alloc(0), method: 0 })));

/** A zip archive whose directory declares every file as empty. */
export const zipWithFalseSizes = (...compressed: Buffer[]): Buffer =>
  archiveOf(compressed.map((content, index) => ({ name: `${index}.txt`, compressed: content, method: DEFLATED })));

const archiveOf = (parts: readonly { name: string; compressed: Buffer; method: number }[]): Buffer => {
  const locals = parts.map(({ name, compressed, method }) => {
    const record = Buffer.alloc(LOCAL_BYTES + name.length);
    record.writeUInt32LE(0x04034b50, 0);
    record.writeUInt16LE(method, 8);
    record.writeUInt32LE(compressed.length, 18);
    record.writeUInt16LE(name.length, 26);
    record.write(name, LOCAL_BYTES);
    return Buffer.concat([record, compressed]);
  });
  const entries = parts.map(({ name, compressed, method }, index) => {
    const record = Buffer.alloc(ENTRY_BYTES + name.length);
    record.writeUInt32LE(0x02014b50, 0);
    record.writeUInt16LE(method, 10);
    record.writeUInt32LE(compressed.length, 20);
    record.writeUInt16LE(name.length, 28);
    record.writeUInt32LE(Buffer.concat(locals.slice(0, index)).length, 42);
    record.write(name, ENTRY_BYTES);
    return record;
  });
  const end = Buffer.alloc(END_BYTES);
  end.writeUInt32LE(0x06054b50, 0);
  end.writeUInt16LE(parts.length, 8);
  end.writeUInt16LE(parts.length, 10);
  end.writeUInt32LE(Buffer.concat(entries).length, 12);
  end.writeUInt32LE(Buffer.concat(locals).length, 16);
  return Buffer.concat([...locals, ...entries, end]);
};

/** The beginning of a compound file of old Office: its signature, and the name of its stream. */
const compound = (stream: string): Buffer =>
  Buffer.concat([
    Buffer.from('d0cf11e0a1b11ae1', 'hex'),
    Buffer.alloc(1024),
    Buffer.from(stream, 'utf16le'),
    Buffer.alloc(64),
  ]);

const bmp = Buffer.alloc(64);
bmp.write('BM');

/** One valid file of each kind. */
export const fileOf: Record<FileExtension, Buffer> = {
  '.rar': Buffer.from('526172211a0700cf90730000', 'hex'),
  '.zip': zipOf('a.txt', 'b/c.txt'),
  '.doc': compound('WordDocument'),
  '.docx': zipOf('[Content_Types].xml', '_rels/.rels', 'word/document.xml'),
  '.xls': compound('Workbook'),
  '.xlsx': zipOf('[Content_Types].xml', 'xl/workbook.xml'),
  '.pdf': Buffer.from('%PDF-1.7\n见证取样\n%%EOF'),
  '.jpg': Buffer.from('ffd8ffe000104a464946', 'hex'),
  '.jpeg': Buffer.from('ffd8ffe1', 'hex'),
  '.png': Buffer.from('89504e470d0a1a0a0000000d', 'hex'),
  '.bmp': bmp,
};

/** The beginning of a Windows program. */
export const executableBytes: Buffer = Buffer.concat([Buffer.from('MZ'), Buffer.alloc(200, 0x90)]);

/** A PDF with this number of bytes. */
export const pdfOf = (bytes: number): Buffer =>
  Buffer.concat([fileOf['.pdf'], Buffer.alloc(bytes - fileOf['.pdf'].length, 0x20)]);

/** The largest file that is accepted. A function, because a constant would stay in the memory of the worker. */
export const largestPdf = (): Buffer => pdfOf(MAX_FILE_BYTES);
export const tooLargePdf = (): Buffer => pdfOf(MAX_FILE_BYTES + 1);

/** The beginnings of pictures that declare this size. */
export const pngOf = (width: number, height: number): Buffer => {
  const header = Buffer.alloc(33);
  Buffer.from('89504e470d0a1a0a0000000d49484452', 'hex').copy(header);
  header.writeUInt32BE(width, 16);
  header.writeUInt32BE(height, 20);
  return header;
};
/** A comment and a table of codes come before the frame, as cameras write them. */
export const jpgOf = (width: number, height: number): Buffer => {
  const frame = Buffer.from('ffc2001108000000000301220002110103110100', 'hex');
  frame.writeUInt16BE(height, 5);
  frame.writeUInt16BE(width, 7);
  return Buffer.concat([Buffer.from('ffd8fffe000668656c6cffc400040000', 'hex'), frame, Buffer.from('ffd9', 'hex')]);
};
/** An icon of one picture. */
export const icoOf = (picture: Buffer): Buffer => {
  const entry = Buffer.alloc(22);
  Buffer.from('000001000100', 'hex').copy(entry);
  entry.writeUInt32LE(picture.length, 14);
  entry.writeUInt32LE(22, 18);
  return Buffer.concat([entry, picture]);
};
