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
  const parts = new Set<string>();
  for (let at = 0; at < text.length; at++) {
    parts.add(text[at] ?? '');
    if (at + 1 < text.length) parts.add(text.slice(at, at + 2));
    const four = text.slice(at, at + 4);
    if (ASCII_FOUR.test(four)) parts.add(four);
  }
  return [...parts];
};

/**
 * The terms that a changed text no longer has and those that are new. Only the changed part with three neighbours on
 * each side is compared, because texts are long and usually only a number in them changes.
 */
export const changedTermsOf = (before: string, after: string): { removed: string[]; added: string[] } => {
  const shorter = Math.min(before.length, after.length);
  let commonStart = 0;
  while (commonStart < shorter && before[commonStart] === after[commonStart]) commonStart++;
  let commonEnd = 0;
  while (commonEnd < shorter - commonStart && before.at(-1 - commonEnd) === after.at(-1 - commonEnd)) commonEnd++;
  const around = (text: string): string =>
    text.slice(Math.max(0, commonStart - NEIGHBOURS), text.length - commonEnd + NEIGHBOURS);
  return {
    removed: searchTermsOf(around(before)).filter((part) => !after.includes(part)),
    added: searchTermsOf(around(after)).filter((part) => !before.includes(part)),
  };
};

/**
 * Terms that every text containing `needle` (folded, not empty) has. The longest ones are the most selective and are
 * enough. `exact`: every text with these terms contains `needle`; otherwise the text itself must be checked.
 */
export const requiredTermsOf = (needle: string): { parts: string[]; exact: boolean } => {
  if (needle.length <= 2) return { parts: [needle], exact: true };
  const parts = new Set<string>();
  for (let at = 0; at + 1 < needle.length; at++) {
    if (isFourAt(needle, at)) parts.add(needle.slice(at, at + 4));
    else if (!isFourAt(needle, at - 1) && !isFourAt(needle, at - 2)) parts.add(needle.slice(at, at + 2));
  }
  return { parts: [...parts].slice(0, MAX_TERMS), exact: false };
};

/** Terms for FTS5: in hexadecimal, so that no tokenizer splits them. */
export const termsOf = (parts: readonly string[]): string[] => parts.map(term);

/**
 * A term for the value of a column, by which texts are searched together with the others. It begins with a letter that
 * is not hexadecimal, so it differs from terms of texts. None for null.
 */
export const columnTerm = (column: string, value: string | number | null): string[] =>
  value === null ? [] : [`w${term(column)}x${term(String(value))}`];

/** Expression of FTS5 for one of several values of a column; null for none. */
export const termsWithin = (column: string, values: readonly (string | number)[]): string | null => {
  const terms = values.flatMap((value) => columnTerm(column, value));
  if (terms.length === 0) return null;
  return terms.length === 1 ? terms.join('') : `(${terms.join(' OR ')})`;
};

/** Like `requiredTermsOf`, as terms for FTS5. */
export const termsToFind = (needle: string): { terms: string[]; exact: boolean } => {
  const { parts, exact } = requiredTermsOf(needle);
  return { terms: parts.map(term), exact };
};

/** FTS5 expression for texts that have all the terms. */
export const matchAllTerms = (terms: string[]): string => terms.join(' AND ');

const isFourAt = (text: string, at: number): boolean => at >= 0 && ASCII_FOUR.test(text.slice(at, at + 4));

const term = (characters: string): string => {
  let hexadecimal = '';
  for (let at = 0; at < characters.length; at++) hexadecimal += HEXADECIMAL[characters.charCodeAt(at)];
  return hexadecimal;
};

/** The hexadecimal form of every UTF-16 unit. Precomputed, because each change of a text makes many terms. */
const HEXADECIMAL = Array.from({ length: 0x1_0000 }, (_, unit) => unit.toString(16).padStart(4, '0'));
