import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import PDFDocument from 'pdfkit';

const { resolve } = createRequire(import.meta.url);
/** Read once a thread: a face is 10 MB. */
const faces = {
  regular: face('noto-sans-sc/400Regular/NotoSansSC_400Regular'),
  bold: face('noto-sans-sc/700Bold/NotoSansSC_700Bold'),
  subscript: face('noto-sans/400Regular/NotoSans_400Regular'),
};

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
    bufferPages: true,
    autoFirstPage: true,
    margins: { top: PAGE.top, bottom: 0, left: PAGE.left, right: PAGE.right },
    info: { Title: info.title, CreationDate: new Date(info.createdAt), ModDate: new Date(info.createdAt) },
  });
  for (const [name, bytes] of Object.entries(faces)) doc.registerFont(name, bytes);
  doc.lineWidth(RULE).strokeColor('#333333').fillColor('#000000');
  return doc;
};

export type Page = ReturnType<typeof openPage>;
export type TextStyle = { font?: 'regular' | 'bold'; size?: number; align?: 'left' | 'center' | 'right'; color?: string };

export const heightOf = (doc: Page, text: string, width: number, style: TextStyle = {}): number =>
  doc.font(style.font ?? 'regular').fontSize(style.size ?? TEXT_SIZE).heightOfString(text || ' ', { width, lineGap: 1 });

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

function face(name: string): Buffer {
  return readFileSync(resolve(`@expo-google-fonts/${name}.ttf`));
}
