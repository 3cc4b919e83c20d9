const GRAMS_ASKED = 48;
const ASCII_WINDOW = /^[\x20-\x7e]{4}$/;

/**
 * Text as it is stored and searched: full-width and half-width forms are one, case does not count.
 * Both sides of a search go through here, on every engine.
 */
export const folded = (text: string): string => text.normalize('NFKC').toLowerCase();

/**
 * Index terms of a folded text: every pair of neighbouring characters, the last one with an end mark, and, because digits and
 * latin letters make few and therefore common pairs, every four neighbouring ASCII characters. Punctuation counts like any character.
 * Terms are hexadecimal, so that no tokenizer can take them apart.
 */
export const gramsOf = (text: string): string[] => {
  const grams = new Set<string>();
  for (let at = 0; at < text.length; at++) {
    grams.add(pair(text, at));
    const window = text.slice(at, at + 4);
    if (ASCII_WINDOW.test(window)) grams.add(four(window));
  }
  return [...grams];
};

/**
 * Terms that every text containing `needle` (folded, not empty) has. `exact`: a text having them does contain it;
 * otherwise the text itself must be looked at. A single character is found by the prefix of its pairs.
 */
export const termsFor = (needle: string): { terms: string[]; exact: boolean } => {
  if (needle.length === 1) return { terms: [`${unit(needle, 0)}*`], exact: true };
  if (needle.length === 2) return { terms: [pair(needle, 0)], exact: true };
  const terms = new Set<string>();
  for (let at = 0; at < needle.length; at++) {
    const window = needle.slice(at, at + 4);
    const last = at === needle.length - 1;
    if (ASCII_WINDOW.test(window)) terms.add(four(window));
    else if (!last && !insideAscii(needle, at)) terms.add(pair(needle, at));
  }
  return { terms: [...terms].slice(0, GRAMS_ASKED), exact: false };
};

/** FTS5 expression for texts that have all the terms. */
export const matching = (terms: string[]): string => terms.map((term) => (term.endsWith('*') ? `"${term.slice(0, -1)}" *` : `"${term}"`)).join(' ');

const unit = (text: string, at: number): string => (at < text.length ? text.charCodeAt(at) : 0).toString(16).padStart(4, '0');

const pair = (text: string, at: number): string => unit(text, at) + unit(text, at + 1);

// "q" keeps fours apart from pairs, which a single character looks up by prefix.
const four = (window: string): string => `q${[0, 1, 2, 3].map((at) => window.charCodeAt(at).toString(16)).join('')}`;

/** The pair at `at` lies within one of the windows before it, which says more. */
const insideAscii = (needle: string, at: number): boolean =>
  [1, 2].some((back) => at >= back && ASCII_WINDOW.test(needle.slice(at - back, at - back + 4)));
