import { problem, type Problem } from '../rules/rule-broken.js';

/**
 * Reading of texts, shared by server and console: which characters are forbidden, which are invisible, and when two
 * names are equal. Texts are stored as typed and folded only for comparison.
 */

/** Control characters except tab and line ends, surrogates, and the noncharacters of Unicode. */
const REFUSED = /(?![\t\n\r])[\p{Cc}\p{Cs}\p{Noncharacter_Code_Point}]/u;

/**
 * The first forbidden character of a text, as `U+0000`; null if there is none. A database may truncate a text at such a
 * character, and XML cannot contain it.
 */
export const findForbiddenCharacter = (text: string): string | null => {
  const codePoint = REFUSED.exec(text)?.[0].codePointAt(0);
  return codePoint === undefined ? null : codePointName(codePoint);
};
/** The text with U+FFFD in place of each forbidden character, for texts that must be shown or written anyway. */
export const replaceForbidden = (text: string): string => text.replaceAll(ALL_REFUSED, '\ufffd');
const ALL_REFUSED = new RegExp(REFUSED, 'gu');

/** Name of a character that cannot be shown, as `U+0000`. */
export const characterName = (character: string): string => codePointName(character.codePointAt(0) ?? 0);

const codePointName = (codePoint: number): string => `U+${codePoint.toString(16).toUpperCase().padStart(4, '0')}`;

/** Default ignorable code points, the braille blank, and annotation and object marks left by pasted text. */
const INVISIBLE = /[\p{Default_Ignorable_Code_Point}\u2800\ufff9-\ufffc]/gu;
/** The same except joiners and variation selectors, which change the characters next to them. */
const LONE_INVISIBLE =
  /(?![\p{Join_Control}\p{Variation_Selector}])[\p{Default_Ignorable_Code_Point}\u2800\ufff9-\ufffc]/gu;
/** Joiners and variation selectors next to a blank or at the edge of the text, where they have no effect. */
const STRAY_MARK = /(?<=^|\s)[\p{Join_Control}\p{Variation_Selector}]+|\p{Join_Control}+(?=\s|$)/gu;

/**
 * A text as it is stored: without invisible characters, and trimmed. The check for blank text comes after this. Joiners
 * and variation selectors stay where they change the characters next to them.
 */
export const normalizedLine = (text: string): string =>
  text.replaceAll(LONE_INVISIBLE, '').replaceAll(STRAY_MARK, '').trim();

/** A text without any invisible characters, including those that change the characters next to them. */
export const removeInvisible = (text: string): string => text.replaceAll(INVISIBLE, '');

/** Length in code points: a character outside the basic plane counts as one. */
export const lengthOf = (text: string): number => [...text].length;

/** Whether a text contains no visible character. */
export const isBlank = (text: string): boolean => normalizedLine(text) === '';

/** Whether a text for a single line contains line ends or tabs. */
export const hasLineBreak = (text: string): boolean => BREAK.test(text);
const BREAK = /[\t\n\v\f\r\u2028\u2029]/u;

/** Several lines joined into one: each run of line ends, tabs and adjacent blanks becomes one blank. */
export const joinedLines = (text: string): string => text.replaceAll(/\s*[\t\n\v\f\r\u2028\u2029]+\s*/gu, ' ');

/** A stored text as one normalised line. Texts stored before lines were normalised need this. */
export const toSingleLine = (text: string): string => normalizedLine(joinedLines(text));

/** Replaces the digits of every script, e.g. from an Arabic or Thai keyboard, by 0 to 9. */
const withAsciiDigits = (text: string): string => text.replaceAll(/(?![0-9])\p{Nd}/gu, asciiDigit);
/** The digits of a script are contiguous, starting with its 0. */
const asciiDigit = (digit: string): string => {
  const code = digit.codePointAt(0) ?? 0;
  let before = 0;
  while (/^\p{Nd}$/u.test(String.fromCodePoint(code - before - 1))) before += 1;
  return String(before % 10);
};

/** A number or code as it is validated and stored: half-width, without blanks and invisible characters. */
export const normalizedCode = (text: string): string =>
  withAsciiDigits(text.normalize('NFKC')).replaceAll(INVISIBLE, '').replaceAll(/\s/gu, '');

/**
 * A number that can contain blanks, as it is stored and compared: half-width, hyphens for all dashes, single blanks.
 * Used for report numbers, and for telephone numbers with extensions.
 */
