const MAX_TERMS = 48;
const ASCII_FOUR = /^[\x20-\x7e]{4}$/;
/** Neighbours on each side that can be in the same term, which has at most four characters. */
const NEIGHBOURS = 3;

/**
 * The terms of a folded text that are indexed: each character, each pair of neighbours, and each four neighbouring
 * ASCII characters, because pairs of digits and latin letters are few and therefore common. Punctuation is treated like
 * any character.
 */
export const searchTermsOf = (text: string): string[] => {
  const terms = new Set<string>();
  for (let at = 0; at < text.length; at++) {
    terms.add(text[at] ?? '');
    if (at + 1 < text.length) terms.add(text.slice(at, at + 2));
    const fourCharacters = text.slice(at, at + 4);
    if (ASCII_FOUR.test(fourCharacters)) terms.add(fourCharacters);
  }
  return [...terms];
};

/**
 * The terms that a changed text no longer has and those that are new. Only the changed part with three neighbours on
 * each side is compared, because texts are long and usually only a number in them changes.
 */
export const changedTermsOf = (before: string, after: string): { removed: string[]; added: string[] } => {
  const shorterLength = Math.min(before.length, after.length);
  let commonStart = 0;
  while (commonStart < shorterLength && before[commonStart] === after[commonStart]) commonStart++;
  let commonEnd = 0;
  while (commonEnd < shorterLength - commonStart && before.at(-1 - commonEnd) === after.at(-1 - commonEnd)) commonEnd++;
  const changedPart = (text: string): string =>
    text.slice(Math.max(0, commonStart - NEIGHBOURS), text.length - commonEnd + NEIGHBOURS);
  return {
    removed: searchTermsOf(changedPart(before)).filter((term) => !after.includes(term)),
    added: searchTermsOf(changedPart(after)).filter((term) => !before.includes(term)),
  };
};

/**
 * Terms that every text containing `needle` (folded, not empty) has. The longest ones are the most selective and are
 * enough. `isExact`: every text with these terms contains `needle`; otherwise the text itself must be checked.
 */
export const requiredTermsOf = (needle: string): { terms: string[]; isExact: boolean } => {
  if (needle.length <= 2) return { terms: [needle], isExact: true };
  const terms = new Set<string>();
  for (let at = 0; at + 1 < needle.length; at++) {
    if (isFourAt(needle, at)) terms.add(needle.slice(at, at + 4));
    else if (!isFourAt(needle, at - 1) && !isFourAt(needle, at - 2)) terms.add(needle.slice(at, at + 2));
  }
  return { terms: [...terms].slice(0, MAX_TERMS), isExact: false };
};

/** Terms for FTS5: in hexadecimal, so that no tokenizer splits them. */
export const toFtsTerms = (terms: readonly string[]): string[] => terms.map(toFtsTerm);

/**
 * A term for the value of a column, by which texts are searched together with the others. It begins with a letter that
 * is not hexadecimal, so it differs from terms of texts. None for null.
 */
export const columnFtsTerms = (column: string, value: string | number | null): string[] =>
  value === null ? [] : [`w${toFtsTerm(column)}x${toFtsTerm(String(value))}`];

/** Expression of FTS5 for one of several values of a column; null for none. */
export const termsWithin = (column: string, values: readonly (string | number)[]): string | null => {
  const terms = values.flatMap((value) => columnFtsTerms(column, value));
  if (terms.length === 0) return null;
  return terms.length === 1 ? terms.join('') : `(${terms.join(' OR ')})`;
};

/** Like `requiredTermsOf`, as terms for FTS5. */
export const requiredFtsTermsOf = (needle: string): { terms: string[]; isExact: boolean } => {
  const { terms, isExact } = requiredTermsOf(needle);
  return { terms: terms.map(toFtsTerm), isExact };
};

/** FTS5 expression for texts that have all the terms. */
export const matchAllTerms = (terms: string[]): string => terms.join(' AND ');

const isFourAt = (text: string, at: number): boolean => at >= 0 && ASCII_FOUR.test(text.slice(at, at + 4));

const toFtsTerm = (characters: string): string => {
  let hexadecimal = '';
  for (let at = 0; at < characters.length; at++) hexadecimal += HEXADECIMAL[characters.charCodeAt(at)];
  return hexadecimal;
};

/** The hexadecimal form of every UTF-16 unit. Precomputed, because each change of a text makes many terms. */
const HEXADECIMAL = Array.from({ length: 0x1_0000 }, (_, unit) => unit.toString(16).padStart(4, '0'));
