import QRCode from 'qrcode';
import {
  type Cell,
  drawLines,
  drawLinesAcrossPages,
  drawRowAcrossPages,
  lineHeight,
  countLines,
  breakLines,
  type Row,
  rowOf,
  drawText,
} from './text-lines.js';
import { BOTTOM, CONTENT_WIDTH, nextPage, openPage, PAGE, type Cursor, type Page } from './page.js';
import type { PrintDocument, PrintSample } from './compose-document.js';

const QR_SIZE = 46;
const GREY = '#5c6773';
const SIGNATURE_BOX = 40;
const SIGNATURE_HEIGHT = 20 + SIGNATURE_BOX;
/** Maximum share of a page that is left empty so that a sample is not split. */
const MAX_EMPTY_SHARE = 0.35;
/** A value with more lines has its own row. */
const NARROW_LINES = 4;
const NOTE = { size: 8, color: '#4b5766' } as const;

export type RenderedPdf = { content: Uint8Array; pages: number };

/**
 * Renders the document as PDF. The same document gives the same bytes. A page takes about 10 ms, so it runs in a
 * thread.
 */
export const renderPdf = async (document: PrintDocument): Promise<RenderedPdf> => {
  const doc = openPage({ title: `${document.title} ${document.code}`, createdAt: document.createdAt });
  const chunks: Buffer[] = [];
  const completion = new Promise<void>((resolve, reject) => {
    doc.on('data', (chunk: Buffer) => chunks.push(chunk));
    doc.on('end', resolve);
    doc.on('error', reject);
  });
  const cursor: Cursor = { doc, y: PAGE.top };
  drawTitle(cursor, document);
  for (const row of headerRows(doc, document)) drawRowAcrossPages(cursor, row);
  for (const sample of document.samples) {
    cursor.y += 10;
    drawSample(cursor, sample, document.labelWidth);
  }
  cursor.y += 10;
  if (document.unprintableNotice)
    drawLinesAcrossPages(
      cursor,
      breakLines(doc, document.unprintableNotice, CONTENT_WIDTH, NOTE),
      PAGE.left,
      CONTENT_WIDTH,
      NOTE,
    );
  drawTotals(cursor, document);
  const { count } = doc.bufferedPageRange();
  for (let page = 0; page < count; page++) drawFooter(doc, document, page, count);
  doc.end();
  await completion;
  return { content: Buffer.concat(chunks), pages: count };
};

const drawTitle = (cursor: Cursor, document: PrintDocument): void => {
  const { doc } = cursor;
  const width = CONTENT_WIDTH - 2 * QR_SIZE - 10;
  const x = PAGE.left + QR_SIZE + 5;
  drawQr(doc, document.qr, PAGE.width - PAGE.right - QR_SIZE, PAGE.top);
  cursor.y += drawText(doc, document.laboratory, x, cursor.y, width, { align: 'center' });
  cursor.y += drawText(doc, document.title, x, cursor.y, width, { font: 'bold', size: 16, align: 'center' });
  cursor.y += drawText(doc, document.code, x, cursor.y, width, { align: 'center' });
  cursor.y = Math.max(cursor.y, PAGE.top + QR_SIZE) + 6;
};

const drawQr = (doc: Page, text: string, x: number, y: number): void => {
  const { modules } = QRCode.create(text, { errorCorrectionLevel: 'M' });
  const cell = QR_SIZE / modules.size;
  for (let row = 0; row < modules.size; row++) {
    for (let column = 0; column < modules.size; column++) {
      if (modules.get(row, column)) doc.rect(x + column * cell, y + row * cell, cell + 0.05, cell + 0.05);
    }
  }
  doc.fill('#000000');
};

/** Two facts per row. The remark, which is the last one, has its own row. */
const headerRows = (doc: Page, { header, labelWidth }: PrintDocument): Row[] => {
  const rightWidth = 136;
  const widths = [CONTENT_WIDTH - 2 * labelWidth - rightWidth, rightWidth];
  return [header.slice(0, -1), header.slice(-1)].flatMap((facts) => factRows(doc, facts, labelWidth, widths));
};

const headCell = (text: string, width: number): Cell => ({ text, width, head: true });