export const normalizedNumber = (text: string): string =>
  withAsciiDigits(text.normalize('NFKC'))
    .replaceAll(INVISIBLE, '')
    .replaceAll(ALL_DASHES, '-')
    .replaceAll(/\s+/gu, ' ')
    .trim();

/**
 * A mobile number as it is validated and stored: digits only, without the prefix of China. Other text stays
 * recognisable.
 */
export const normalizedMobile = (text: string): string =>
  normalizedCode(normalizedNumber(text))
    .replaceAll(/[-.()_·•・]/g, '')
    .replace(/^(?:\+|00)86(?=0?1\d{10}$)/, '')
    .replace(/^0(?=1\d{10}$)/, '');

/**
 * The telephone numbers in a text, in the form used for comparison: digits without the country code of China and
 * without leading zeros, so that `+86 139 0000 0011`, `0086-13900000011` and `139-0000-0011 / 0571-12345678` share a
 * number. Extensions are not included. Mobile numbers are found next to other digits, as in `13900000011(6011)` and
 * `13900000011-13900000012`.
 */
export const phoneNumbersIn = (text: string): string[] => {
  const normalized = normalizedNumber(text);
  const mobiles = Array.from(normalized.matchAll(MOBILE), ([number]) => number);
  const others = normalized
    .replaceAll(MOBILE, '/')
    .split(/[^\d+()\-. ]+/u)
    .flatMap(splitNumbers);
  return [
    ...new Set(
      [...mobiles, ...others]
        .map((number) => number.replaceAll(/\D/g, ''))
        .map((digits) => digits.replace(/^(?:00)?86(?=0?1\d{10}$|0?[2-9]\d{8,10}$)/, '').replace(/^0+/, ''))
        .filter((digits) => digits.length >= MIN_DIGITS),
    ),
  ];
};
/** Eleven digits with or without the prefix of China, and the separators people write between digits. */
const MOBILE = /(?<!\d)(?:(?:\+|00)?86[^\d/,;:]{0,3}0?[^\d/,;:]{0,3}|0)?1[3-9](?:[ ()\-._·•・*]{0,3}\d){9}(?!\d)/gu;

/** Whether one telephone number occurs in all texts. Texts without any number are compared in their normalised form. */
export const haveNumberInCommon = (first: string, ...others: string[]): boolean => {
  const numbers = phoneNumbersIn(first);
  const otherNumbers = others.map(phoneNumbersIn);
  if (numbers.some((number) => otherNumbers.every((each) => each.includes(number)))) return true;
  return (
    [numbers, ...otherNumbers].every(({ length }) => length === 0) &&
    new Set([first, ...others].map(normalizedNumber)).size === 1
  );
};

const MIN_DIGITS = 7;
const MAX_DIGITS = 15;

/**
 * Splits numbers separated only by blanks or brackets: text with more digits than one number can have contains several.
 */
const splitNumbers = (numberText: string): string[] =>
  numberText.replaceAll(/\D/g, '').length <= MAX_DIGITS ? [numberText] : numberText.split(/[ ()]+|(?=\+)/);

/**
 * Folded form of a text, used on both sides of every search: NFKC, lower case, without blanks and invisible characters.
 * Middle dots and full stops are equal, and so are all dashes, slashes, brackets, quotation marks and diameter signs;
 * the multiplication sign is x. Radicals copied from PDFs become the hanzi they look like. Line ends stay, because they
 * separate the texts of a row. A change here requires a new version of every searchable view, because the views store
 * folded text.
 */
