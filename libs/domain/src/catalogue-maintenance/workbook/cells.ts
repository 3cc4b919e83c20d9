import type { CatalogueParameter, OfferedStandard } from '#events';
import type { StandardRow } from '../../catalogue/catalogue-views.js';
import { quantityProblem, readQuantity } from '../../numbers/number-input.js';
import { type Problem, problem } from '../../rules/rule-broken.js';
import { foldedForSearch, hasLineBreak, isBlank, normalizedCode, normalizedLine } from '../../text/text.js';
import { isPrice } from '../samples.js';
import { identityOfCode, uniqueKeyOf } from '../standards.js';
import { NO, type SheetColumn, YES } from './column.js';
import { PROPERTY_TYPE_WORDS } from './form-columns.js';
import { CLAUSE_MARK } from './sample-columns.js';

/** The value of a cell, or its problem. */
export type CellResult<Value> = { value: Value } | { problem: Problem };

export type CellValue = string | number | boolean | null | readonly string[];

export const numberOrNull = (value: CellValue): number | null => (typeof value === 'number' ? value : null);

/**
 * The index of a cell's text among the allowed ones, ignoring the width of brackets and spaces; -1 if it is none of
 * them.
 */
export const indexOfText = (allowedTexts: readonly string[], text: string): number =>
  allowedTexts.findIndex((allowedText) => foldedForSearch(allowedText) === foldedForSearch(text));

/** The entries of a cell that lists several of them, separated by semicolons or lines. */
const partsOf = (text: string): string[] => text.split(PARTS).map(normalizedLine).filter(Boolean);
const PARTS = /[；;\n\r]/;

/** The problem of a cell, or of one of its entries, that has several lines where only one is allowed. */
export const singleLineProblem = (text: string, kind: SheetColumn<never>['kind']): Problem | null => {
  if (kind === 'paragraphs') return null;
  const lines = kind === 'choices' || kind === 'standards' ? partsOf(text) : [normalizedLine(text)];
  return lines.some(hasLineBreak) ? problem('TEXT_ONE_LINE') : null;
};

/** The entry with a code, ignoring the width of its characters; null if there is none. */
export const entryWithCode = <Entry extends { code: string }>(entries: readonly Entry[], code: string): Entry | null =>
  entries.find((entry) => normalizedCode(entry.code) === normalizedCode(code)) ?? null;

/**
 * Reads a cell as the kind of its column. An empty cell has the empty value of its kind; in columns of yesNo and
 * propertyType it is a problem.
 */
export const readCell = (
  text: string,
  kind: Exclude<SheetColumn<never>['kind'], 'standards'>,
): CellResult<CellValue> => {
  switch (kind) {
    case 'text':
    case 'paragraphs':
    case 'day':
      return { value: text };
    case 'price': {
      const price = readQuantity(text);
      if (isBlank(text)) return { value: '' };
      return price !== null && isPrice(price)
        ? { value: price }
        : { problem: quantityProblem(text, problem('PRICE_INVALID')) ?? problem('PRICE_INVALID') };
    }
    case 'number': {
      const number = readQuantity(text);
      if (isBlank(text)) return { value: null };
      return number !== null && /^\d{1,9}(?:\.\d{1,6})?$/.test(number)
        ? { value: Number(number) }
        : { problem: quantityProblem(text, problem('CELL_NOT_A_NUMBER')) ?? problem('CELL_NOT_A_NUMBER') };
    }
    case 'yesNo':
      return text === YES || text === NO
        ? { value: text === YES }
        : { problem: problem('CELL_NOT_YES_OR_NO', { yes: YES, no: NO }) };
    case 'propertyType': {
      const index = indexOfText(Object.values(PROPERTY_TYPE_WORDS), text);
      return index >= 0
        ? { value: Number(Object.keys(PROPERTY_TYPE_WORDS)[index]) }
        : { problem: problem('CELL_NOT_ONE_OF', { choices: Object.values(PROPERTY_TYPE_WORDS).join('、') }) };
    }
    case 'choices':
      return { value: partsOf(text) };
  }
};

