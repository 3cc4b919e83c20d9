import PDFDocument from 'pdfkit';
import { facesOfDocument } from './faces.js';

/** A4 in points: margins 12 mm top and 15 mm at the sides (DESIGN 12, print). */
export const PAGE = { width: 595.28, height: 841.89, left: 42.5, right: 42.5, top: 34, bottom: 62 };
export const CONTENT_WIDTH = PAGE.width - PAGE.left - PAGE.right;
/** Below it stands the foot alone. */
export const BOTTOM = PAGE.height - PAGE.bottom;
export const TEXT_SIZE = 9;
export const RULE = 0.5;

/** The drawing surface: an A4 document with the two Chinese weights and the Latin ones. */
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

/** Where drawing goes on: a document and how far down its last page is filled. */
export type Cursor = { doc: Page; y: number };

export const nextPage = (cursor: Cursor): void => {
  cursor.doc.addPage();
  cursor.y = PAGE.top;
};
