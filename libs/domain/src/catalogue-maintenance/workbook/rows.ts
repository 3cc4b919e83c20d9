import { type Problem, problem } from '../../rules/rule-broken.js';
import {
  toSingleLine,
  foldedForSearch,
  normalizedLine,
  findForbiddenCharacter,
  replaceForbidden,
} from '../../text/text.js';
import { type CellValue, singleLineProblem, readCell, type ReadCell } from './cells.js';
import type { SheetColumn } from './column.js';
import { EXAMPLE_SHEET, MATERIAL_SHEET, PROPERTY_SHEET } from './form-columns.js';
import {
  ACCESSORY_SHEET,
  CATEGORY_SHEET,
  DICTIONARY_SHEET,
  PACK_SHEET,
  QUALIFICATION_SHEET,
  REQUIREMENT_SHEET,
  STANDARD_SHEET,
} from './list-columns.js';
import { PARAMETER_SHEET, SAMPLE_SHEET } from './sample-columns.js';

/** The sheets that an import reads, in their order. */
export const SHEETS: readonly string[] = [
  SAMPLE_SHEET,
  PARAMETER_SHEET,
  PROPERTY_SHEET,
  MATERIAL_SHEET,
  REQUIREMENT_SHEET,
  EXAMPLE_SHEET,
  PACK_SHEET,
  STANDARD_SHEET,
  ACCESSORY_SHEET,
  CATEGORY_SHEET,
  DICTIONARY_SHEET,
  QUALIFICATION_SHEET,
];

/** Whether a sheet or heading has this name, ignoring width, spaces and invisible characters. */
const isNamed = (written: string, name: string): boolean =>
  foldedForSearch(toSingleLine(written)) === foldedForSearch(name);

/** Whether an import reads a sheet. */
export const isKnownSheet = (written: string): boolean => SHEETS.some((name) => isNamed(written, name));

/**
 * A sheet as it was read. Texts are trimmed; `number` is the spreadsheet's row number, starting at 1; `others` are the
 * cells that are not plain text, by column index.
 */
export type ReadSheet = { name: string; rows: ReadRow[] };
type ReadRow = { number: number; cells: string[]; others?: Readonly<Record<number, ReadCell>> };

/** The problem of one cell and its location: the column as a letter, with its head. */
export type CellProblem = { sheet: string; row: number; column: string; head: string; value: string; problem: Problem };

/** A location in a workbook that collects the problems found there. */
export type CellLocation = { refuse(key: string, problem: Problem): void };
/**
 * A row with its cells by column key. `values` are the readable values of the columns that exist; unreadable cells are
 * reported as problems.
 */
export type SheetRow = CellLocation & {
  /** The text of the cell for its column's kind, or for another kind. */
  text(key: string, kind?: SheetColumn<never>['kind']): string;
  has(key: string): boolean;
  values(): Record<string, CellValue>;
};

