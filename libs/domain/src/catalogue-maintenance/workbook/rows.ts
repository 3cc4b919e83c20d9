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
const isSameName = (text: string, name: string): boolean =>
  foldedForSearch(toSingleLine(text)) === foldedForSearch(name);

/** Whether an import reads a sheet. */
export const isKnownSheet = (sheetName: string): boolean => SHEETS.some((name) => isSameName(sheetName, name));

/**
 * A sheet as it was read. Texts are trimmed; `number` is the spreadsheet's row number, starting at 1; `specialCells`
 * are the cells that are not plain text, by column index.
 */
export type ReadSheet = { name: string; rows: ReadRow[] };
type ReadRow = { number: number; cells: string[]; specialCells?: Readonly<Record<number, ReadCell>> };

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
export const readRows = <Row>(
  sheets: readonly ReadSheet[],
  name: string,
  columns: readonly SheetColumn<Row>[],
  keys: readonly string[],
  problems: CellProblem[],
): SheetRow[] => {
  const sheet = sheets.find((each) => isSameName(each.name, name));
  const [heads, ...rows] = sheet?.rows ?? [];
  if (!heads) return [];
  const columnIndexes = new Map(
    columns.flatMap(({ key, head }) => {
      const index = heads.cells.findIndex((text) => isSameName(text, head));
      return index < 0 ? [] : [[key, index] as const];
    }),
  );
  const refuse = (row: number, index: number, head: string, value: string, cellProblem: Problem) =>
    problems.push({ sheet: name, row, column: columnLetters(index), head, value, problem: cellProblem });
  const kindsByIndex = new Map(
    columns.flatMap(({ key, kind, readOnly }) => {
      const index = columnIndexes.get(key);
      return index === undefined ? [] : [[index, readOnly ? 'paragraphs' : kind] as const];
    }),
  );
  refuseUnreadable(sheet, heads.cells, name, problems, kindsByIndex);
  heads.cells.forEach((head, index) => {
    if (head === '' || problemOfCell(heads, index)) return;
    const column = columns.find((each) => isSameName(head, each.head));
    const first = columnIndexes.get(column?.key ?? '') ?? index;
    if (!column) refuse(heads.number, index, head, head, problem('CELL_HEAD_UNKNOWN'));
    else if (first < index)
      refuse(heads.number, index, head, head, problem('CELL_HEAD_TWICE', { column: columnLetters(first) }));
  });
  if (sheets.filter((each) => isSameName(each.name, name)).length > 1)
    refuse(heads.number, 0, heads.cells[0] ?? '', name, problem('CELL_SHEET_TWICE', { sheet: name }));
  const missing = columns.filter(({ key }) => keys.includes(key) && !columnIndexes.has(key));
  for (const { head } of missing)
    refuse(heads.number, heads.cells.length, head, '', problem('CELL_HEAD_MISSING', { head }));
  if (missing.length > 0) return [];
  return rows
    .filter(({ cells }) => cells.some((cell) => cell !== ''))
    .map((row): SheetRow => {
      const { number, cells, specialCells = {} } = row;
      const text: SheetRow['text'] = (key, kind) => {
        const index = columnIndexes.get(key);
        if (index === undefined) return '';
        return normalizedLine(
          replaceForbidden(
            specialCells[index]?.textByKind?.[kind ?? kindsByIndex.get(index) ?? 'text'] ?? cells[index] ?? '',
          ),
        );
      };
      const refuseCell = (key: string, cellProblem: Problem) => {
        const index = columnIndexes.get(key) ?? columnIndexes.get(keys[0] ?? '') ?? 0;
        // An unreadable cell is reported already. Further problems of its content are omitted.
        if (problemOfCell(row, index, kindsByIndex.get(index))) return;
        refuse(number, index, heads.cells[index] ?? '', replaceForbidden(cells[index] ?? ''), cellProblem);
      };
      return {
        text,
        refuse: refuseCell,
        has: (key) => columnIndexes.has(key),
        values: () =>
          Object.fromEntries(
            columns.flatMap(({ key, kind, readOnly }) => {
              if (!columnIndexes.has(key) || readOnly || kind === 'standards') return [];
              const result = readCell(text(key), kind);
              if ('value' in result) return [[key, result.value]];
              refuseCell(key, result.problem);
              return [];
            }),
          ),
      };
    });
};

/**
 * The reason why a cell cannot be read in a column of this kind; undefined if it can. A heading may have several lines.
 */
const problemOfCell = (
  { cells, specialCells }: ReadRow,
  index: number,
  kind: SheetColumn<never>['kind'] = 'paragraphs',
): Problem | undefined => {
  const cell = specialCells?.[index];
  if (cell?.textByKind?.[kind] !== undefined) return undefined;
  return cell?.problem ?? singleLineProblem(cells[index] ?? '', kind) ?? undefined;
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
  kindsByIndex: ReadonlyMap<number, SheetColumn<never>['kind']>,
): void => {
  const reportedKeys = new Set(problems.map((each) => `${each.sheet}!${each.column}${each.row} ${each.problem.code}`));
  for (const [place, row] of sheet?.rows.entries() ?? [])
    for (const [index, cell] of row.cells.entries()) {
      const character = findForbiddenCharacter(cell);
      const cellProblem =
        (heads[index] ? problemOfCell(row, index, place === 0 ? undefined : kindsByIndex.get(index)) : undefined) ??
        (character === null ? null : problem('TEXT_CHARACTER_REFUSED', { character }));
      const column = columnLetters(index);
      if (!cellProblem || reportedKeys.has(`${name}!${column}${row.number} ${cellProblem.code}`)) continue;
      const [head, value] = [replaceForbidden(heads[index] ?? ''), replaceForbidden(cell)];
      problems.push({ sheet: name, row: row.number, column, head, value, problem: cellProblem });
    }
};

/** The letters of a column by its index: 0 is A, 26 is AA. */
const columnLetters = (index: number): string =>
  (index < 26 ? '' : columnLetters(Math.floor(index / 26) - 1)) + String.fromCharCode(65 + (index % 26));

/** Sorts in reading order: by sheet, then by row, then by column. */
export const compareByLocation = (left: CellProblem, right: CellProblem): number =>
  SHEETS.indexOf(left.sheet) - SHEETS.indexOf(right.sheet) ||
  left.row - right.row ||
  left.column.length - right.column.length ||
  (left.column < right.column ? -1 : 1);
