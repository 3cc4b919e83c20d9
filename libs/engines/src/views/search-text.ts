const TERMS_ASKED = 48;
const ASCII_FOUR = /^[\x20-\x7e]{4}$/;
/** A part has four characters at most. */
const NEIGHBOURS = 3;

/**
 * Parts of a folded text that are indexed: each character, each pair of neighbours and, because digits and latin
 * letters make few and therefore common pairs, each four neighbouring ASCII characters. Punctuation counts like any
 * character.
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
 * Parts that a text which changes gives up and takes. Found where it changes, with the three neighbours on each side
 * that share a part with that: texts are long, and what is changed in them is mostly a number.
 */
export const partsChanged = (before: string, after: string): { removed: string[]; added: string[] } => {
  const shorter = Math.min(before.length, after.length);
  let alike = 0;
  while (alike < shorter && before[alike] === after[alike]) alike++;
  let alikeAtEnd = 0;
  while (alikeAtEnd < shorter - alike && before.at(-1 - alikeAtEnd) === after.at(-1 - alikeAtEnd)) alikeAtEnd++;
  const around = (text: string): string =>
    text.slice(Math.max(0, alike - NEIGHBOURS), text.length - alikeAtEnd + NEIGHBOURS);
  return {
    removed: searchTermsOf(around(before)).filter((part) => !after.includes(part)),
    added: searchTermsOf(around(after)).filter((part) => !before.includes(part)),
  };
};

/**
 * Parts that every text containing `needle` (folded, not empty) has; the longest say most and are enough.
 * `exact`: a text that has them does contain it; otherwise the text itself must be looked at.
 */
export const requiredTermsOf = (needle: string): { parts: string[]; exact: boolean } => {
  if (needle.length <= 2) return { parts: [needle], exact: true };
  const parts = new Set<string>();
  for (let at = 0; at + 1 < needle.length; at++) {
    if (isFourAt(needle, at)) parts.add(needle.slice(at, at + 4));
    else if (!isFourAt(needle, at - 1) && !isFourAt(needle, at - 2)) parts.add(needle.slice(at, at + 2));
  }
  return { parts: [...parts].slice(0, TERMS_ASKED), exact: false };
};

/** Parts as terms of FTS5: hexadecimal, so that no tokenizer can take them apart. */
export const termsOf = (parts: readonly string[]): string[] => parts.map(term);

/**
 * A term for the value of a column: texts are found with it together, as fast as with one more part. It begins with a
 * letter that parts, being hexadecimal, do not have; null has none.
 */
export const columnTerm = (column: string, value: string | number | null): string[] =>
  value === null ? [] : [`w${term(column)}x${term(String(value))}`];

/** Expression of FTS5 for one of several values of a column; null for none. */
export const termsWithin = (column: string, values: readonly (string | number)[]): string | null => {
  const terms = values.flatMap((value) => columnTerm(column, value));
  if (terms.length === 0) return null;
  return terms.length === 1 ? terms.join('') : `(${terms.join(' OR ')})`;
};

/** As `partsToFind`, in terms of FTS5. */
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

/**
 * Of every UTF-16 unit: made once, because a term is made for each character, pair and four of every text that changes.
 */
const HEXADECIMAL = Array.from({ length: 0x1_0000 }, (_, unit) => unit.toString(16).padStart(4, '0'));
