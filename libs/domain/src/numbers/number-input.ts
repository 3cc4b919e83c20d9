import { problem, type Problem } from '../rules/rule-broken.js';
import { normalizedLine } from '../text/text.js';

/**
 * Parsing of numbers that a user types, shared by server and console. Full-width digits and surrounding blanks are
 * accepted. Nothing is rounded, truncated or guessed: ambiguous or unreadable text is a problem that quotes the input.
 */

/** A count in a form: a number, or the raw text if it is not one; null if the field is empty. */
export type CountInputValue = number | string | null;

export type CountRange = { readonly min: number; readonly max: number };

/** Maximum number of digits before and after the decimal sign of a quantity. */
const MAX_DIGITS = { whole: 12, decimals: 6 } as const;
const MAX_QUOTED_LENGTH = 30;

/**
 * One line with half-width digits and signs. `１２．５` becomes `12.5`, and so does `12。5`, because a Chinese keyboard
 * types `。` for the point. Only the full-width block is converted, so ² is not a digit.
 */
const toHalfWidth = (input: string): string =>
  normalizedLine(input)
    .replaceAll(/[！-～]/gu, (sign) => String.fromCodePoint((sign.codePointAt(0) ?? 0) - 0xfee0))
    .replaceAll('\u2212', '-')
    .replaceAll(/(?<=\d)[。｡](?=\d)/g, '.')
    .trim();

/** The input, shortened for use in a message. */
const quoteInput = (input: string): string => {
  const characters = [...normalizedLine(input)];
  return characters.length > MAX_QUOTED_LENGTH
    ? `${characters.slice(0, MAX_QUOTED_LENGTH).join('')}…`
    : characters.join('');
};

/**
 * Parses a whole number. Returns NaN for other text, including a sign, decimal sign or exponent, and null for a blank.
 */
export const readCount = (input: CountInputValue | undefined): number | null => {
  if (typeof input !== 'string') return input ?? null;
  const text = toHalfWidth(input);
  if (text === '') return null;
  return /^\d{1,15}$/.test(text) ? Number(text) : Number.NaN;
};

/** The count to use while the user types: `fallback` if the input is blank, not a number or outside the range. */
export const countOrDefault = (input: CountInputValue | undefined, range: CountRange, fallback: number): number => {
  const count = readCount(input);
  return count === null || countInputProblem(input, range) ? fallback : count;
};

/** The problem of a typed count; null if it is a whole number in the range or blank. */
export const countInputProblem = (
  input: CountInputValue | undefined,
  { min, max }: CountRange,
  path?: string,
): Problem | null => {
  const count = readCount(input);
  if (count === null || (Number.isInteger(count) && count >= min && count <= max)) return null;
  const text = typeof input === 'string' ? input : String(input);
  const half = toHalfWidth(text);
  if (isGrouped(half))
    return problem('NUMBER_READS_TWO_WAYS', { typed: quoteInput(text), signs: separatorsIn(half).join(' ') }, path);
  return foreignProblem(text, path) ?? problem('COUNT_INVALID', { typed: quoteInput(text), min, max }, path);
};

/**
 * Currency signs and thousands separators in a number, each once, in text order. Empty if the text is not a number even
 * without them: a general error is then more helpful than a list of its letters.
 */
const foreignSigns = (text: string): string[] => {
  const numberText = text.replaceAll(FOREIGN, '');
  if (!/^[-+]?\d+([.,]\d+)*$/.test(numberText)) return [];
  const signs: string[] = text.match(FOREIGN) ?? [];
  return [...new Set([...signs, ...(isGrouped(numberText) ? separatorsIn(numberText) : [])])];
};
const FOREIGN = /\p{Sc}|元|圆|\s|['’_]/gu;
/**
 * The separators to remove from a grouped number, each once. All are returned except a single last one of another kind,
 * which is the decimal sign.
 */
const separatorsIn = (text: string): string[] => {
  const signs: string[] = text.match(/[.,]/g) ?? [];
  const last = signs.at(-1);
  const isDecimal = signs.indexOf(last ?? '') === signs.length - 1 && signs.length > 1;
  return [...new Set(isDecimal ? signs.slice(0, -1) : signs)];
};
/**
 * A problem that lists every invalid sign; null if there is none. Blanks are described in words, because they are
 * invisible.
 */
const foreignProblem = (input: string, path?: string): Problem | null => {
  const signs = foreignSigns(toHalfWidth(input));
  if (signs.length === 0) return null;
  const visibleSigns = signs.filter((sign) => sign.trim() !== '').join(' ');
  const hasBlank = signs.some((sign) => sign.trim() === '');
  return hasBlank
    ? problem(
        visibleSigns === '' ? 'NUMBER_HAS_BLANKS' : 'NUMBER_HAS_BLANKS_AND_SIGNS',
        { typed: quoteInput(input), signs: visibleSigns },
        path,
      )
    : problem('NUMBER_HAS_SIGNS', { typed: quoteInput(input), signs: visibleSigns }, path);
};

/**
 * Whether a number is ambiguous: 1,000 means a thousand to some readers and one to others. Any number with several
 * different signs is ambiguous too.
 */
const isGrouped = (text: string): boolean =>
  /^[-+]?[1-9]\d{0,2}(,\d{3})+$/.test(text) || (/^[-+]?\d+([.,]\d+){2,}$/.test(text) && /,|\..*\./.test(text));

/**
 * Parses a quantity and returns it as stored, with a point; null if the text is not a quantity. One comma or point is
 * the decimal sign. A minus or plus is only accepted if `signed`.
 */
export const readQuantity = (input: string, signed = false): string | null => {
  const text = toHalfWidth(input);
  if (isGrouped(text)) return null;
  const [, sign = '', integerDigits = '', fraction] = /^([-+]?)(\d+)(?:[.,](\d+))?$/.exec(text) ?? [];
  const digits = integerDigits.replace(/^0+(?=\d)/, '');
  if (integerDigits === '' || (sign !== '' && !signed)) return null;
  if (digits.length > MAX_DIGITS.whole || (fraction?.length ?? 0) > MAX_DIGITS.decimals) return null;
  return `${sign === '-' ? '-' : ''}${digits}${fraction === undefined ? '' : `.${fraction}`}`;
};

/** The text to store: a quantity in its normalised form, other text trimmed. */
export const normalizedQuantity = (input: string, signed = false): string =>
  readQuantity(input, signed) ?? input.trim();

/**
 * The problem of a typed quantity; null for a quantity or a blank. `fallback` is returned for text that is not a
 * number.
 */
export const quantityProblem = (input: string, fallback: Problem, signed = false): Problem | null => {
  const text = toHalfWidth(input);
  if (text === '' || readQuantity(input, signed) !== null) return null;
  const { path } = fallback;
  if (isGrouped(text))
    return problem('NUMBER_READS_TWO_WAYS', { typed: quoteInput(input), signs: separatorsIn(text).join(' ') }, path);
  const foreign = foreignProblem(input, path);
  if (foreign) return foreign;
  return /^[-+]?\d+([.,]\d+)?$/.test(text) && (signed || !/^[-+]/.test(text))
    ? problem('NUMBER_TOO_LONG', { typed: quoteInput(input), ...MAX_DIGITS }, path)
    : fallback;
};