/**
 * Finds a standard by its number, ignoring spaces and letter case. `parameterStandards` are those that the
 * parameter already has.
 */
export type StandardsByCode = (
  code: string,
  parameterStandards?: readonly OfferedStandard[],
) => StandardRow | undefined;

/**
 * `changedStandards` are the standards that the workbook renames or adds. A standard that gets another number is also
 * found by its old number if a parameter already has it, or if no standard has that number afterwards.
 */
export const standardsByCode = (
  standards: readonly StandardRow[],
  changedStandards: readonly StandardRow[] = [],
): StandardsByCode => {
  const changedById = new Map(changedStandards.map((standard) => [standard.id, standard]));
  const byOldCode = new Map<string, StandardRow[]>();
  for (const standard of standards)
    byOldCode.set(identityOfCode(standard.publishCode), [
      ...(byOldCode.get(identityOfCode(standard.publishCode)) ?? []),
      standard,
    ]);
  const byNewCode = new Map(
    [...standards.map((standard) => changedById.get(standard.id) ?? standard), ...changedStandards].map((standard) => [
      identityOfCode(standard.publishCode),
      standard,
    ]),
  );
  return (code, parameterStandards = []) => {
    const matches = byOldCode.get(identityOfCode(code)) ?? [];
    const match =
      matches.find(({ id }) => parameterStandards.some(({ standardId }) => standardId === id)) ??
      byNewCode.get(identityOfCode(code)) ??
      matches.at(-1);
    return match && (changedById.get(match.id) ?? match);
  };
};

/**
 * Reads the standards in a cell, separated by semicolons or lines and written as `code#clause`. `unknown` are those
 * that the catalogue does not have.
 */
export const readStandards = (
  text: string,
  byCode: StandardsByCode,
  parameterStandards: readonly OfferedStandard[] = [],
): { references: { standard: StandardRow; clauseCode: string }[]; unknownCodes: string[] } => {
  const references: { standard: StandardRow; clauseCode: string }[] = [];
  const unknownCodes: string[] = [];
  for (const part of partsOf(text)) {
    const [code = '', clauseCode = ''] = part.split(CLAUSE_MARK).map(normalizedLine);
    const standard = byCode(code, parameterStandards);
    if (standard) references.push({ standard, clauseCode });
    else unknownCodes.push(part);
  }
  return { references, unknownCodes };
};

type StandardReference = { standard: StandardRow; clauseCode: string };

/**
 * The standards of a parameter, from its cells for test bases and for evaluation. A standard in both cells serves both
 * uses. A standard that was offered before keeps its default mark; if the parameter had none, the first of each use
 * becomes the default.
 */
export const offeredStandardsOf = (
  basis: readonly StandardReference[],
  evaluation: readonly StandardReference[],
  before: Pick<CatalogueParameter, 'standards'> | null,
): OfferedStandard[] => {
  const offeredByKey = new Map<string, OfferedStandard>();
  const addReference = ({ standard, clauseCode }: StandardReference, useType: '1' | '2', isFirst: boolean) => {
    const key = `${standard.id}${CLAUSE_MARK}${clauseCode}`;
    const entry = offeredByKey.get(key);
    const previous = before?.standards.find((each) => keyOf(each) === key);
    offeredByKey.set(key, {
      standardId: standard.id,
      publishCode: standard.publishCode,
      clauseCode,
      type: standard.type,
      uniqueKey: previous?.uniqueKey ?? uniqueKeyOf(standard, clauseCode),
      useType: entry && entry.useType !== useType ? '3' : useType,
      isDefault: previous?.isDefault ?? (entry?.isDefault || (isFirst && (before?.standards.length ?? 0) === 0)),
    });
  };
  basis.forEach((each, index) => addReference(each, '1', index === 0));
  evaluation.forEach((each, index) => addReference(each, '2', index === 0));
  return [...offeredByKey.values()];
};

const keyOf = ({ standardId, clauseCode }: OfferedStandard): string => `${standardId}${CLAUSE_MARK}${clauseCode}`;

