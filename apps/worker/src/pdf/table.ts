import { drawLines, lineHeight, linesOf, type Line, type TextStyle } from './lines.js';
import { BOTTOM, nextPage, PAGE, RULE, TEXT_SIZE, type Cursor, type Page } from './page.js';

/** `repeated`: what names the row stands on each of its parts, where it goes on on another page. */
export type Cell = { text: string; width: number; head?: boolean; repeated?: boolean; align?: TextStyle['align'] };
/** A row whose text is broken into lines. */
export type Row = { cells: (Cell & { lines: Line[] })[]; height: number };

const PADDING = { x: 5, y: 4 };
const MIN_ROW = 20;
/** A row up to so many lines goes to the next page as a whole, and one that is split has two lines of text on either page. */
const [WHOLE, FEWEST] = [6, 2];
const HEAD_FILL = '#f1f3f5';

export const rowOf = (doc: Page, cells: Cell[]): Row =>
  measured(cells.map((cell) => ({ ...cell, lines: linesOf(doc, cell.text, innerWidth(cell), styleOf(cell)) })));

/** How many lines the text of a cell takes. */
export const linesIn = (doc: Page, cell: Cell): number =>
  linesOf(doc, cell.text, innerWidth(cell), styleOf(cell)).length;

/** Draws a ruled row from the cursor on. It goes on on the next page where it must, below `above`. */
export const flowRow = (cursor: Cursor, row: Row, above: Row[] = []): void => {
  for (let rest = row; ;) {
    const room = BOTTOM - cursor.y;
    if (rest.height <= room) return drawRow(cursor, rest);
    const parts = split(rest, room);
    if (parts) drawRow(cursor, parts[0]);
    nextPage(cursor);
    for (const each of above) drawRow(cursor, each);
    rest = parts?.[1] ?? rest;
  }
};

const drawRow = (cursor: Cursor, { cells, height }: Row): void => {
  const { doc, y } = cursor;
  let left = PAGE.left;
  for (const cell of cells) {
    doc.lineWidth(RULE).strokeColor('#333333');
    if (cell.head) doc.rect(left, y, cell.width, height).fillAndStroke(HEAD_FILL, '#333333');
    else doc.rect(left, y, cell.width, height).stroke();
    const top = y + (height - cell.lines.length * lineHeight()) / 2;
    drawLines(doc, cell.lines, left + PADDING.x, top, innerWidth(cell), styleOf(cell));
    left += cell.width;
  }
  cursor.y += height;
};

/** The part of a row that fits into `room`, and the rest; null where it is better kept whole. */
const split = (row: Row, room: number): [Row, Row] | null => {
  const most = Math.max(...row.cells.map(({ lines }) => lines.length));
  const fit = Math.min(Math.floor((room - 2 * PADDING.y) / lineHeight()), most - FEWEST);
  const named = Math.max(0, ...row.cells.filter(isKept).map(({ lines }) => lines.length));
  if (most <= WHOLE || fit < FEWEST || fit < named) return null;
  const part = (from: number, to?: number): Row =>
    measured(row.cells.map((cell) => (isKept(cell) ? cell : { ...cell, lines: cell.lines.slice(from, to) })));
  return [part(0, fit), part(fit)];
};

/** A name that is longer than any is meant to be is split as everything else. */
const isKept = ({ head, repeated, lines }: Row['cells'][number]): boolean =>
  (head === true || repeated === true) && lines.length <= 2 * WHOLE;

const measured = (cells: Row['cells']): Row => ({
  cells,
  height: Math.max(MIN_ROW, ...cells.map(({ lines }) => lines.length * lineHeight() + 2 * PADDING.y)),
});

const innerWidth = ({ width }: Cell): number => width - 2 * PADDING.x;

const styleOf = (cell: Cell): TextStyle => ({
  size: TEXT_SIZE,
  font: cell.head ? 'bold' : 'regular',
  align: cell.align ?? (cell.head ? 'center' : 'left'),
});
