import { type Problem, problem } from '../rules/rule-broken.js';
import { refusedCharacterIn, withoutRefused } from '../text/text.js';
import { type CellValue, readCell } from './workbook-cells.js';
import type { SheetColumn } from './workbook-column.js';
import { PARAMETER_SHEET, SAMPLE_SHEET } from './workbook-columns.js';
import { MATERIAL_SHEET, PROPERTY_SHEET } from './workbook-form-columns.js';
import { EXAMPLE_SHEET } from './workbook-example-columns.js';
import { ACCESSORY_SHEET, PACK_SHEET, REQUIREMENT_SHEET, STANDARD_SHEET } from './workbook-other-columns.js';
import { CATEGORY_SHEET, DICTIONARY_SHEET, QUALIFICATION_SHEET } from './workbook-list-columns.js';

/** Those that an import looks for, in their order. */
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

/** A sheet as it was read: texts, trimmed; `number` as the spreadsheet counts rows, from 1. */
export type ReadSheet = { name: string; rows: { number: number; cells: string[] }[] };

/** What is wrong with one cell, and where it stands: the column as a letter with its head. */
export type CellProblem = { sheet: string; row: number; column: string; head: string; value: string; problem: Problem };

/** Where something stands in a workbook, to tell what is wrong with it there. */
export type Place = { refuse(key: string, problem: Problem): void };
/** A row by the keys of its columns; `values` are those that could be read of the columns that are there, all others are refused. */
export type SheetRow = Place & {
  text(key: string): string;
  has(key: string): boolean;
  values(): Record<string, CellValue>;
};

/** The filled rows of a sheet, none where it or a head of `keys` is missing. */
export const rowsIn = <Shown>(
  sheets: readonly ReadSheet[],
  name: string,
  columns: readonly SheetColumn<Shown>[],
  keys: readonly string[],
  problems: CellProblem[],
): SheetRow[] => {
  const sheet = sheets.find((each) => each.name.trim() === name);
  const [heads, ...rows] = sheet?.rows ?? [];
  if (!heads) return [];
  const places = new Map(
    columns.flatMap(({ key, head }) => {
      const at = heads.cells.indexOf(head);
      return at < 0 ? [] : [[key, at] as const];
    }),
  );
  const refuse = (row: number, at: number, head: string, value: string, found: Problem) =>
    problems.push({ sheet: name, row, column: letterOf(at), head, value, problem: found });
  refuseUnreadable(sheet, heads.cells, name, problems);
  heads.cells.forEach((head, at) => {
    if (head !== '' && !columns.some((column) => column.head === head))
      refuse(heads.number, at, head, head, problem('CELL_HEAD_UNKNOWN'));
  });
  const missing = columns.filter(({ key }) => keys.includes(key) && !places.has(key));
  for (const { head } of missing)
    refuse(heads.number, heads.cells.length, head, '', problem('CELL_HEAD_MISSING', { head }));
  if (missing.length > 0) return [];
  return rows
    .filter(({ cells }) => cells.some((cell) => cell !== ''))
    .map(({ number, cells }): SheetRow => {
      const text = (key: string) => {
        const at = places.get(key);
        return at === undefined ? '' : withoutRefused(cells[at] ?? '');
      };
      const refuseCell = (key: string, found: Problem) => {
        const at = places.get(key) ?? places.get(keys[0] ?? '') ?? 0;
        refuse(number, at, heads.cells[at] ?? '', withoutRefused(cells[at] ?? ''), found);
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

/** A cell can spell characters that no text may hold, e.g. `_x0000_`. A sheet may be read several times, and each cell is told once. */
const refuseUnreadable = (
  sheet: ReadSheet | undefined,
  heads: readonly string[],
  name: string,
  problems: CellProblem[],
): void => {
  const told = new Set(problems.map((each) => `${each.sheet}!${each.column}${each.row} ${each.problem.code}`));
  for (const { number: row, cells } of sheet?.rows ?? [])
    for (const [at, cell] of cells.entries()) {
      const character = refusedCharacterIn(cell);
      if (character === null) continue;
      const [column, found] = [letterOf(at), problem('TEXT_CHARACTER_REFUSED', { character })];
      if (told.has(`${name}!${column}${row} ${found.code}`)) continue;
      const [head, value] = [withoutRefused(heads[at] ?? ''), withoutRefused(cell)];
      problems.push({ sheet: name, row, column, head, value, problem: found });
    }
};

/** 0 is A, 26 is AA. */
const letterOf = (at: number): string =>
  (at < 26 ? '' : letterOf(Math.floor(at / 26) - 1)) + String.fromCharCode(65 + (at % 26));

/** As one reads: sheet by sheet, then row by row. */
export const byPlace = (left: CellProblem, right: CellProblem): number =>
  SHEETS.indexOf(left.sheet) - SHEETS.indexOf(right.sheet) ||
  left.row - right.row ||
  left.column.length - right.column.length ||
  (left.column < right.column ? -1 : 1);