/** Whether two lists offer the same standards for the same uses, in any order. */
export const isSameOffer = (left: readonly OfferedStandard[], right: readonly OfferedStandard[]): boolean => {
  const keys = (standards: readonly OfferedStandard[]) =>
    standards
      .map((standard) => `${keyOf(standard)} ${standard.useType}`)
      .toSorted()
      .join('\n');
  return keys(left) === keys(right);
};

/**
 * A number as a spreadsheet shows it. The function supports formats of digits, percent, money, days and times. For
 * others (fractions, exponents, conditions, eras) it returns null, so that no value is stored that the user did not
 * see.
 */
export const formatCellNumber = (value: number, format: string, isDate1904 = false): string | null => {
  const all = sections(format);
  if (all === null || all.length === 0 || all.length > 4) return null;
  const sectionIndex = value < 0 ? 1 : value === 0 ? 2 : 0;
  const section = all[sectionIndex] ?? all[0] ?? [];
  // The second section has its own sign for values below 0.
  const isSigned = sectionIndex === 1 && all[1] === undefined;
  return formatSection(section, isSigned ? value : Math.abs(value), isDate1904);
};

/** Whether a format shows the digits of the number itself, so not a day, a time or a percentage. */
export const isPlainDigitsFormat = (format: string): boolean =>
  sections(format)?.every((section) => !section.some(({ kind }) => kind === 'date' || kind === 'percent')) ?? true;

/** Whether the first section of a format shows a day or a year; false for a format of times alone. */
export const isDateFormat = (format: string): boolean =>
  sections(format)?.[0]?.some(({ kind, text }) => kind === 'date' && /^[dy]/.test(text)) ?? false;

/** A number with the 15 significant digits that a spreadsheet calculates with, without an exponent. */
export const plainNumberText = (value: number): string => PLAIN.format(value).replace(/^-0$/, '0');
const PLAIN = new Intl.NumberFormat('en-US', { useGrouping: false, maximumSignificantDigits: 15 });

/**
 * The day of a spreadsheet's serial number (days since 1900), as 2026-01-31. Null if the number includes a time of day.
 */
export const dateOfSerial = (serial: number): string | null => {
  const date = dateOf(serial);
  return date && date.getTime() % DAY_MS === 0 ? date.toISOString().slice(0, 10) : null;
};

const DAY_MS = 86_400_000;
/** Days from 1900 to 1970, and from 1900 to 1904. */
const DAYS_TO_1970 = 25_569;
const DAYS_TO_1904 = 1_462;
const dateOf = (serial: number): Date | null => {
  // Spreadsheets count a 29 February 1900, which did not exist.
  const date = new Date(Math.round((serial - DAYS_TO_1970 + (serial < 60 ? 1 : 0)) * DAY_MS));
  return Number.isNaN(date.getTime()) || date.getUTCFullYear() > 9999 ? null : date;
};

type Token = { kind: 'literal' | 'digit' | 'point' | 'group' | 'percent' | 'general' | 'date' | 'half'; text: string };

const TOKEN = new RegExp(
  [
    String.raw`"([^"]*)"|\\([\s\S])|_[\s\S]|\*[\s\S]|\[([^\]]*)\]`,
    String.raw`(General)|(AM/PM|A/P|上午/下午)|(y+|m+|d+|h+|s+)`,
    String.raw`([0#?])|(\.)|(,)|(%)|(;)|([a-zA-Z@/])|([\s\S])`,
  ].join('|'),
  'giu',
);

/** The maximum length that spreadsheets accept. */
const MAX_FORMAT_LENGTH = 255;

