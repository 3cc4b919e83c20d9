const TERMS_ASKED = 48;
const ASCII_FOUR = /^[\x20-\x7e]{4}$/;

/**
 * Text as it is stored and searched: full-width and half-width forms are one, case does not count.
 * Both sides of a search go through here, on every engine.
 */
export const folded = (text: string): string => text.normalize('NFKC').toLowerCase();

/**
 * Index terms of a folded text: each character, each pair of neighbours and, because digits and latin letters make few and
 * therefore common pairs, each four neighbouring ASCII characters. Punctuation counts like any character.
 * Terms are hexadecimal, so that no tokenizer can take them apart.
 */
export const termsOf = (text: string): string[] => {
  const terms = new Set<string>();
  for (let at = 0; at < text.length; at++) {
    terms.add(term(text[at] ?? ''));
    if (at + 1 < text.length) terms.add(term(text.slice(at, at + 2)));
    const four = text.slice(at, at + 4);
    if (ASCII_FOUR.test(four)) terms.add(term(four));
  }
  return [...terms];
};

/**
 * Terms that every text containing `needle` (folded, not empty) has; the longest say most and are enough.
 * `exact`: a text that has them does contain it; otherwise the text itself must be looked at.
 */
export const termsToFind = (needle: string): { terms: string[]; exact: boolean } => {
  if (needle.length <= 2) return { terms: [term(needle)], exact: true };
  const terms = new Set<string>();
  for (let at = 0; at + 1 < needle.length; at++) {
    if (isFourAt(needle, at)) terms.add(term(needle.slice(at, at + 4)));
    else if (!isFourAt(needle, at - 1) && !isFourAt(needle, at - 2)) terms.add(term(needle.slice(at, at + 2)));
  }
  return { terms: [...terms].slice(0, TERMS_ASKED), exact: false };
};

/** FTS5 expression for texts that have all the terms. */
export const havingAll = (terms: string[]): string => terms.join(' ');

const isFourAt = (text: string, at: number): boolean => at >= 0 && ASCII_FOUR.test(text.slice(at, at + 4));

const term = (characters: string): string =>
  Array.from({ length: characters.length }, (_, at) => characters.charCodeAt(at).toString(16).padStart(4, '0')).join('');
