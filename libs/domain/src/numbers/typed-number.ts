import { problem, type Problem } from '../rules/rule-broken.js';
import { normalizedLine } from '../text/text.js';

/**
 * How a number that somebody typed is read, by server and console alike. Full-width digits and blanks around it are
 * understood; nothing is rounded, cut or guessed: what reads two ways, or no way, is a problem that quotes what was
 * typed.
 */

/** A count as a form holds it: a number, or what was typed instead of one; null while nothing stands there. */
export type CountInputValue = number | string | null;

export type CountRange = { readonly min: number; readonly max: number };

/** Digits before and after the decimal sign that a quantity may have. */
const MAX_DIGITS = { whole: 12, decimals: 6 } as const;
const LONGEST_QUOTED = 30;

/**
 * One line with half-width digits and signs: `１２．５` is `12.5`, and so is `12。5`, which a Chinese keyboard makes of
 * the point. Only the full-width block is folded, so ² stays no digit.
 */
const halfWidth = (typed: string): string =>
  normalizedLine(typed)
    .replaceAll(/[！-～]/gu, (sign) => String.fromCodePoint((sign.codePointAt(0) ?? 0) - 0xfee0))
    .replaceAll('\u2212', '-')
    .replaceAll(/(?<=\d)[。｡](?=\d)/g, '.')
    .trim();

/** What was typed, short enough for a sentence. */
const quoted = (typed: string): string => {
  const characters = [...normalizedLine(typed)];
  return characters.length > LONGEST_QUOTED ? `${characters.slice(0, LONGEST_QUOTED).join('')}…` : characters.join('');
};

/**
 * The whole number that a text reads as; NaN if it is none, null if it is blank. A sign, a decimal sign or an exponent
 * makes it none.
 */
export const readCount = (typed: CountInputValue | undefined): number | null => {
  if (typeof typed !== 'string') return typed ?? null;
  const text = halfWidth(typed);
  if (text === '') return null;
  return /^\d{1,15}$/.test(text) ? Number(text) : Number.NaN;
};

/** The count that is worked with while one is typed: `otherwise` for what is none of the range. */
export const countOrDefault = (typed: CountInputValue | undefined, range: CountRange, otherwise: number): number => {
  const count = readCount(typed);
  return count === null || countInputProblem(typed, range) ? otherwise : count;
};

/** What is wrong with a typed count; null if it is a whole number of the range, or nothing was typed. */
export const countInputProblem = (
  typed: CountInputValue | undefined,
  { min, max }: CountRange,
  path?: string,
): Problem | null => {
  const count = readCount(typed);
  if (count === null || (Number.isInteger(count) && count >= min && count <= max)) return null;
  const text = typeof typed === 'string' ? typed : String(typed);
  const half = halfWidth(text);
  if (isGrouped(half))
    return problem('NUMBER_READS_TWO_WAYS', { typed: quoted(text), signs: separatorsIn(half).join(' ') }, path);
  return foreignProblem(text, path) ?? problem('COUNT_INVALID', { typed: quoted(text), min, max }, path);
};

/**
 * Signs that people write into numbers and no field takes, each once in the order of the text: those of a currency, and
 * what separates thousands. Empty for a text that is no number without them either, which says more than a list of its
 * letters.
 */
const foreignSigns = (text: string): string[] => {
  const bare = text.replaceAll(FOREIGN, '');
  if (!/^[-+]?\d+([.,]\d+)*$/.test(bare)) return [];
  const signs: string[] = text.match(FOREIGN) ?? [];
  return [...new Set([...signs, ...(isGrouped(bare) ? separatorsIn(bare) : [])])];
};
const FOREIGN = /\p{Sc}|元|圆|\s|['’_]/gu;
/**
 * The signs of a grouped number that are to go, each once: all of them but a last one of another kind, which is the
 * decimal sign.
 */
const separatorsIn = (text: string): string[] => {
  const signs: string[] = text.match(/[.,]/g) ?? [];
  const last = signs.at(-1);
  const isDecimal = signs.indexOf(last ?? '') === signs.length - 1 && signs.length > 1;
  return [...new Set(isDecimal ? signs.slice(0, -1) : signs)];
};
/**
 * A problem that names each sign that is wrong; null if there is none. Blanks, which cannot be seen, are named in
 * words.
 */
const foreignProblem = (typed: string, path?: string): Problem | null => {
  const signs = foreignSigns(halfWidth(typed));
  if (signs.length === 0) return null;
  const seen = signs.filter((sign) => sign.trim() !== '').join(' ');
  const hasBlank = signs.some((sign) => sign.trim() === '');
  return hasBlank
    ? problem(
        seen === '' ? 'NUMBER_HAS_BLANKS' : 'NUMBER_HAS_BLANKS_AND_SIGNS',
        { typed: quoted(typed), signs: seen },
        path,
      )
    : problem('NUMBER_HAS_SIGNS', { typed: quoted(typed), signs: seen }, path);
};

/**
 * Thousands as some write them: 1,000 is a thousand to one reader and one to another, as is any text with several
 * signs.
 */
const isGrouped = (text: string): boolean =>
  /^[-+]?[1-9]\d{0,2}(,\d{3})+$/.test(text) || (/^[-+]?\d+([.,]\d+){2,}$/.test(text) && /,|\..*\./.test(text));

/**
 * A quantity of at least 0 as it is stored, with a point; null if the text reads as none. One comma or point is the
 * decimal sign.
 */
export const readQuantity = (typed: string, signed = false): string | null => {
  const text = halfWidth(typed);
  if (isGrouped(text)) return null;
  const [, sign = '', whole = '', fraction] = /^([-+]?)(\d+)(?:[.,](\d+))?$/.exec(text) ?? [];
  const digits = whole.replace(/^0+(?=\d)/, '');
  if (whole === '' || (sign !== '' && !signed)) return null;
  if (digits.length > MAX_DIGITS.whole || (fraction?.length ?? 0) > MAX_DIGITS.decimals) return null;
  return `${sign === '-' ? '-' : ''}${digits}${fraction === undefined ? '' : `.${fraction}`}`;
};

/** The text as it is stored: a number in one spelling, anything else as it was typed. */
export const normalizedQuantity = (typed: string, signed = false): string =>
  readQuantity(typed, signed) ?? typed.trim();

/**
 * What is wrong with a typed quantity; null for a number and for a blank. `otherwise` is told of what is no number at
 * all.
 */
export const quantityProblem = (typed: string, otherwise: Problem, signed = false): Problem | null => {
  const text = halfWidth(typed);
  if (text === '' || readQuantity(typed, signed) !== null) return null;
  const { path } = otherwise;
  if (isGrouped(text))
    return problem('NUMBER_READS_TWO_WAYS', { typed: quoted(typed), signs: separatorsIn(text).join(' ') }, path);
  const foreign = foreignProblem(typed, path);
  if (foreign) return foreign;
  return /^[-+]?\d+([.,]\d+)?$/.test(text) && (signed || !/^[-+]/.test(text))
    ? problem('NUMBER_TOO_LONG', { typed: quoted(typed), ...MAX_DIGITS }, path)
    : otherwise;
};