/** The tokens of each section of a format; null if the format is not supported. */
const sections = (format: string): Token[][] | null => {
  if (format.length > MAX_FORMAT_LENGTH) return null;
  const parts: Token[][] = [[]];
  const addToken = (kind: Token['kind'], text: string) => parts.at(-1)?.push({ kind, text });
  for (const [
    whole,
    quoted,
    escaped,
    bracket,
    general,
    half,
    date,
    digit,
    point,
    group,
    percent,
    end,
    letter,
    sign,
  ] of format.matchAll(TOKEN)) {
    if (quoted !== undefined || escaped !== undefined || sign !== undefined)
      addToken('literal', quoted ?? escaped ?? sign ?? '');
    else if (bracket !== undefined) {
      if (/^(?:h+|m+|s+)$/i.test(bracket))
        addToken('date', `[${bracket.toLowerCase()[0]}${bracket.length > 1 ? '2' : ''}]`);
      else if (/^\$-F800$/i.test(bracket))
        return [
          [...'yyyy-mm-dd'.matchAll(/y+|m+|d+|-/g)].map(([text]) => ({
            kind: text === '-' ? 'literal' : 'date',
            text,
          })),
        ];
      else if (bracket.startsWith('$')) addToken('literal', bracket.slice(1).replace(/-[\dA-F]*$/i, ''));
      else if (!/^(?:black|blue|cyan|green|magenta|red|white|yellow|color ?\d+|颜色\d+)$/i.test(bracket)) return null;
    } else if (general) addToken('general', '');
    else if (half) addToken('half', half);
    else if (date) addToken('date', date.toLowerCase());
    else if (digit) addToken('digit', digit);
    else if (point) addToken('point', '.');
    else if (group) addToken('group', ',');
    else if (percent) addToken('percent', '%');
    else if (end) parts.push([]);
    else if (letter === '/') addToken('literal', '/');
    else if (letter === '@') addToken('general', '');
    else if (letter !== undefined) return null;
    else addToken('literal', whole.startsWith('_') ? ' ' : '');
  }
  return parts;
};

const formatSection = (section: readonly Token[], value: number, isDate1904: boolean): string | null => {
  const has = (kind: Token['kind']) => section.some((token) => token.kind === kind);
  if (has('date')) return formatDate(section, value, isDate1904);
  const sign = value < 0 ? '-' : '';
  if (has('general')) {
    const digits = plainNumberText(Math.abs(value));
    return (
      sign +
      section
        .map(({ kind, text }) => (kind === 'general' ? digits : text))
        .join('')
        .trim()
    );
  }
  if (!has('digit'))
    return section
      .map(({ text }) => text)
      .join('')
      .trim();
  // Among digits, / makes a fraction, which is not supported.
  return section.some(({ kind, text }) => kind === 'literal' && text === '/')
    ? null
    : formatDigits(section, value, sign);
};

const formatDigits = (section: readonly Token[], value: number, sign: string): string | null => {
  const point = section.findIndex(({ kind }) => kind === 'point');
  const isWhole = (index: number) => point < 0 || index < point;
  const digitIndexes = section.flatMap(({ kind }, index) => (kind === 'digit' ? [index] : []));
  const [whole, decimals] = [digitIndexes.filter(isWhole), digitIndexes.filter((index) => !isWhole(index))];
  const lastWholeDigit = whole.at(-1) ?? -1;
  const commaIndexes = section.flatMap(({ kind }, index) => (kind === 'group' ? [index] : []));
  const isGrouped = commaIndexes.some((index) => index < lastWholeDigit);
  // A comma after the last digit before the point, or after the last digit of all, divides by a thousand (`0,` and
  // `0.0,`).
  const lastDigit = digitIndexes.at(-1) ?? -1;
  const thousands = commaIndexes.filter(
    (index) => index > lastDigit || (index > lastWholeDigit && isWhole(index)),
  ).length;
  const percents = section.filter(({ kind }) => kind === 'percent').length;
  const scaled = plainNumberText(Math.abs(value) * 100 ** percents * 0.001 ** thousands);
  const minDecimals = decimals.reduce((count, index, n) => (section[index]?.text === '#' ? count : n + 1), 0);
  const rounded = new Intl.NumberFormat('en-US', {
    useGrouping: false,
    minimumFractionDigits: minDecimals,
    maximumFractionDigits: decimals.length,
  }).format(scaled as `${number}`);
  const [integer = '', fraction = ''] = rounded.split('.');
  let remaining = integer === '0' ? '' : integer;
  let digitCount = 0;
  const output = section.map(({ text }) => text);
  for (const index of commaIndexes) output[index] = '';
  for (const index of whole.toReversed()) {
    const nextDigits = index === whole[0] ? remaining : remaining.slice(-1);
    remaining = index === whole[0] ? '' : remaining.slice(0, -1);
    const digits = nextDigits === '' ? ({ '0': '0', '?': ' ' }[output[index] ?? ''] ?? '') : nextDigits;
    output[index] = '';
    for (const digit of [...digits].toReversed()) {
      output[index] =
        digit + (isGrouped && digitCount > 0 && digitCount % 3 === 0 && digit !== ' ' ? ',' : '') + output[index];
      digitCount += 1;
    }
  }
  decimals.forEach((index, n) => (output[index] = fraction[n] ?? (output[index] === '?' ? ' ' : '')));
  const isZero = !/[1-9]/.test(rounded);
  return (isZero ? '' : sign) + output.join('').trim();
};

