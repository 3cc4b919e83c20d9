import jszip from 'jszip';
import { inflateRawSync } from 'node:zlib';
import { DEFLATED, STORED, zipEntries, type ZipEntry } from '../files/archives.js';
import {
  readWorkbookParts,
  WorkbookUnreadable,
  WORKBOOK_LIMITS,
  WorkbookRefused,
  workbookTooLarge,
  workbookUnreadable,
  type RawCellValues,
} from './workbook-parts.js';

/**
 * Rebuilds an uploaded workbook for its parser, as a package of the checked parts only. If an archive has a part twice,
 * or contradictory data about it, the parser gets only the checked one. Parts that a catalogue does not need (names,
 * drawings, links, macros, further archives) are left out unread.
 * @throws WorkbookRefused with the problem
 */
export const rebuildCheckedPackage = async (
  content: Buffer,
): Promise<{ content: Uint8Array; results: RawCellValues[] }> => {
  const unpacked = await unpackedBytes(content, WORKBOOK_LIMITS.unpackedBytes);
  if (unpacked === null) throw new WorkbookRefused(workbookUnreadable());
  if (unpacked > WORKBOOK_LIMITS.unpackedBytes) throw new WorkbookRefused(workbookTooLarge());
  const parts = await Parts.read(content);
  try {
    const { workbook, rels, sheets, results, styles, texts } = readWorkbookParts(parts);
    const zip = new jszip();
    zip.file('xl/workbook.xml', workbook);
    zip.file('xl/_rels/workbook.xml.rels', rels);
    if (styles) zip.file('xl/styles.xml', styles);
    if (texts) zip.file('xl/sharedStrings.xml', texts);
    for (const [n, sheet] of sheets.entries()) zip.file(`xl/worksheets/sheet${n + 1}.xml`, sheet);
    return { content: await zip.generateAsync({ type: 'uint8array', compression: 'STORE' }), results };
  } catch (error) {
    throw error instanceof WorkbookUnreadable ? new WorkbookRefused(workbookUnreadable()) : error;
  }
};

/** The parts of a package by name, unpacked on demand. */
class Parts {
  private tags = 0;
  private cells = 0;

  private constructor(private readonly packed: ReadonlyMap<string, Awaited<ReturnType<ZipEntry['data']>>>) {}

  static async read(content: Buffer): Promise<Parts> {
    const entries = (await zipEntries(content)) ?? [];
    return new Parts(
      new Map(
        await Promise.all(entries.map(async ({ name, data }) => [name.replace(/^\//, ''), await data()] as const)),
      ),
    );
  }

  /**
   * The text of a part. Null if there is no such part.
   * @throws WorkbookUnreadable; WorkbookRefused if the parts that were read so far have more tags or cells than allowed
   * for all parts
   */
  text(name: string): string | null {
    const packedPart = this.packed.get(name);
    if (packedPart === undefined) return null;
    if (packedPart === null) throw new WorkbookUnreadable();
    const bytes = packedPart.methods.includes(DEFLATED)
      ? inflateRawSync(packedPart.bytes, { maxOutputLength: WORKBOOK_LIMITS.unpackedBytes })
      : packedPart.bytes;
    for (let at = bytes.indexOf(TAG); at >= 0; at = bytes.indexOf(TAG, at + 1)) {
      this.tags += 1;
      if (bytes[at + 1] === CELL && ENDS_A_NAME.has(bytes[at + 2] ?? 0)) this.cells += 1;
      if (this.tags > WORKBOOK_LIMITS.tags || this.cells > WORKBOOK_LIMITS.cells)
        throw new WorkbookRefused(workbookTooLarge());
    }
    return bytes.toString('utf8').replace(/^\uFEFF/, '');
  }
}

const TAG = '<'.charCodeAt(0);

const CELL = 'c'.charCodeAt(0);

const ENDS_A_NAME = new Set(Buffer.from(' \t\r\n/>'));

/**
 * The actual unpacked size of an archive in bytes, whatever its directory says. Counting stops above `limit`. Null if
 * the archive cannot be unpacked. If directory and entry disagree on the method, the entry counts as deflated. The
 * memory never holds more than the limit.
 */
export const unpackedBytes = async (content: Buffer, limit: number): Promise<number | null> => {
  const entries = await zipEntries(content);
  if (!entries) return null;
  let sum = 0;
  for (const entry of entries) {
    const entryData = await entry.data();
    if (!entryData || entryData.methods.some((each) => each !== STORED && each !== DEFLATED)) return null;
    const { bytes, methods } = entryData;
    const unpacked = methods.includes(DEFLATED) ? inflatedLength(bytes, limit - sum + 1) : bytes.length;
    if (unpacked === null) return null;
    sum += unpacked;
    if (sum > limit) return sum;
  }
  return sum;
};

const inflatedLength = (bytes: Buffer, max: number): number | null => {
  try {
    return inflateRawSync(bytes, { maxOutputLength: max }).length;
  } catch (error) {
    return (error as NodeJS.ErrnoException).code === 'ERR_BUFFER_TOO_LARGE' ? max : null;
  }
};
