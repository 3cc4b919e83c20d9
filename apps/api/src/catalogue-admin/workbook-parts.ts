import { SaxesParser, type SaxesTagPlain } from 'saxes';
import { problem, type Problem } from '#domain/rules';

/** The limits of a workbook. The whole reference catalogue has 12 sheets, 1,150 rows, 20,000 cells and 2 MB. */
export const WORKBOOK_LIMITS = {
  sheets: 50,
  /** Rows with a value, of all sheets together. */
  rows: 20_000,
  /** Rows of any kind. Spreadsheets also store rows that have only a height. */
  rowTags: 200_000,
  /** Cells of any kind. */
  cells: 500_000,
  /** Places from the first to the last column of each row, all of which are visited when the row is read. */
  places: 1_000_000,
  merges: 2_000,
  /** Places that all merged ranges cover. Each of them reads as the first place of its range. */
  mergedPlaces: 100_000,
  /**
   * Ranges of validations and formats. Their contents are not read, but a sheet with more or larger ranges is not a
   * catalogue.
   */
  ranges: 200_000,
  rangeColumns: 1_000,
  texts: 500_000,
  cellStyles: 65_000,
  /** Defined names are left out and not read. */
  definedNames: 20_000,
  /** Tags of all parts together. They are counted before a part is parsed. */
  tags: 10_000_000,
  /** Characters of all cells. An empty cell counts as one. A text that many cells share is in the file only once. */
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

/** `sheet` and `range` come from the file, so they are cut to fit the message. */
const rangeTooLarge = (sheet: string, range: string): Problem =>
  problem('WORKBOOK_RANGE_TOO_LARGE', { sheet: sheet.slice(0, 31), range: range.slice(0, 30) }, 'file');

/** The file is refused because of `problem`. */
export class WorkbookRefused extends Error {
  constructor(readonly problem: Problem) {
    super(problem.code);
  }
}

/** The file is not a valid workbook. */
export class WorkbookUnreadable extends Error {}

type Source = { text(name: string): string | null };

/** The checked parts of a workbook that the parser needs. */
type CheckedParts = {
  workbook: string;
  rels: string;
  sheets: string[];
  /** The values of each sheet, by cell reference, that the parser cannot read. */
  results: RawCellValues[];
  styles: string | null;
  texts: string | null;
};

/**
 * Texts and errors as the file has them, by cell reference. The parser drops an empty text, and turns texts and errors
 * into days if the cell has a date format. `d` are days of ISO 8601.
 */
export type RawCellValues = ReadonlyMap<string, { type: 'str' | 'e' | 'd'; text: string }>;

/** Texts that the parser reads differently from spreadsheets if they are not among the shared ones. */
const MISREAD = /_x[\dA-Fa-f]{4}_|&/;

const CHUNK = 64 * 1024;

const MAX_COLUMN = 16_384;

const MAX_ROW = 1_048_576;

const MAIN = 'http://schemas.openxmlformats.org/spreadsheetml/2006/main';

const OFFICE = 'http://schemas.openxmlformats.org/officeDocument/2006/relationships';

const PACKAGE = 'http://schemas.openxmlformats.org/package/2006/relationships';

/**
 * Reads the parts of a workbook as a stream of elements, and refuses a workbook that would cost its parser too much.
 * The parser creates an object for each place of a merged range, for each cell up to the last one of a row, and for
 * each column and name.
 * @throws WorkbookUnreadable, WorkbookRefused
 */
export const readWorkbookParts = (source: Source): CheckedParts => {
  const requireText = (name: string): string => {
    const text = source.text(name);
    if (text === null) throw new WorkbookUnreadable();
    return text;
  };
  const { sheets: sheetRefs, isDate1904 } = readBook(requireText('xl/workbook.xml'));
  const targets = readTargets(requireText('xl/_rels/workbook.xml.rels'));
  const texts = source.text('xl/sharedStrings.xml');
  if (texts !== null) requireAtMost(WORKBOOK_LIMITS.texts, '<si', texts);
  const styles = source.text('xl/styles.xml');
  if (styles !== null) requireAtMost(WORKBOOK_LIMITS.cellStyles * 2, '<xf', styles); // of cells, and their base formats
  const totals = new WorkbookTotals();
  const sheets: { name: string; text: string; results: RawCellValues }[] = [];
  for (const { name, id } of sheetRefs) {
    const target = targets.get(id);
    const text = target?.includes('worksheets/') ? source.text(target) : null; // sheets of another kind have no cells
    if (text === null) continue;
    sheets.push({ name, text, results: totals.sheet(name, text) });
  }
  return {
    workbook: workbookXml(
      sheets.map(({ name }) => name),
      isDate1904,
    ),
    rels: relationshipsXml(sheets.length),
    sheets: sheets.map(({ text }) => text),
    results: sheets.map(({ results }) => results),
    styles: styles === null ? null : withBuiltInFormats(doubleEscapes(styles)),
    texts,
  };
};

/**
 * Formats that have a number and no code in the file. Formats that follow the reader's country are days of ISO 8601,
 * the others have their Chinese form.
 */
const BUILT_IN_FORMATS: Readonly<Record<number, string>> = {
  14: 'yyyy-mm-dd',
  22: 'yyyy-mm-dd hh:mm',
  27: 'yyyy"年"m"月"',
  28: 'm"月"d"日"',
  29: 'm"月"d"日"',
  30: 'm-d-yy',
  31: 'yyyy"年"m"月"d"日"',
  32: 'h"时"mm"分"',
  33: 'h"时"mm"分"ss"秒"',
  34: '上午/下午h"时"mm"分"',
  35: '上午/下午h"时"mm"分"ss"秒"',
  36: 'yyyy"年"m"月"',
  50: 'yyyy"年"m"月"',
  51: 'm"月"d"日"',
  52: 'yyyy"年"m"月"',
  53: 'm"月"d"日"',
  54: 'm"月"d"日"',
  55: '上午/下午h"时"mm"分"',
  56: '上午/下午h"时"mm"分"ss"秒"',
  57: 'yyyy"年"m"月"',
  58: 'm"月"d"日"',
};

/**
 * The parser removes each `\` from a format, which turns a literal `\%` or `\.` into a percentage or a decimal point. A
 * doubled `\` stays.
 */
const doubleEscapes = (styles: string): string =>
  styles.replaceAll(/\bformatCode\s*=\s*(?:"[^"]*"|'[^']*')/g, (code) => code.replaceAll('\\', '\\\\'));

/**
 * Adds the codes of formats that the parser does not know. A format of the file with the same number follows and takes
 * precedence.
 */
const withBuiltInFormats = (styles: string): string => {
  const codes = Object.entries(BUILT_IN_FORMATS)
    .map(([id, code]) => `<numFmt numFmtId="${id}" formatCode="${escapeXml(code)}"/>`)
    .join('');
  if (/<numFmts\b[^>]*[^/]>/.test(styles)) return styles.replace(/<numFmts\b[^>]*>/, (tag) => `${tag}${codes}`);
  return styles
    .replace(/<numFmts\b[^>]*\/>/, '')
    .replace(
      /<styleSheet\b[^>]*>/,
      (tag) => `${tag}<numFmts count="${Object.keys(BUILT_IN_FORMATS).length}">${codes}</numFmts>`,
    );
};

type Elements = {
  open(name: string, attributes: Record<string, string>): void;
  text?(text: string): void;
  close?(name: string): void;
};

/**
 * Calls `open` with each element in order, under its name without a prefix.
 * @throws WorkbookUnreadable; the errors of the callbacks
 */
const eachElement = (text: string, { open, text: onText, close }: Elements): void => {
  const parser = new SaxesParser();
  parser.on('error', () => {
    throw new WorkbookUnreadable();
  });
  // Spreadsheets do not write their own document types and entities.
  parser.on('doctype', () => {
    throw new WorkbookUnreadable();
  });
  const localName = (name: string) => name.slice(name.indexOf(':') + 1);
  parser.on('opentag', ({ name, attributes }: SaxesTagPlain) => open(localName(name), attributes));
  if (onText) {
    parser.on('text', onText);
    parser.on('cdata', onText);
  }
  if (close) parser.on('closetag', ({ name }: SaxesTagPlain) => close(localName(name)));
  for (let offset = 0; offset < text.length; offset += CHUNK) parser.write(text.slice(offset, offset + CHUNK));
  parser.close();
};

const tooLarge = (): never => {
  throw new WorkbookRefused(workbookTooLarge());
};

/**
 * Refuses a part that contains `pattern` more than `max` times, before it is parsed. The count in the text is never
 * less than the number of elements.
 */
const requireAtMost = (max: number, pattern: string, text: string): void => {
  let count = 0;
  for (let index = text.indexOf(pattern); index >= 0; index = text.indexOf(pattern, index + pattern.length))
    if ((count += 1) > max) tooLarge();
};

const readBook = (text: string): { sheets: { name: string; id: string }[]; isDate1904: boolean } => {
  const sheets: { name: string; id: string }[] = [];
  let names = 0;
  let isDate1904 = false;
  eachElement(text, {
    open(element, attributes) {
      if (element === 'workbookPr') isDate1904 = ['1', 'true'].includes(attributes['date1904'] ?? '');
      if (element === 'definedName' && (names += 1) > WORKBOOK_LIMITS.definedNames) tooLarge();
      if (element !== 'sheet') return;
      const [, id] = Object.entries(attributes).find(([name]) => name.endsWith(':id')) ?? [];
      if (id !== undefined) sheets.push({ name: attributes['name'] ?? '', id });
      if (sheets.length > WORKBOOK_LIMITS.sheets) tooLarge();
    },
  });
  return { sheets, isDate1904 };
};

/** The names of parts by the ids with which the workbook refers to them. */
const readTargets = (text: string): Map<string, string> => {
  const targets = new Map<string, string>();
  eachElement(text, {
    open(element, { Id = '', Target = '' }) {
      if (element === 'Relationship')
        targets.set(Id, Target.startsWith('/') ? Target.slice(1) : `xl/${Target.replace(/^\.\//, '')}`);
    },
  });
  return targets;
};

/** The totals of all sheets so far. */
class WorkbookTotals {
  private rows = 0;
  private cells = 0;
  private places = 0;
  private merges = 0;
  private mergedPlaces = 0;
  private ranges = 0;

  /** @returns the values of the sheet that the parser cannot read */
  sheet(name: string, text: string): RawCellValues {
    requireAtMost(WORKBOOK_LIMITS.rowTags, '<row', text);
    const handlers: Record<string, (attributes: Record<string, string>) => void> = {
      row: ({ r }) => this.row(r),
      c: ({ r }) => this.cell(r),
      mergeCell: ({ ref }) => this.merge(name, ref),
      dataValidation: ({ sqref }) => this.addRanges(name, sqref),
      conditionalFormatting: ({ sqref }) => this.addRanges(name, sqref),
    };
    this.lastColumn = 0;
    const results = new Map<string, { type: 'str' | 'e' | 'd'; text: string }>();
    let cell = { reference: '', type: '', isFormula: false };
    let value: string | null = null;
    let [isText, isPhonetic] = [false, false];
    eachElement(text, {
      open(element, attributes) {
        handlers[element]?.(attributes);
        if (element === 'c')
          cell = { reference: (attributes['r'] ?? '').toUpperCase(), type: attributes['t'] ?? '', isFormula: false };
        if (element === 'f') cell.isFormula = true;
        if (element === 'v' || element === 'is') value = '';
        if (element === 'rPh') isPhonetic = true;
        if (element === 'v' || element === 't') isText = !isPhonetic;
      },
      text(part) {
        if (value !== null && isText) value += part;
      },
      close(element) {
        if (element === 'rPh') isPhonetic = false;
        if (element === 'v' || element === 't') isText = false;
        if ((element !== 'v' && element !== 'is') || value === null) return;
        const { reference, type, isFormula } = cell;
        if (type === 'd' || (isFormula && type === 'e')) results.set(reference, { type, text: value });
        else if ((type === 'str' || type === 'inlineStr') && (isFormula || MISREAD.test(value)))
          results.set(reference, { type: 'str', text: value });
        value = null;
      },
    });
    return results;
  }

  private lastColumn = 0;

  private row(r: string | undefined): void {
    if (r !== undefined && !(Number(r) >= 1 && Number(r) <= MAX_ROW)) throw new WorkbookUnreadable();
    this.lastColumn = 0;
    if ((this.rows += 1) > WORKBOOK_LIMITS.rowTags) tooLarge();
  }

  private cell(r: string | undefined): void {
    const { column } = parsePlace(r ?? '') ?? unreadable();
    if (column > this.lastColumn) this.places += column - this.lastColumn;
    this.lastColumn = Math.max(this.lastColumn, column);
    if ((this.cells += 1) > WORKBOOK_LIMITS.cells || this.places > WORKBOOK_LIMITS.places) tooLarge();
  }

  private merge(sheet: string, ref = ''): void {
    const { columns, rows } = sizeOf(ref) ?? unreadable();
    this.mergedPlaces += columns * rows;
    if ((this.merges += 1) > WORKBOOK_LIMITS.merges || this.mergedPlaces > WORKBOOK_LIMITS.mergedPlaces)
      throw new WorkbookRefused(rangeTooLarge(sheet, ref));
  }

  private addRanges(sheet: string, sqref = ''): void {
    for (const range of sqref.split(/\s+/).filter(Boolean)) {
      if ((this.ranges += 1) > WORKBOOK_LIMITS.ranges) throw new WorkbookRefused(rangeTooLarge(sheet, range));
      const size = sizeOf(range);
      if (size && size.columns > WORKBOOK_LIMITS.rangeColumns && size.rows > WORKBOOK_LIMITS.rows)
        throw new WorkbookRefused(rangeTooLarge(sheet, range));
    }
  }
}

const unreadable = (): never => {
  throw new WorkbookUnreadable();
};

/** The place that a text such as `B7` or `$B$7` names. Null if the text is not a place of a sheet. */
const parsePlace = (text: string): { column: number; row: number } | null => {
  const [, letters = '', digits = ''] = /^\$?([A-Z]{1,3})\$?(\d{1,7})$/i.exec(text) ?? [];
  const column = [...letters.toUpperCase()].reduce((sum, letter) => sum * 26 + letter.charCodeAt(0) - 64, 0);
  const row = Number(digits);
  return column < 1 || column > MAX_COLUMN || row < 1 || row > MAX_ROW ? null : { column, row };
};

const sizeOf = (range: string): { columns: number; rows: number } | null => {
  const [first = '', last = first] = range.split(':');
  const [from, to] = [parsePlace(first), parsePlace(last)];
  return from && to ? { columns: Math.abs(to.column - from.column) + 1, rows: Math.abs(to.row - from.row) + 1 } : null;
};

const workbookXml = (names: readonly string[], isDate1904: boolean): string =>
  `<workbook xmlns="${MAIN}" xmlns:r="${OFFICE}"><workbookPr${isDate1904 ? ' date1904="1"' : ''}/><sheets>${names
    .map((name, index) => `<sheet name="${escapeXml(name)}" sheetId="${index + 1}" r:id="sheet${index + 1}"/>`)
    .join('')}</sheets></workbook>`;

const relationshipsXml = (sheets: number): string =>
  `<Relationships xmlns="${PACKAGE}">${Array.from(
    { length: sheets },
    (_, index) =>
      `<Relationship Id="sheet${index + 1}" Type="${OFFICE}/worksheet" Target="worksheets/sheet${index + 1}.xml"/>`,
  ).join('')}</Relationships>`;

const ESCAPES: Record<string, string> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;' };

const escapeXml = (text: string): string => text.replaceAll(/[&<>"]/g, (each) => ESCAPES[each] ?? each);