const MONTHS = [
  'January',
  'February',
  'March',
  'April',
  'May',
  'June',
  'July',
  'August',
  'September',
  'October',
  'November',
  'December',
];
const WEEKDAYS = ['Sunday', 'Monday', 'Tuesday', 'Wednesday', 'Thursday', 'Friday', 'Saturday'];

const formatDate = (section: readonly Token[], serial: number, isDate1904: boolean): string | null => {
  const date = dateOf(serial);
  if (!date || serial < 0) return null;
  const dateTokens = section.filter(({ kind }) => kind === 'date');
  const isHalfDay = section.some(({ kind }) => kind === 'half');
  const elapsed = Math.round((serial - (isDate1904 ? DAYS_TO_1904 : 0)) * (DAY_MS / 1000));
  const hours = date.getUTCHours();
  const padTwo = (number: number, text: string) => String(number).padStart(Math.min(text.length, 2), '0');
  const formatToken = (text: string, index: number): string | null => {
    switch (text) {
      case '[h]':
      case '[h2]':
        return String(Math.floor(elapsed / 3600)).padStart(text === '[h]' ? 1 : 2, '0');
      case '[m]':
      case '[m2]':
        return String(Math.floor(elapsed / 60)).padStart(text === '[m]' ? 1 : 2, '0');
      case '[s]':
      case '[s2]':
        return String(elapsed).padStart(text === '[s]' ? 1 : 2, '0');
    }
    switch (text[0]) {
      case 'y':
        return text.length > 2 ? String(date.getUTCFullYear()) : String(date.getUTCFullYear() % 100).padStart(2, '0');
      case 'd':
        return text.length < 3
          ? padTwo(date.getUTCDate(), text)
          : (WEEKDAYS[date.getUTCDay()] ?? '').slice(0, text.length === 3 ? 3 : undefined);
      case 'h':
        return padTwo(isHalfDay ? hours % 12 || 12 : hours, text);
      case 's':
        return padTwo(date.getUTCSeconds(), text);
      default: {
        // The letter m means minutes next to hours or seconds, otherwise the month.
        const isMinute =
          /^\[?h/.test(dateTokens[index - 1]?.text ?? '') || /^\[?s/.test(dateTokens[index + 1]?.text ?? '');
        if (isMinute && text.length < 3) return padTwo(date.getUTCMinutes(), text);
        const name = MONTHS[date.getUTCMonth()] ?? '';
        return text.length < 3
          ? padTwo(date.getUTCMonth() + 1, text)
          : text.length === 3
            ? name.slice(0, 3)
            : text.length === 4
              ? name
              : null;
      }
    }
  };
  let dateIndex = -1;
  const parts = section.map(({ kind, text }): string | null => {
    switch (kind) {
      case 'date':
        dateIndex += 1;
        return formatToken(text, dateIndex);
      case 'half':
        return text === '上午/下午' ? (hours < 12 ? '上午' : '下午') : (text.split('/')[hours < 12 ? 0 : 1] ?? '');
      case 'literal':
      case 'group':
        return text;
      default:
        return null; // fractions of a second
    }
  });
  return parts.includes(null) ? null : parts.join('').trim();
};

type Kind = SheetColumn<never>['kind'];

/**
 * A cell as a user sees it. `textByKind` has its value for columns of some kinds; `problem` is the reason why columns
 * of other kinds cannot read it.
 */
export type ReadCell = { text: string; textByKind?: Partial<Record<Kind, string>>; problem?: Problem };

/**
 * Error values of spreadsheets in any language: `#` and letters up to ! or ?. Error values without such an end are
 * listed. A row of # marks a column that was too narrow.
 */
const ERROR =
  /^(?:#[¡¿]?(?:\p{Script=Latin}|\p{Script=Cyrillic}|\p{Script=Greek}|[/0_.])+[!?]|#(?:N\/[ADB]|NV|Н\/Д|YOK|BRAK|HIÁNYZIK|GETTING_DATA)|Err:\d{3}|#{3,})$/iu;
/** Spreadsheets store 15 digits of a number and lose further digits of an input. */
const INEXACT_FROM = 1e15;

/** A cell of text. It may be an error value that was copied as text, in any width and with invisible characters. */
export const textCell = (text: string): ReadCell =>
  ERROR.test(normalizedCode(text)) ? errorCell(normalizedLine(text)) : { text };

export const errorCell = (error: string): ReadCell => invalidCell(error, problem('CELL_ERROR', { error }));

export const invalidCell = (text: string, cellProblem: Problem): ReadCell => ({ text, problem: cellProblem });

/** A boolean as a spreadsheet shows it, with its text for a column of yes and no. */
export const booleanCell = (value: boolean): ReadCell => ({
  text: value ? 'TRUE' : 'FALSE',
  textByKind: { yesNo: value ? YES : NO },
});

/**
 * The number that a cell shows, rounded by its format: 80.456 under 0.00 is 80.46. Null if the visible digits are not
 * those of the number because they are hidden, in thousands, or separated by other characters.
 */
const visibleNumber = (visibleText: string, value: number): string | null => {
  const digits = visibleText.replaceAll(/[^\d.]/g, '').replace(/^\./, '0.');
  if (!/\d/.test(digits)) return value === 0 && visibleText !== '' ? '0' : null;
  if (!/^\d+(?:\.\d*)?$/.test(digits)) return null;
  const visibleValue = Number(digits) * (value < 0 ? -1 : 1);
  const rounding = 0.5 * 10 ** -(digits.split('.')[1]?.length ?? 0);
  return Math.abs(visibleValue - value) <= rounding * (1 + 1e-9) ? plainNumberText(visibleValue) : null;
};

/** Symbols and codes of currencies other than yuan. */
const OTHER_CURRENCY = /(?![¥￥])\p{Sc}|\b(?!CNY|RMB)[A-Z]{3}\b/u;

/**
 * A number under its format: the visible text, and for columns of numbers the visible number. A day or a percentage has
 * no such number.
 */
export const numberCell = (value: number, format: string, isDate1904: boolean): ReadCell => {
  if (!Number.isFinite(value)) return invalidCell(String(value), problem('CELL_WITHOUT_RESULT'));
  const plain = plainNumberText(value);
  if (Math.abs(value) >= INEXACT_FROM) return invalidCell(plain, problem('CELL_INEXACT'));
  const isGeneral = format === 'General' || format === '@';
  const visibleText = isGeneral ? plain : formatCellNumber(value, format, isDate1904);
  const day = !isGeneral && isDateFormat(format) ? dateOfSerial(value) : null;
  const isNumber = isGeneral || isPlainDigitsFormat(format);
  const numberText = isNumber ? (isGeneral || visibleText === null ? plain : visibleNumber(visibleText, value)) : null;
  if (isNumber && numberText === null)
    return invalidCell(
      visibleText === '' ? plain : (visibleText ?? plain),
      problem('CELL_FORMAT_UNKNOWN', { format: format.slice(0, 40) }),
    );
  const textByKind = {
    ...(numberText === null ? {} : { number: numberText }),
    // An amount in another currency is not a price. Its text is not valid in a price column.
    ...(numberText === null || OTHER_CURRENCY.test(visibleText ?? '') ? {} : { price: numberText }),
    ...(day === null ? {} : { day }),
  };
  if (visibleText === null)
    return { text: plain, textByKind, problem: problem('CELL_FORMAT_UNKNOWN', { format: format.slice(0, 40) }) };
  return { text: visibleText, textByKind };
};