export const foldedForSearch = (text: string): string => {
  if (PLAIN.test(text)) return text.toLowerCase().replaceAll(' ', '');
  return text
    .normalize('NFKC')
    .toLowerCase()
    .replaceAll(INVISIBLE, '')
    .replaceAll(ALL_DASHES, '-')
    .replaceAll(/[·•‧∙⋅・・᛫⸱ꞏ]/gu, '.')
    .replaceAll(/[⌀∅øφɸ]/gu, 'φ')
    .replaceAll(/[×✕✖⨯*∗]/gu, 'x')
    .replaceAll(/[~∼〜˜∽]/gu, '~')
    .replaceAll(/[⁄∕⧸]/gu, '/')
    .replaceAll(/[[〔【〖]/gu, '(')
    .replaceAll(/[\]〕】〗]/gu, ')')
    .replaceAll(/["“”„‟«»「」『』]/gu, "''")
    .replaceAll(/[‘’‚‛′`]/gu, "'")
    .replaceAll('、', ',')
    .replaceAll('≧', '≥')
    .replaceAll('≦', '≤')
    .replaceAll(/[\u2e80-\u2eff]/gu, (radical) => HANZI_OF_RADICALS.get(radical) ?? radical)
    .replaceAll(/[^\S\n]/gu, '')
    .replaceAll(/\p{Surrogate}/gu, '\ufffd')
    .normalize('NFKC'); // an accent may have lost the blank that it stood on
};
/** Texts in which only case and blanks can differ. */
const PLAIN = /^[\n !#-)+-Z\\^_a-}\u4e00-\u9fff]*$/;
/**
 * Radicals that NFKC does not fold and that look like a whole hanzi. The fonts of some PDFs use them for their glyphs.
 */
const HANZI_OF_RADICALS = new Map(
  Array.from(
    '⺁厂⺈刀⺊卜⺌小⺍小⺎兀⺒巳⺓幺⺔彑⺗小⺘手⺙攵⺛旡⺜日⺝月⺟母⺠民⺡水⺢水⺣火⺤爪⺥爪⺦丬⺧牛⺨犬⺩王⺫网⺬示⺭示⺮竹⺰纟⺱网⺲网⺴网⺶羊⺷羊⺸羊⺹老⺻聿⺼肉⺽臼⺾艹⺿艹⻀艹⻁虎⻂衣⻃覀⻄西⻅见⻆角⻈讠⻉贝⻊足⻋车⻌辶⻍辶⻎辶⻏邑⻐钅⻑長⻒镸⻓长⻔门⻖阜⻗雨⻘青⻙韦⻚页⻛风⻜飞⻝食⻟飠⻠饣⻡首⻢马⻣骨⻤鬼⻥鱼⻦鸟⻧卤⻨麦⻩黄⻪黾⻫斉⻬齐⻭歯⻮齿⻯竜⻰龙⻱龜⻲亀⻳龟'.matchAll(
      /(.)(.)/gu,
    ),
    ([, radical = '', hanzi = '']) => [radical, hanzi],
  ),
);
const ALL_DASHES = /[\p{Dash_Punctuation}\u2212\u2043\u02d7]/gu;

/** The digits of a search for a single telephone number, in any notation; any other search unchanged. */
export const normalizedNumberSearch = (search: string): string => {
  const [number, ...others] = /^[\d+()\-._·•・ ]*$/u.test(normalizedNumber(search)) ? phoneNumbersIn(search) : [];
  return number === undefined || others.length > 0 ? search : number;
};

/**
 * The first match of a search in a text, compared in folded form, as positions in the text (`to` is exclusive); null if
 * there is none or the search is empty.
 */
export const findFolded = (text: string, search: string): { from: number; to: number } | null => {
  const foldedSearch = foldedForSearch(search.trim());
  const index = foldedSearch === '' ? -1 : foldedForSearch(text).indexOf(foldedSearch);
  if (index < 0) return null;
  const positionAfter = (length: number, from: number): number => {
    let end = from;
    while (end < text.length && foldedForSearch(text.slice(0, end)).length < length) end += 1;
    return end;
  };
  const from = positionAfter(index + 1, 0) - 1;
  return { from, to: positionAfter(index + foldedSearch.length, from) };
};

/** Whether a text contains the search, compared in folded form. Every text contains an empty search. */
export const containsFolded = (text: string, search: string): boolean =>
  foldedForSearch(text).includes(foldedForSearch(search.trim()));

/**
 * The form in which names (of users, roles, units) are compared in reservations, look-ups and limits: NFKC, without
 * invisible characters, trimmed, case folded, so that `ａdmin`, ` ADMIN` and `admin` are one name. It is never shown.
 * Folding twice gives the same result. For a name of plain letters it equals `toLowerCase()`, so that reservations made
 * by that older rule keep their key.
 */
export const foldedName = (name: string): string =>
  caseFolded(caseFolded(name.normalize('NFKD')))
    .replaceAll(INVISIBLE, '')
    .replaceAll(/\s+/gu, ' ')
    .trim();

/** Folds via upper case, where letters with several lower case forms become equal: ß, ẞ and ss, σ and ς, ı and i. */
const caseFolded = (text: string): string => text.toLowerCase().toUpperCase().toLowerCase().normalize('NFKC');

/** Maximum nesting of lists and objects in a request. Readers of a request need no limit of their own. */
const MAX_NESTING = 64;
const MAX_PROBLEMS_SHOWN = 20;
const MAX_NAME_LENGTH = 50;

/** A list or an object being visited, and the path to it. */
type Level = { members: object; depth: number; name: string; parent: Level | null };

/**
 * The problems of the texts in a value from outside, checked before any schema: forbidden characters in strings and
 * member names, and lists and objects that are nested too deeply, each with its dotted path. Runs in linear time and
 * without recursion. Returns at most 20 problems.
 */
export const textCharacterProblems = (value: unknown): Problem[] => {
  const problems: Problem[] = [];
  const root: Level = { members: [], depth: 0, name: '', parent: null };
  const levels: Level[] = [];
  const refuseText = (text: string, level: Level, name: string) => {
    const character = findForbiddenCharacter(text);
    if (character !== null) problems.push(problem('TEXT_CHARACTER_REFUSED', { character }, pathTo(level, name)));
  };
  const visit = (member: unknown, level: Level, name: string | number) => {
    if (typeof member === 'string') refuseText(member, level, String(name));
    else if (typeof member !== 'object' || member === null) return;
    else if (level.depth < MAX_NESTING)
      levels.push({ members: member, depth: level.depth + 1, name: String(name), parent: level });
    else problems.push(problem('NESTED_TOO_DEEP', { max: MAX_NESTING }, pathTo(level, String(name))));
  };
  visit(value, root, '');
  for (let level = levels.pop(); level && problems.length < MAX_PROBLEMS_SHOWN; level = levels.pop()) {
    if (Array.isArray(level.members))
      for (const [index, member] of level.members.entries()) visit(member, level, index);
    else
      for (const [name, member] of Object.entries(level.members)) {
        refuseText(name, level, name);
        visit(member, level, name);
      }
  }
  return problems.slice(0, MAX_PROBLEMS_SHOWN);
};

const pathTo = (level: Level, name: string): string => {
  const names = [name];
  for (let current: Level | null = level; current?.parent; current = current.parent) names.unshift(current.name);
  return names
    .filter((each) => each !== '')
    .map((each) => replaceForbidden(each.slice(0, MAX_NAME_LENGTH)))
    .join('.');
};

/** Right-to-left letters: Hebrew, the Arabic scripts, and the scripts that follow the same rules. */
const RIGHT_TO_LEFT = /[\u0590-\u08ff\ufb1d-\ufdff\ufe70-\ufefc\u{10800}-\u{10fff}\u{1e800}-\u{1efff}]/u;

/** Whether a text contains right-to-left letters. */
export const hasRightToLeft = (text: string): boolean => RIGHT_TO_LEFT.test(text);

/** Separators between the facts of a text. */
const FACT_SEPARATOR = /([\u3000；;\n])/u;

/**
 * The facts of a text and the separators between them, in order. Each fact is laid out separately, so that a telephone
 * number stays to the right of the Arabic name before it, on paper and on screen.
 */
export const splitFacts = (text: string): string[] => text.split(FACT_SEPARATOR);

/** Maximum length of a spreadsheet cell. A longer text makes the workbook damaged. */
const MAX_CELL_LENGTH = 32_767;

/**
 * A text as the XML of a workbook encodes it, so that it reads back unchanged. Characters forbidden in XML become
 * U+FFFD. A typed `_x0041_` is escaped, because a spreadsheet would read it as A, and so is a carriage return, because
 * XML would turn it into a line end. A text that is too long is cut.
 */
export const workbookText = (text: string): string =>
  replaceForbidden(truncateToCell(text))
    .replaceAll(/_(?=x[\dA-Fa-f]{4}_)/g, '_x005F_')
    .replaceAll('\r', '_x000D_');

/** The text cut to the maximum length, ending with …, never inside a surrogate pair. */
const truncateToCell = (text: string): string =>
  text.length <= MAX_CELL_LENGTH ? text : `${text.slice(0, MAX_CELL_LENGTH - 1).replace(/[\ud800-\udbff]$/, '')}…`;

/** Decodes the text of a workbook cell. */
export const fromWorkbookText = (encoded: string): string =>
  encoded.replaceAll(/_x([\dA-Fa-f]{4})_/g, (_, code: string) => String.fromCharCode(Number.parseInt(code, 16)));