const drawSample = (cursor: Cursor, sample: PrintSample, labelWidth: number): void => {
  const { doc } = cursor;
  const widths = scaleWidths(sample.columns.map((column) => column.width));
  const titles = rowOf(
    doc,
    sample.columns.map((column, index) => headCell(column.title, widths[index] ?? 0)),
  );
  const rows = sample.rows.map((row) =>
    rowOf(
      doc,
      row.map((text, index): Cell => ({
        text,
        width: widths[index] ?? 0,
        align: sample.columns[index]?.align ?? 'left',
        repeated: index === 0,
      })),
    ),
  );
  const valueWidth = CONTENT_WIDTH / 3 - labelWidth;
  const facts = factRows(doc, sample.facts, labelWidth, [valueWidth, valueWidth, valueWidth]);
  const right = breakLines(doc, sample.right, CONTENT_WIDTH / 2);
  const rightWidth = Math.max(...right.map(({ width }) => width)) + 12;
  const heading = breakLines(
    doc,
    [{ text: `${sample.heading}　`, font: 'bold' }, { text: sample.specification }],
    CONTENT_WIDTH - rightWidth,
  );
  const note = sample.note ? breakLines(doc, sample.note, CONTENT_WIDTH, NOTE) : [];
  const headingHeight = Math.max(heading.length, right.length) * lineHeight() + 2;
  const noteHeight = note.length * lineHeight(NOTE.size) + (note.length > 0 ? 4 : 0);
  const sampleHeight = headingHeight + sum([...facts, titles, ...rows].map(({ height }) => height)) + noteHeight;
  const minHeight =
    headingHeight + Math.min(facts[0]?.height ?? titles.height + (rows[0]?.height ?? 0), 4 * lineHeight());

  // A heading stays with its first row. A sample stays on one page unless this leaves much of the previous page empty.
  const remainingHeight = BOTTOM - cursor.y;
  const pageHeight = BOTTOM - PAGE.top;
  if (
    minHeight > remainingHeight ||
    (sampleHeight > remainingHeight && sampleHeight <= pageHeight && remainingHeight <= MAX_EMPTY_SHARE * pageHeight)
  )
    nextPage(cursor);

  drawLines(doc, right, PAGE.width - PAGE.right - rightWidth, cursor.y, rightWidth, { align: 'right' });
  drawLinesAcrossPages(cursor, heading, PAGE.left, CONTENT_WIDTH - rightWidth);
  cursor.y += 2;
  for (const row of facts) drawRowAcrossPages(cursor, row);
  if (cursor.y + titles.height + Math.min(rows[0]?.height ?? 0, 4 * lineHeight()) > BOTTOM) nextPage(cursor);
  drawRowAcrossPages(cursor, titles);
  for (const row of rows) drawRowAcrossPages(cursor, row, [titles]);
  if (note.length === 0) return;
  cursor.y += 4;
  drawLinesAcrossPages(cursor, note, PAGE.left, CONTENT_WIDTH, NOTE);
};

/** Rows with one fact per width. The last fact of a row takes the remaining width, and a long one has its own row. */
const factRows = (doc: Page, facts: [string, string][], labelWidth: number, widths: number[]): Row[] => {
  const rows: [string, string][][] = [];
  let currentRow: [string, string][] = [];
  const finishRow = () => {
    if (currentRow.length > 0) rows.push(currentRow);
    currentRow = [];
  };
  for (const fact of facts) {
    const isLong = countLines(doc, { text: fact[1], width: widths[currentRow.length] ?? 0 }) > NARROW_LINES;
    if (isLong) finishRow();
    currentRow.push(fact);
    if (isLong || currentRow.length === widths.length) finishRow();
  }
  finishRow();
  return rows.map((row) => {
    const valueSpace = CONTENT_WIDTH - row.length * labelWidth;
    const valueWidths = row.length === widths.length ? widths : row.map(() => valueSpace / row.length);
    return rowOf(
      doc,
      row.flatMap(([name, text], index) => [headCell(name, labelWidth), { text, width: valueWidths[index] ?? 0 }]),
    );
  });
};

const drawTotals = (cursor: Cursor, document: PrintDocument): void => {
  const { doc } = cursor;
  const left = breakLines(doc, document.totalLeft, CONTENT_WIDTH / 3, { font: 'bold' });
  const right = breakLines(doc, document.totalRight, (CONTENT_WIDTH * 2) / 3 - 10, { font: 'bold' });
  const height = Math.max(left.length, right.length) * lineHeight();
  if (cursor.y + height + 10 + SIGNATURE_HEIGHT > BOTTOM) nextPage(cursor);
  drawLines(doc, left, PAGE.left, cursor.y, CONTENT_WIDTH / 3);
  drawLines(doc, right, PAGE.left + CONTENT_WIDTH / 3, cursor.y, (CONTENT_WIDTH * 2) / 3, { align: 'right' });
  // Signatures are at the bottom of the last page.
  const width = CONTENT_WIDTH / document.signatures.length;
  const titles = rowOf(
    doc,
    document.signatures.map((text) => headCell(text, width)),
  );
  cursor.y = BOTTOM - SIGNATURE_BOX - titles.height;
  drawRowAcrossPages(cursor, titles);
  document.signatures.forEach((_, index) =>
    doc.rect(PAGE.left + index * width, cursor.y, width, SIGNATURE_BOX).stroke(),
  );
};

const drawFooter = (doc: Page, document: PrintDocument, page: number, pages: number): void => {
  doc.switchToPage(page);
  const y = PAGE.height - 36;
  const style = { size: 8, color: GREY } as const;
  drawText(
    doc,
    document.pageLine.replace('{page}', String(page + 1)).replace('{pages}', String(pages)),
    PAGE.left,
    y,
    120,
    style,
  );
  drawText(doc, document.digestLine, PAGE.left + 120, y, CONTENT_WIDTH - 240, { ...style, align: 'center' });
  drawText(doc, document.printedLine, PAGE.width - PAGE.right - 120, y, 120, { ...style, align: 'right' });
};

const scaleWidths = (widths: number[]): number[] => widths.map((width) => (width * CONTENT_WIDTH) / sum(widths));
const sum = (numbers: number[]): number => numbers.reduce((total, number) => total + number, 0);
