import LineBreaker from 'linebreak';
import { clustersOf, type FontFaceName, toVisualOrder, type Grapheme, toGraphemes } from './font-faces.js';
import { BOTTOM, type Cursor, nextPage, type Page, PAGE, RULE, TEXT_SIZE, withFace } from './page.js';

type TextStyle = {
  font?: 'regular' | 'bold';
  size?: number;
  align?: 'left' | 'center' | 'right';
  color?: string;
};
/** Text of one weight within a line. */
export type Span = { text: string; font?: 'regular' | 'bold' };
/** Signs of one face and one direction, in the order they are read. */
type Run = { face: FontFaceName; level: number; text: string; width: number };
export type Line = { runs: Run[]; width: number };

/**
 * Of the Chinese face in units of its size: from one line to the next, and from the top of a line to where letters
 * stand.
 */
const [HEIGHT, ASCENT, GAP] = [1.448, 1.16, 1];
export const lineHeight = (size = TEXT_SIZE): number => size * HEIGHT + GAP;

/** The text as lines of at most `width`, broken where its writing system allows it, else between any two characters. */
export const breakLines = (doc: Page, text: string | Span[], width: number, style: TextStyle = {}): Line[] => {
  const { font = 'regular', size = TEXT_SIZE } = style;
  const spans = typeof text === 'string' ? [{ text, font }] : text;
  const signs = spans.flatMap((span) => toGraphemes(span.text, span.font ?? font));
  const lines: Line[] = [];
  for (const paragraph of splitAt(signs, (sign) => sign.text === '\n')) {
    let line: Line = { runs: [], width: 0 };
    for (const word of wordsOf(paragraph)) {
      const runs = runsOf(doc, word, size);
      const wide = widthOf(runs);
      if (line.width + widthOf(trimmed(doc, runs, size)) <= width)
        line = { runs: [...line.runs, ...runs], width: line.width + wide };
      else {
        if (line.width > 0) lines.push(line);
        line = { runs, width: wide };
        while (widthOf(trimmed(doc, line.runs, size)) > width) {
          const [head, rest] = cut(doc, line.runs, width, size);
          lines.push({ runs: head, width: widthOf(head) });
          line = { runs: rest, width: widthOf(rest) };
        }
      }
    }
    lines.push(line);
  }
  return lines.map(({ runs }) => {
    const merged = inVisualOrder(runsOf(doc, trimmed(doc, runs, size), size));
    return { runs: merged, width: widthOf(merged) };
  });
};

/** Draws lines one below the other in a box of `width` at (x, y). @returns their height */
export const drawLines = (
  doc: Page,
  lines: Line[],
  x: number,
  y: number,
  width: number,
  { size = TEXT_SIZE, align = 'left', color = '#000000' }: TextStyle = {},
): number => {
  doc.fillColor(color).fontSize(size);
  lines.forEach((line, index) => {
    let left = x + (width - line.width) * { left: 0, center: 0.5, right: 1 }[align];
    const base = y + index * lineHeight(size) + size * ASCENT;
    for (const run of line.runs) {
      withFace(doc, run.face).text(toVisualOrder(run.text, run.level), left, base, {
        lineBreak: false,
        baseline: 'alphabetic',
      });
      left += run.width;
    }
  });
  return lines.length * lineHeight(size);
};

/** Writes text in a box of `width` at (x, y). @returns its height */
export const drawText = (doc: Page, text: string, x: number, y: number, width: number, style: TextStyle = {}): number =>
  drawLines(doc, breakLines(doc, text, width, style), x, y, width, style);

/** Draws lines from the cursor on, over as many pages as they take. */
export const drawLinesAcrossPages = (
  cursor: Cursor,
  lines: Line[],
  x: number,
  width: number,
  style: TextStyle = {},
): void => {
  const height = lineHeight(style.size);
  for (let from = 0; from < lines.length;) {
    const fit = Math.floor((BOTTOM - cursor.y) / height);
    if (fit < 1) {
      nextPage(cursor);
      continue;
    }
    cursor.y += drawLines(cursor.doc, lines.slice(from, from + fit), x, cursor.y, width, style);
    from += fit;
  }
};

function* splitAt(signs: Grapheme[], isEnd: (sign: Grapheme) => boolean): Generator<Grapheme[]> {
  let part: Grapheme[] = [];
  for (const sign of signs) {
    if (!isEnd(sign)) part.push(sign);
    else {
      yield part;
      part = [];
    }
  }
  yield part;
}

/** What is not broken while it fits on a line, each with the blanks behind it. */
function* wordsOf(paragraph: Grapheme[]): Generator<Grapheme[]> {
  const breaker = new LineBreaker(paragraph.map(({ text }) => text).join(''));
  let [place, units] = [0, 0];
  for (let next = breaker.nextBreak(); next; next = breaker.nextBreak()) {
    const word: Grapheme[] = [];
    for (let sign = paragraph[place]; sign && units < next.position; sign = paragraph[place]) {
      word.push(sign);
      units += sign.text.length;
      place++;
    }
    if (word.length > 0) yield word;
  }
}

