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
/** Graphemes of one face and one direction, in reading order. */
type Run = { face: FontFaceName; level: number; text: string; width: number };
export type Line = { runs: Run[]; width: number };

/**
 * Line height and distance from the top of a line to the baseline, in units of the font size, and the gap in points.
 */
const [HEIGHT, ASCENT, GAP] = [1.448, 1.16, 1];
export const lineHeight = (size = TEXT_SIZE): number => size * HEIGHT + GAP;

/** Breaks a text into lines of at most `width`, where its script allows it, otherwise between any two graphemes. */
export const breakLines = (doc: Page, text: string | Span[], width: number, style: TextStyle = {}): Line[] => {
  const { font = 'regular', size = TEXT_SIZE } = style;
  const spans = typeof text === 'string' ? [{ text, font }] : text;
  const graphemes = spans.flatMap((span) => toGraphemes(span.text, span.font ?? font));
  const lines: Line[] = [];
  for (const paragraph of splitParagraphs(graphemes, (grapheme) => grapheme.text === '\n')) {
    let line: Line = { runs: [], width: 0 };
    for (const word of wordsOf(paragraph)) {
      const runs = runsOf(doc, word, size);
      const wordWidth = widthOf(runs);
      if (line.width + widthOf(trimEnd(doc, runs, size)) <= width)
        line = { runs: [...line.runs, ...runs], width: line.width + wordWidth };
      else {
        if (line.width > 0) lines.push(line);
        line = { runs, width: wordWidth };
        while (widthOf(trimEnd(doc, line.runs, size)) > width) {
          const [head, rest] = splitRuns(doc, line.runs, width, size);
          lines.push({ runs: head, width: widthOf(head) });
          line = { runs: rest, width: widthOf(rest) };
        }
      }
    }
    lines.push(line);
  }
  return lines.map(({ runs }) => {
    const visualRuns = toVisualRuns(runsOf(doc, trimEnd(doc, runs, size), size));
    return { runs: visualRuns, width: widthOf(visualRuns) };
  });
};

/** Draws lines in a box of `width` at (x, y). @returns their height */
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

/** Draws text in a box of `width` at (x, y). @returns its height */
export const drawText = (doc: Page, text: string, x: number, y: number, width: number, style: TextStyle = {}): number =>
  drawLines(doc, breakLines(doc, text, width, style), x, y, width, style);

/** Draws lines from the cursor on, over as many pages as needed. */
export const drawLinesAcrossPages = (
  cursor: Cursor,
  lines: Line[],
  x: number,
  width: number,
  style: TextStyle = {},
): void => {
  const height = lineHeight(style.size);
  for (let from = 0; from < lines.length;) {
    const fittingLines = Math.floor((BOTTOM - cursor.y) / height);
    if (fittingLines < 1) {
      nextPage(cursor);
      continue;
    }
    cursor.y += drawLines(cursor.doc, lines.slice(from, from + fittingLines), x, cursor.y, width, style);
    from += fittingLines;
  }
};

function* splitParagraphs(graphemes: Grapheme[], isEnd: (grapheme: Grapheme) => boolean): Generator<Grapheme[]> {
  let paragraph: Grapheme[] = [];
  for (const grapheme of graphemes) {
    if (!isEnd(grapheme)) paragraph.push(grapheme);
    else {
      yield paragraph;
      paragraph = [];
    }
  }
  yield paragraph;
}

/** The parts that are not broken if they fit on a line, each with the spaces after it. */
function* wordsOf(paragraph: Grapheme[]): Generator<Grapheme[]> {
  const breaker = new LineBreaker(paragraph.map(({ text }) => text).join(''));
  let [index, units] = [0, 0];
  for (let next = breaker.nextBreak(); next; next = breaker.nextBreak()) {
    const word: Grapheme[] = [];
    for (let grapheme = paragraph[index]; grapheme && units < next.position; grapheme = paragraph[index]) {
      word.push(grapheme);
      units += grapheme.text.length;
      index++;
    }
    if (word.length > 0) yield word;
  }
}

const runsOf = (doc: Page, graphemes: Grapheme[], size: number): Run[] => {
  const runs: Grapheme[] = [];
  for (const grapheme of graphemes) {
    const last = runs.at(-1);
    if (last?.face === grapheme.face && last.level === grapheme.level) last.text += grapheme.text;
    else runs.push({ ...grapheme });
  }
  return runs.map((run) => measure(doc, run, size));
};

const measure = (doc: Page, { face, level, text }: Grapheme, size: number): Run => ({
  face,
  level,
  text,
  width: withFace(doc, face).fontSize(size).widthOfString(toVisualOrder(text, level)),
});

