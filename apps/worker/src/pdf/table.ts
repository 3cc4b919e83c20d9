import { heightOf, RULE, TEXT_SIZE, write, type Page, type TextStyle } from './page.js';

export type Cell = { text: string; width: number; head?: boolean; align?: TextStyle['align'] };

const PADDING = { x: 5, y: 4 };
const MIN_ROW = 20;
export const HEAD_FILL = '#f1f3f5';

export const rowHeight = (doc: Page, cells: Cell[]): number =>
  Math.max(
    MIN_ROW,
    ...cells.map((cell) => heightOf(doc, cell.text, cell.width - 2 * PADDING.x, styleOf(cell)) + 2 * PADDING.y),
  );

/** Draws one ruled row at (x, y) and returns its height. Cells grow with their text; one-line text is centred vertically. */
export const drawRow = (doc: Page, cells: Cell[], x: number, y: number): number => {
  const height = rowHeight(doc, cells);
  let left = x;
  for (const cell of cells) {
    doc.lineWidth(RULE).strokeColor('#333333');
    if (cell.head) doc.rect(left, y, cell.width, height).fillAndStroke(HEAD_FILL, '#333333');
    else doc.rect(left, y, cell.width, height).stroke();
    const style = styleOf(cell);
    const inner = cell.width - 2 * PADDING.x;
    write(doc, cell.text, left + PADDING.x, y + (height - heightOf(doc, cell.text, inner, style)) / 2, inner, style);
    left += cell.width;
  }
  return height;
};

const styleOf = (cell: Cell): TextStyle => ({
  size: TEXT_SIZE,
  font: cell.head ? 'bold' : 'regular',
  align: cell.align ?? (cell.head ? 'center' : 'left'),
});
