import { problem, type Problem } from '#domain';

/** What a workbook may hold. The whole reference catalogue has 12 sheets, 1,150 rows, 20,000 cells and 2 MB. */
export const WORKBOOK_LIMITS = {
  sheets: 50,
  /** Rows with a value, of all sheets together. */
  rows: 20_000,
  /** Rows in whatever form: spreadsheets also store rows that have a height and nothing else. */
  rowTags: 200_000,
  /** Cells in whatever form. */
  cells: 500_000,
  /** Places from the first column to the last one of each row: what is walked through to read it. */
  places: 1_000_000,
  merges: 2_000,
  /** Places that merged ranges cover together: each of them reads as their first. */
  mergedPlaces: 100_000,
  /** Ranges of validations and formats. Nothing of these is read, but whole columns of more than these are no catalogue. */
  ranges: 200_000,
  rangeColumns: 1_000,
  texts: 500_000,
  cellStyles: 65_000,
  /** Defined names are left out unread. */
  definedNames: 20_000,
  /** Tags of all parts together: these are counted before any part is parsed. */
  tags: 10_000_000,
  /** Characters of all cells, an empty one as one: a text that many cells share lies in the file once. */
  characters: 16 * 1024 * 1024,
  unpackedBytes: 64 * 1024 * 1024,
} as const;

export const workbookTooLarge = (): Problem =>
  problem(
    'WORKBOOK_TOO_LARGE',
    {
      sheets: WORKBOOK_LIMITS.sheets,
      rows: WORKBOOK_LIMITS.rows,
      cells: WORKBOOK_LIMITS.cells,
      mb: WORKBOOK_LIMITS.unpackedBytes / 1024 / 1024,
    },
    'file',
  );

export const workbookUnreadable = (): Problem => problem('WORKBOOK_UNREADABLE', {}, 'file');

/** `sheet` and `range` are the file's own words, so they are cut to what fits a sentence. */
export const rangeTooLarge = (sheet: string, range: string): Problem =>
  problem('WORKBOOK_RANGE_TOO_LARGE', { sheet: sheet.slice(0, 31), range: range.slice(0, 30) }, 'file');
