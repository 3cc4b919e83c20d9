import QRCode from 'qrcode';
import { CONTENT_WIDTH, heightOf, openPage, PAGE, write, type Page } from './page.js';
import type { PrintDocument, PrintSample } from './print-document.js';
import { drawRow, rowHeight, type Cell } from './table.js';

const QR_SIZE = 46;
const GREY = '#5c6773';
const BOTTOM = PAGE.height - PAGE.bottom;
const SIGNATURE_BOX = 40;
const SIGNATURE_HEIGHT = 20 + SIGNATURE_BOX;

export type RenderedPdf = { content: Uint8Array; pages: number };

/** Renders the document as PDF bytes. The same document always gives the same bytes' content; about 10 ms a page, so it runs in a thread. */
export const renderPdf = async (document: PrintDocument): Promise<RenderedPdf> => {
  const doc = openPage({ title: `${document.title} ${document.code}`, createdAt: document.createdAt });
  const chunks: Buffer[] = [];
  const finished = new Promise<void>((resolve, reject) => {
    doc.on('data', (chunk: Buffer) => chunks.push(chunk));
    doc.on('end', resolve);
    doc.on('error', reject);
  });
  let y = drawTitle(doc, document);
  y = drawHeader(doc, document, y);
  for (const sample of document.samples) y = drawSample(doc, sample, y + 10, document.labelWidth);
  drawTotals(doc, document, y + 10);
  const { count } = doc.bufferedPageRange();
  for (let page = 0; page < count; page++) drawFoot(doc, document, page, count);
  doc.end();
  await finished;
  return { content: Buffer.concat(chunks), pages: count };
};