const runsOf = (doc: Page, signs: Grapheme[], size: number): Run[] => {
  const runs: Grapheme[] = [];
  for (const sign of signs) {
    const last = runs.at(-1);
    if (last?.face === sign.face && last.level === sign.level) last.text += sign.text;
    else runs.push({ ...sign });
  }
  return runs.map((run) => measured(doc, run, size));
};

const measured = (doc: Page, { face, level, text }: Grapheme, size: number): Run => ({
  face,
  level,
  text,
  width: withFace(doc, face).fontSize(size).widthOfString(toVisualOrder(text, level)),
});

/**
 * Runs of a line as they stand on paper: what is read from right to left is turned, from the innermost on (UAX 9, L2).
 */
const inVisualOrder = (runs: Run[]): Run[] => {
  const ordered = [...runs];
  for (let level = Math.max(0, ...runs.map((run) => run.level)); level > 0; level--)
    for (let from = 0; from < ordered.length; from++) {
      let to = from;
      while ((ordered[to]?.level ?? 0) >= level) to++;
      ordered.splice(from, to - from, ...ordered.slice(from, to).reverse());
      from = to;
    }
  return ordered;
};

const widthOf = (runs: Run[]): number => runs.reduce((sum, { width }) => sum + width, 0);

/** Without the blanks at the end of a line: they are not seen and push nothing over the edge. */
const trimmed = (doc: Page, runs: Run[], size: number): Run[] => {
  const last = runs.at(-1);
  if (!last || last.text === last.text.trimEnd()) return runs;
  const text = last.text.trimEnd();
  const before = runs.slice(0, -1);
  return text ? [...before, measured(doc, { ...last, text }, size)] : trimmed(doc, before, size);
};

/** The longest beginning that fits, one sign at least, and the rest. */
const cut = (doc: Page, runs: Run[], width: number, size: number): [Run[], Run[]] => {
  const signs = runs.flatMap((run) => clustersOf(run.text).map((text) => ({ ...run, text })));
  let fit = 0;
  for (let room = width; fit < signs.length; fit++) {
    const next = signs[fit];
    if (!next) break;
    room -= measured(doc, next, size).width;
    if (room < 0) break;
  }
  // Letters that join may be wider together than alone.
  let place = Math.max(1, fit);
  while (place > 1 && widthOf(runsOf(doc, signs.slice(0, place), size)) > width) place--;
  return [runsOf(doc, signs.slice(0, place), size), runsOf(doc, signs.slice(place), size)];
};

/** `repeated`: what names the row stands on each of its parts, where it goes on on another page. */
export type Cell = { text: string; width: number; head?: boolean; repeated?: boolean; align?: TextStyle['align'] };
/** A row whose text is broken into lines. */
export type Row = { cells: (Cell & { lines: Line[] })[]; height: number };

const PADDING = { x: 5, y: 4 };
const MIN_ROW = 20;
/**
 * A row up to so many lines goes to the next page as a whole, and one that is split has two lines of text on either
 * page.
 */
const [WHOLE, FEWEST] = [6, 2];
const HEAD_FILL = '#f1f3f5';

export const rowOf = (doc: Page, cells: Cell[]): Row =>
  measuredRow(cells.map((cell) => ({ ...cell, lines: breakLines(doc, cell.text, innerWidth(cell), styleOf(cell)) })));

/** How many lines the text of a cell takes. */
export const linesIn = (doc: Page, cell: Cell): number =>
  breakLines(doc, cell.text, innerWidth(cell), styleOf(cell)).length;

/** Draws a ruled row from the cursor on. It goes on on the next page where it must, below `above`. */
export const drawRowAcrossPages = (cursor: Cursor, row: Row, above: Row[] = []): void => {
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
    measuredRow(row.cells.map((cell) => (isKept(cell) ? cell : { ...cell, lines: cell.lines.slice(from, to) })));
  return [part(0, fit), part(fit)];
};

/** A name that is longer than any is meant to be is split as everything else. */
const isKept = ({ head, repeated, lines }: Row['cells'][number]): boolean =>
  (head === true || repeated === true) && lines.length <= 2 * WHOLE;

const measuredRow = (cells: Row['cells']): Row => ({
  cells,
  height: Math.max(MIN_ROW, ...cells.map(({ lines }) => lines.length * lineHeight() + 2 * PADDING.y)),
});

const innerWidth = ({ width }: Cell): number => width - 2 * PADDING.x;

const styleOf = (cell: Cell): TextStyle => ({
  size: TEXT_SIZE,
  font: cell.head ? 'bold' : 'regular',
  align: cell.align ?? (cell.head ? 'center' : 'left'),
});