/** The filled rows of a sheet. There are none if the sheet or a head of `keys` is missing. */
export const rowsIn = <Shown>(
  sheets: readonly ReadSheet[],
  name: string,
  columns: readonly SheetColumn<Shown>[],
  keys: readonly string[],
  problems: CellProblem[],
): SheetRow[] => {
  const sheet = sheets.find((each) => isNamed(each.name, name));
  const [heads, ...rows] = sheet?.rows ?? [];
  if (!heads) return [];
  const places = new Map(
    columns.flatMap(({ key, head }) => {
      const at = heads.cells.findIndex((written) => isNamed(written, head));
      return at < 0 ? [] : [[key, at] as const];
    }),
  );
  const refuse = (row: number, at: number, head: string, value: string, found: Problem) =>
    problems.push({ sheet: name, row, column: letterOf(at), head, value, problem: found });
  const kinds = new Map(
    columns.flatMap(({ key, kind, readOnly }) => {
      const at = places.get(key);
      return at === undefined ? [] : [[at, readOnly ? 'paragraphs' : kind] as const];
    }),
  );
  refuseUnreadable(sheet, heads.cells, name, problems, kinds);
  heads.cells.forEach((head, at) => {
    if (head === '' || wrongWith(heads, at)) return;
    const column = columns.find((each) => isNamed(head, each.head));
    const first = places.get(column?.key ?? '') ?? at;
    if (!column) refuse(heads.number, at, head, head, problem('CELL_HEAD_UNKNOWN'));
    else if (first < at) refuse(heads.number, at, head, head, problem('CELL_HEAD_TWICE', { column: letterOf(first) }));
  });
  if (sheets.filter((each) => isNamed(each.name, name)).length > 1)
    refuse(heads.number, 0, heads.cells[0] ?? '', name, problem('CELL_SHEET_TWICE', { sheet: name }));
  const missing = columns.filter(({ key }) => keys.includes(key) && !places.has(key));
  for (const { head } of missing)
    refuse(heads.number, heads.cells.length, head, '', problem('CELL_HEAD_MISSING', { head }));
  if (missing.length > 0) return [];
  return rows
    .filter(({ cells }) => cells.some((cell) => cell !== ''))
    .map((row): SheetRow => {
      const { number, cells, others = {} } = row;
      const text: SheetRow['text'] = (key, kind) => {
        const at = places.get(key);
        if (at === undefined) return '';
        return normalizedLine(replaceForbidden(others[at]?.as?.[kind ?? kinds.get(at) ?? 'text'] ?? cells[at] ?? ''));
      };
      const refuseCell = (key: string, found: Problem) => {
        const at = places.get(key) ?? places.get(keys[0] ?? '') ?? 0;
        // An unreadable cell is reported already. Further problems of its content are omitted.
        if (wrongWith(row, at, kinds.get(at))) return;
        refuse(number, at, heads.cells[at] ?? '', replaceForbidden(cells[at] ?? ''), found);
      };
      return {
        text,
        refuse: refuseCell,
        has: (key) => places.has(key),
        values: () =>
          Object.fromEntries(
            columns.flatMap(({ key, kind, readOnly }) => {
              if (!places.has(key) || readOnly || kind === 'standards') return [];
              const read = readCell(text(key), kind);
              if ('value' in read) return [[key, read.value]];
              refuseCell(key, read.problem);
              return [];
            }),
          ),
      };
    });
};

/**
 * The reason why a cell cannot be read in a column of this kind; undefined if it can. A heading may have several lines.
 */
const wrongWith = (
  { cells, others }: ReadRow,
  at: number,
  kind: SheetColumn<never>['kind'] = 'paragraphs',
): Problem | undefined => {
  const cell = others?.[at];
  if (cell?.as?.[kind] !== undefined) return undefined;
  return cell?.wrong ?? singleLineProblem(cells[at] ?? '', kind) ?? undefined;
};

/**
 * Reports unreadable cells: errors, formulas without a result, unsupported formats, several lines where one is allowed,
 * and forbidden characters (`_x0000_` encodes one). Cells without a heading are ignored unless they have a forbidden
 * character. A sheet may be read several times; each cell is reported once.
 */
const refuseUnreadable = (
  sheet: ReadSheet | undefined,
  heads: readonly string[],
  name: string,
  problems: CellProblem[],
  kinds: ReadonlyMap<number, SheetColumn<never>['kind']>,
): void => {
  const reported = new Set(problems.map((each) => `${each.sheet}!${each.column}${each.row} ${each.problem.code}`));
  for (const [place, row] of sheet?.rows.entries() ?? [])
    for (const [at, cell] of row.cells.entries()) {
      const character = findForbiddenCharacter(cell);
      const found =
        (heads[at] ? wrongWith(row, at, place === 0 ? undefined : kinds.get(at)) : undefined) ??
        (character === null ? null : problem('TEXT_CHARACTER_REFUSED', { character }));
      const column = letterOf(at);
      if (!found || reported.has(`${name}!${column}${row.number} ${found.code}`)) continue;
      const [head, value] = [replaceForbidden(heads[at] ?? ''), replaceForbidden(cell)];
      problems.push({ sheet: name, row: row.number, column, head, value, problem: found });
    }
};

/** The letters of a column by its index: 0 is A, 26 is AA. */
const letterOf = (at: number): string =>
  (at < 26 ? '' : letterOf(Math.floor(at / 26) - 1)) + String.fromCharCode(65 + (at % 26));

/** Sorts in reading order: by sheet, then by row, then by column. */
export const compareByLocation = (left: CellProblem, right: CellProblem): number =>
  SHEETS.indexOf(left.sheet) - SHEETS.indexOf(right.sheet) ||
  left.row - right.row ||
  left.column.length - right.column.length ||
  (left.column < right.column ? -1 : 1);