/** Runs of a line in visual order: right-to-left runs are reversed, from the highest level down (UAX 9, L2). */
const toVisualRuns = (runs: Run[]): Run[] => {
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

/** Removes the spaces at the end of a line, because they do not count towards its width. */
const trimEnd = (doc: Page, runs: Run[], size: number): Run[] => {
  const last = runs.at(-1);
  if (!last || last.text === last.text.trimEnd()) return runs;
  const text = last.text.trimEnd();
  const precedingRuns = runs.slice(0, -1);
  return text ? [...precedingRuns, measure(doc, { ...last, text }, size)] : trimEnd(doc, precedingRuns, size);
};

/** Splits runs into the longest part that fits, of at least one grapheme, and the rest. */
const splitRuns = (doc: Page, runs: Run[], width: number, size: number): [Run[], Run[]] => {
  const graphemes = runs.flatMap((run) => clustersOf(run.text).map((text) => ({ ...run, text })));
  let fittingCount = 0;
  for (let remainingWidth = width; fittingCount < graphemes.length; fittingCount++) {
    const next = graphemes[fittingCount];
    if (!next) break;
    remainingWidth -= measure(doc, next, size).width;
    if (remainingWidth < 0) break;
  }
  // Joined letters may be wider than the same letters separately.
  let index = Math.max(1, fittingCount);
  while (index > 1 && widthOf(runsOf(doc, graphemes.slice(0, index), size)) > width) index--;
  return [runsOf(doc, graphemes.slice(0, index), size), runsOf(doc, graphemes.slice(index), size)];
};

/** `repeated`: if a row is split, each part contains this cell, which names the row. */
export type Cell = { text: string; width: number; head?: boolean; repeated?: boolean; align?: TextStyle['align'] };
/** A row whose text is broken into lines. */
export type Row = { cells: (Cell & { lines: Line[] })[]; height: number };

const PADDING = { x: 5, y: 4 };
const MIN_ROW = 20;
/** A row of at most this number of lines is not split. */
const MAX_UNSPLIT_LINES = 6;
/** Minimum number of lines of each part of a split row. */
const MIN_PART_LINES = 2;
const HEAD_FILL = '#f1f3f5';

export const rowOf = (doc: Page, cells: Cell[]): Row =>
  measureRow(cells.map((cell) => ({ ...cell, lines: breakLines(doc, cell.text, innerWidth(cell), styleOf(cell)) })));

/** Number of lines of the text of a cell. */
export const countLines = (doc: Page, cell: Cell): number =>
  breakLines(doc, cell.text, innerWidth(cell), styleOf(cell)).length;

/**
 * Draws a row with borders from the cursor on. If it does not fit, it continues on the next page below `headerRows`.
 */
export const drawRowAcrossPages = (cursor: Cursor, row: Row, headerRows: Row[] = []): void => {
  for (let rest = row; ;) {
    const availableHeight = BOTTOM - cursor.y;
    if (rest.height <= availableHeight) return drawRow(cursor, rest);
    const parts = splitRow(rest, availableHeight);
    if (parts) drawRow(cursor, parts[0]);
    nextPage(cursor);
    for (const header of headerRows) drawRow(cursor, header);
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

/** The part of a row that fits into `room`, and the rest; null if the row is not to be split. */
const splitRow = (row: Row, availableHeight: number): [Row, Row] | null => {
  const lineCount = Math.max(...row.cells.map(({ lines }) => lines.length));
  const fittingLines = Math.min(
    Math.floor((availableHeight - 2 * PADDING.y) / lineHeight()),
    lineCount - MIN_PART_LINES,
  );
  const repeatedLines = Math.max(0, ...row.cells.filter(isRepeated).map(({ lines }) => lines.length));
  if (lineCount <= MAX_UNSPLIT_LINES || fittingLines < MIN_PART_LINES || fittingLines < repeatedLines) return null;
  const rowPart = (from: number, to?: number): Row =>
    measureRow(row.cells.map((cell) => (isRepeated(cell) ? cell : { ...cell, lines: cell.lines.slice(from, to) })));
  return [rowPart(0, fittingLines), rowPart(fittingLines)];
};

/** A header cell that is unusually long is split like other cells. */
const isRepeated = ({ head, repeated, lines }: Row['cells'][number]): boolean =>
  (head === true || repeated === true) && lines.length <= 2 * MAX_UNSPLIT_LINES;

const measureRow = (cells: Row['cells']): Row => ({
  cells,
  height: Math.max(MIN_ROW, ...cells.map(({ lines }) => lines.length * lineHeight() + 2 * PADDING.y)),
});

const innerWidth = ({ width }: Cell): number => width - 2 * PADDING.x;

const styleOf = (cell: Cell): TextStyle => ({
  size: TEXT_SIZE,
  font: cell.head ? 'bold' : 'regular',
  align: cell.align ?? (cell.head ? 'center' : 'left'),
});
