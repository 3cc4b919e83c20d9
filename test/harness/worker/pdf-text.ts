import { execFile } from 'node:child_process';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';

const run = promisify(execFile);
const program = join(import.meta.dirname, '../../support/pdf-text.mjs');

/**
 * A piece of text in a PDF: its page, its left and right edge, and its distance from the top of the page, in points.
 */
export type PdfTextItem = { page: number; text: string; left: number; right: number; top: number };

/** The text of a PDF, read by an independent reader. */
export const pdfText = (content: Uint8Array): Promise<string> => readPdf(content, []);

/** Every piece of text of PDF bytes, in the order it was drawn. */
export const pdfTextItems = async (content: Uint8Array): Promise<PdfTextItem[]> =>
  JSON.parse(await readPdf(content, ['--places'])) as PdfTextItem[];

const readPdf = async (content: Uint8Array, flags: string[]): Promise<string> => {
  const folder = await mkdtemp(join(tmpdir(), 'pdf-'));
  try {
    const file = join(folder, 'document.pdf');
    await writeFile(file, content);
    return (await run(process.execPath, [program, file, ...flags], { maxBuffer: 16 * 1024 * 1024 })).stdout;
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
};
