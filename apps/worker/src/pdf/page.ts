import PDFDocument from 'pdfkit';
import { type FontFaceName, documentFontFace, type EmbeddedFont, fixGlyphText } from './font-faces.js';

/** A4 in points: margins 12 mm top and 15 mm at the sides (print). */
export const PAGE = { width: 595.28, height: 841.89, left: 42.5, right: 42.5, top: 34, bottom: 62 };
export const CONTENT_WIDTH = PAGE.width - PAGE.left - PAGE.right;
/** Only the footer is below this line. */
export const BOTTOM = PAGE.height - PAGE.bottom;
export const TEXT_SIZE = 9;
export const RULE = 0.5;

/** Creates an A4 document. */
export const openPage = (info: { title: string; createdAt: string }) => {
  const doc = new PDFDocument({
    size: 'A4',
    font: '', // otherwise pdfkit would parse its Helvetica for each document
    bufferPages: true,
    autoFirstPage: true,
    margins: { top: PAGE.top, bottom: 0, left: PAGE.left, right: PAGE.right },
    info: { Title: info.title, CreationDate: new Date(info.createdAt), ModDate: new Date(info.createdAt) },
  });
  doc.lineWidth(RULE).strokeColor('#333333').fillColor('#000000');
  return doc;
};

export type Page = ReturnType<typeof openPage>;

/** Sets the face for drawing and measuring. A document embeds only the faces that its texts need. */
export const withFace = (doc: Page, name: FontFaceName): Page => {
  const registered = registeredFaces.get(doc) ?? new Set();
  registeredFaces.set(doc, registered);
  if (registered.has(name)) return doc.font(name);
  registered.add(name);
  // pdfkit also accepts a parsed face, which its types omit.
  doc.registerFont(name, documentFontFace(name) as unknown as Buffer);
  doc.font(name);
  fixGlyphText((doc as unknown as { _font: EmbeddedFont })._font);
  return doc;
};
const registeredFaces = new WeakMap<Page, Set<FontFaceName>>();

/** The position for drawing: a document and a height on its last page. */
export type Cursor = { doc: Page; y: number };

export const nextPage = (cursor: Cursor): void => {
  cursor.doc.addPage();
  cursor.y = PAGE.top;
};