const drawTitle = (doc: Page, document: PrintDocument): number => {
  const width = CONTENT_WIDTH - 2 * QR_SIZE;
  const x = PAGE.left + QR_SIZE;
  write(doc, document.laboratory, x, PAGE.top, width, { align: 'center' });
  write(doc, document.title, x, PAGE.top + 14, width, { font: 'bold', size: 16, align: 'center' });
  write(doc, document.code, x, PAGE.top + 38, width, { align: 'center' });
  drawQr(doc, document.qr, PAGE.width - PAGE.right - QR_SIZE, PAGE.top);
  return PAGE.top + 58;
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

const drawHeader = (doc: Page, document: PrintDocument, top: number): number => {
  let y = top;
  const label = document.labelWidth;
  const right = 136;
  for (let index = 0; index < document.header.length; index += 2) {
    const [first, second] = [document.header[index], document.header[index + 1]];
    if (!first) break;
    const cells: Cell[] = second
      ? [
          head(first[0], label),
          { text: first[1], width: CONTENT_WIDTH - 2 * label - right },
          head(second[0], label),
          { text: second[1], width: right },
        ]
      : [head(first[0], label), { text: first[1], width: CONTENT_WIDTH - label }];
    if (y + rowHeight(doc, cells) > BOTTOM) y = nextPage(doc);
    y += drawRow(doc, cells, PAGE.left, y);
  }
  return y;
};

const head = (text: string, width: number): Cell => ({ text, width, head: true });

const drawSample = (doc: Page, sample: PrintSample, top: number, label: number): number => {
  const widths = scaled(sample.columns.map((column) => column.width));
  const titles = sample.columns.map((column, index) => head(column.title, widths[index] ?? 0));
  const rows = sample.rows.map((row) =>
    row.map((text, index): Cell => ({
      text,
      width: widths[index] ?? 0,
      align: sample.columns[index]?.align ?? 'left',
    })),
  );
  const facts = factRows(sample.facts, label);
  const intro = 16 + sum(facts.map((cells) => rowHeight(doc, cells))) + rowHeight(doc, titles);
  const noteHeight = sample.note ? heightOf(doc, sample.note, CONTENT_WIDTH, { size: 8 }) + 4 : 0;
  const whole = intro + sum(rows.map((cells) => rowHeight(doc, cells))) + noteHeight;

  // A block is kept whole unless it exceeds a page; then its head row is repeated.
  let y = top;
  const firstRow = rows[0] ? rowHeight(doc, rows[0]) : 0;
  if (y + whole > BOTTOM && (whole <= BOTTOM - PAGE.top || y + intro + firstRow > BOTTOM)) y = nextPage(doc);

  const rightWidth = 170;
  write(doc, sample.heading, PAGE.left, y, CONTENT_WIDTH - rightWidth, { font: 'bold' });
  const headingWidth = doc.font('bold').fontSize(9).widthOfString(sample.heading) + 10;
  write(doc, sample.specification, PAGE.left + headingWidth, y, CONTENT_WIDTH - rightWidth - headingWidth);
  write(doc, sample.right, PAGE.width - PAGE.right - rightWidth, y, rightWidth, { align: 'right' });
  y += 16;
  for (const cells of facts) y += drawRow(doc, cells, PAGE.left, y);
  y += drawRow(doc, titles, PAGE.left, y);
  for (const cells of rows) {
    if (y + rowHeight(doc, cells) > BOTTOM) {
      y = nextPage(doc);
      y += drawRow(doc, titles, PAGE.left, y);
    }
    y += drawRow(doc, cells, PAGE.left, y);
  }
  if (sample.note) {
    if (y + noteHeight > BOTTOM) y = nextPage(doc);
    write(doc, sample.note, PAGE.left, y + 4, CONTENT_WIDTH, { size: 8, color: '#4b5766' });
    y += noteHeight;
  }
  return y;
};

/** Facts of a sample, three label and value pairs to a row; the last pair takes what is left. */
const factRows = (facts: [string, string][], label: number): Cell[][] => {
  const rows: Cell[][] = [];
  for (let index = 0; index < facts.length; index += 3) {
    const pairs = facts.slice(index, index + 3);
    const value = (CONTENT_WIDTH - label * pairs.length) / pairs.length;
    rows.push(pairs.flatMap(([name, text]) => [head(name, label), { text, width: value }]));
  }
  return rows;
};

const drawTotals = (doc: Page, document: PrintDocument, top: number): void => {
  const needed = 24 + SIGNATURE_HEIGHT;
  let y = top + needed > BOTTOM ? nextPage(doc) : top;
  write(doc, document.totalLeft, PAGE.left, y, CONTENT_WIDTH / 2, { font: 'bold' });
  write(doc, document.totalRight, PAGE.left + CONTENT_WIDTH / 3, y, (CONTENT_WIDTH * 2) / 3, {
    font: 'bold',
    align: 'right',
  });
  // Signatures stand at the foot of the last page.
  const width = CONTENT_WIDTH / document.signatures.length;
  const titles = document.signatures.map((text) => head(text, width));
  y = BOTTOM - SIGNATURE_HEIGHT + 14;
  y += drawRow(doc, titles, PAGE.left, y);
  document.signatures.forEach((_, index) => doc.rect(PAGE.left + index * width, y, width, SIGNATURE_BOX).stroke());
};

const drawFoot = (doc: Page, document: PrintDocument, page: number, pages: number): void => {
  doc.switchToPage(page);
  const y = PAGE.height - 36;
  const style = { size: 8, color: GREY } as const;
  write(
    doc,
    document.pageLine.replace('{page}', String(page + 1)).replace('{pages}', String(pages)),
    PAGE.left,
    y,
    120,
    style,
  );
  write(doc, document.digestLine, PAGE.left + 120, y, CONTENT_WIDTH - 240, { ...style, align: 'center' });
  write(doc, document.printedLine, PAGE.width - PAGE.right - 120, y, 120, { ...style, align: 'right' });
};

const nextPage = (doc: Page): number => {
  doc.addPage();
  return PAGE.top;
};

const scaled = (widths: number[]): number[] => widths.map((width) => (width * CONTENT_WIDTH) / sum(widths));
const sum = (numbers: number[]): number => numbers.reduce((total, one) => total + one, 0);
