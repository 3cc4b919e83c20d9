import PDFDocument from 'pdfkit';
import { facesOfDocument } from './faces.js';

/** A4 in points: margins 12 mm top and 15 mm at the sides (DESIGN 12, print). */
export const PAGE = { width: 595.28, height: 841.89, left: 42.5, right: 42.5, top: 34, bottom: 62 };
export const CONTENT_WIDTH = PAGE.width - PAGE.left - PAGE.right;
export const TEXT_SIZE = 9;
export const RULE = 0.5;
const SUBSCRIPTS = /([₀-₉]+)/;

/** The drawing surface: an A4 document with the two Chinese weights and text that never overflows its box. */
export const openPage = (info: { title: string; createdAt: string }) => {
  const doc = new PDFDocument({
    size: 'A4',
    font: '', // none to begin with: pdfkit would read and parse its Helvetica for each document
    bufferPages: true,
    autoFirstPage: true,
    margins: { top: PAGE.top, bottom: 0, left: PAGE.left, right: PAGE.right },
    info: { Title: info.title, CreationDate: new Date(info.createdAt), ModDate: new Date(info.createdAt) },
  });
  // pdfkit takes a parsed face as well as bytes, which its types do not say.
  for (const [name, face] of facesOfDocument()) doc.registerFont(name, face as unknown as Buffer);
  doc.lineWidth(RULE).strokeColor('#333333').fillColor('#000000');
  return doc;
};

export type Page = ReturnType<typeof openPage>;
export type TextStyle = {
  font?: 'regular' | 'bold';
  size?: number;
  align?: 'left' | 'center' | 'right';
  color?: string;
};

export const heightOf = (doc: Page, text: string, width: number, style: TextStyle = {}): number =>
  doc
    .font(style.font ?? 'regular')
    .fontSize(style.size ?? TEXT_SIZE)
    .heightOfString(text || ' ', { width, lineGap: 1 });

/** Text in a box of `width` at (x, y). The Chinese face lacks subscript digits; they come from the Latin one. */
export const write = (doc: Page, text: string, x: number, y: number, width: number, style: TextStyle = {}): void => {
  const { font = 'regular', size = TEXT_SIZE, align = 'left', color = '#000000' } = style;
  const options = { width, align, lineGap: 1 };
  doc.fillColor(color).fontSize(size);
  const runs = text.split(SUBSCRIPTS).filter(Boolean);
  if (runs.length <= 1 && !SUBSCRIPTS.test(text)) {
    doc.font(font).text(text, x, y, options);
    return;
  }
  runs.forEach((run, index) => {
    doc.font(SUBSCRIPTS.test(run) ? 'subscript' : font);
    const continued = index < runs.length - 1;
    if (index === 0) doc.text(run, x, y, { ...options, continued });
    else doc.text(run, { ...options, continued });
  });
};
