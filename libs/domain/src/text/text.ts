/**
 * How texts are read, by server and console alike: which characters no text may hold, what of a line nobody sees, and when two names
 * are the same. Stored texts keep their spelling; they are read through the same folding where they are compared.
 */

/** Control characters but tab and line ends, halves of a surrogate pair, and the code points that Unicode reserves as no characters. */
const REFUSED = /(?![\t\n\r])[\p{Cc}\p{Cs}\p{Noncharacter_Code_Point}]/u;

/** The first character that no text may hold, as `U+0000`; null if there is none. A database may cut a text there, and XML cannot hold it. */
export const refusedCharacterIn = (text: string): string | null => {
  const found = REFUSED.exec(text)?.[0].codePointAt(0);
  return found === undefined ? null : codeOf(found);
};
/** The text with U+FFFD in place of each, where something must be shown or written all the same. */
export const withoutRefused = (text: string): string => text.replaceAll(EACH_REFUSED, '\ufffd');
const EACH_REFUSED = new RegExp(REFUSED, 'gu');

const codeOf = (codePoint: number): string => `U+${codePoint.toString(16).toUpperCase().padStart(4, '0')}`;

/** Default ignorable code points, the blank of braille and the marks of annotations. */
const UNSEEN = /[\p{Default_Ignorable_Code_Point}\u2800\ufff9-\ufffb]/gu;
/** The same but joiners and variation selectors, which change what stands around them. */
const UNSEEN_ALONE =
  /(?![\p{Join_Control}\p{Variation_Selector}])[\p{Default_Ignorable_Code_Point}\u2800\ufff9-\ufffb]/gu;
/** Those where there is nothing to change. */
const STRAY_MARK = /(?<=^|\s)[\p{Join_Control}\p{Variation_Selector}]+|\p{Join_Control}+(?=\s|$)/gu;

/**
 * A text of one line as it is kept: without characters that nobody sees, every run of blanks and line ends one blank, none at the ends.
 * Whether it is blank is decided after this.
 */
export const lineOf = (text: string): string =>
  text.replaceAll(UNSEEN_ALONE, '').replaceAll(STRAY_MARK, '').replaceAll(/\s+/gu, ' ').trim();

/**
 * What a name (of a user, a role, a unit) is compared by, in reservations, look-ups and limits: NFKC, without what nobody sees, trimmed,
 * case folded, so that `ａdmin`, ` ADMIN` and `admin` are one name. Never shown. Folding twice changes nothing, and a name of letters
 * without another form is its own `toLowerCase()`: reservations that were made under that keep their key.
 */
export const foldedName = (name: string): string =>
  caseFolded(caseFolded(name.normalize('NFKD')))
    .replaceAll(UNSEEN, '')
    .replaceAll(/\s+/gu, ' ')
    .trim();

/** Over the upper case, where letters meet that have several lower cases: ß, ẞ and ss, σ and ς, ı and i. */
const caseFolded = (text: string): string => text.toLowerCase().toUpperCase().toLowerCase().normalize('NFKC');
