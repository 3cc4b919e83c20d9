import { problem, type Problem } from '../rules/rule-broken.js';

/**
 * How texts are read, by server and console alike: which characters no text may hold, what of a line nobody sees, and
 * when two names are the same. Stored texts keep their spelling; they are read through the same folding where they are
 * compared.
 */

/**
 * Control characters but tab and line ends, halves of a surrogate pair, and the code points that Unicode reserves as no
 * characters.
 */
const REFUSED = /(?![\t\n\r])[\p{Cc}\p{Cs}\p{Noncharacter_Code_Point}]/u;

/**
 * The first character that no text may hold, as `U+0000`; null if there is none. A database may cut a text there, and
 * XML cannot hold it.
 */
export const findForbiddenCharacter = (text: string): string | null => {
  const found = REFUSED.exec(text)?.[0].codePointAt(0);
  return found === undefined ? null : codePointName(found);
};
/** The text with U+FFFD in place of each, where something must be shown or written all the same. */
export const replaceForbidden = (text: string): string => text.replaceAll(EACH_REFUSED, '\ufffd');
const EACH_REFUSED = new RegExp(REFUSED, 'gu');

/** The name of a character that cannot be shown, as `U+0000`. */
export const characterName = (character: string): string => codePointName(character.codePointAt(0) ?? 0);

const codePointName = (codePoint: number): string => `U+${codePoint.toString(16).toUpperCase().padStart(4, '0')}`;

/**
 * Default ignorable code points, the blank of braille, and the marks of annotations and of pictures that a paste left
 * behind.
 */
const UNSEEN = /[\p{Default_Ignorable_Code_Point}\u2800\ufff9-\ufffc]/gu;
/** The same but joiners and variation selectors, which change what stands around them. */
const UNSEEN_ALONE =
  /(?![\p{Join_Control}\p{Variation_Selector}])[\p{Default_Ignorable_Code_Point}\u2800\ufff9-\ufffc]/gu;
/** Those where there is nothing to change. */
const STRAY_MARK = /(?<=^|\s)[\p{Join_Control}\p{Variation_Selector}]+|\p{Join_Control}+(?=\s|$)/gu;

/**
 * A text as it is kept: without characters that nobody sees and without blanks at its ends. Whether it is blank is
 * decided after this. Joiners and variation selectors stay where they change what stands around them.
 */
export const normalizedLine = (text: string): string =>
  text.replaceAll(UNSEEN_ALONE, '').replaceAll(STRAY_MARK, '').trim();

/** A text without characters that nobody sees, not even those that change what stands around them. */
export const removeInvisible = (text: string): string => text.replaceAll(UNSEEN, '');

/** Length as people count it: a character outside the basic plane is one. */
export const lengthOf = (text: string): number => [...text].length;

/** Whether a text holds nothing that anybody would see. */
export const isBlank = (text: string): boolean => normalizedLine(text) === '';

/** Whether a text that is to be one line breaks into several, or into columns. */
export const hasLineBreak = (text: string): boolean => BREAK.test(text);
const BREAK = /[\t\n\v\f\r\u2028\u2029]/u;

/**
 * Several lines pasted into a field of one line: every run of line ends, tabs and the blanks beside them is one blank.
 */
export const joinedLines = (text: string): string => text.replaceAll(/\s*[\t\n\v\f\r\u2028\u2029]+\s*/gu, ' ');

/** A stored text as one line says it, whatever it was kept as before lines were normalised. */
export const toSingleLine = (text: string): string => normalizedLine(joinedLines(text));

/** A text with the digits 0 to 9 for those of every script, as an Arabic or Thai keyboard writes them. */
const withAsciiDigits = (text: string): string => text.replaceAll(/(?![0-9])\p{Nd}/gu, asciiDigit);
/** The digits of a script follow each other from its 0 on. */
const asciiDigit = (digit: string): string => {
  const code = digit.codePointAt(0) ?? 0;
  let before = 0;
  while (/^\p{Nd}$/u.test(String.fromCodePoint(code - before - 1))) before += 1;
  return String(before % 10);
};

/** A number or code as it is judged and kept: half-width, without blanks and without characters that nobody sees. */
export const normalizedCode = (text: string): string =>
  withAsciiDigits(text.normalize('NFKC')).replaceAll(UNSEEN, '').replaceAll(/\s/gu, '');

/**
 * A number as it is kept and compared, where blanks may stand in it: half-width, hyphens for all dashes, single blanks.
 * A report's number, or telephone numbers with their extensions.
 */
export const normalizedNumber = (text: string): string =>
  withAsciiDigits(text.normalize('NFKC'))
    .replaceAll(UNSEEN, '')
    .replaceAll(EACH_DASH, '-')
    .replaceAll(/\s+/gu, ' ')
    .trim();

/**
 * A mobile number as it is judged and kept: digits alone, without the prefix of China. A text that is no number stays
 * recognisable.
 */
export const normalizedMobile = (text: string): string =>
  normalizedCode(normalizedNumber(text))
    .replaceAll(/[-.()_·•・]/g, '')
    .replace(/^(?:\+|00)86(?=0?1\d{10}$)/, '')
    .replace(/^0(?=1\d{10}$)/, '');

/**
 * The numbers that a text of telephone numbers holds, as they are compared: digits without the prefixes of China and of
 * other places, so that `+86 139 0000 0011`, `0086-13900000011` and `139-0000-0011 / 0571-12345678` have one in common.
 * Extensions are none. Mobile numbers are found whatever stands beside them, as in `13900000011(6011)` and
 * `13900000011-13900000012`.
 */
export const phoneNumbersIn = (text: string): string[] => {
  const written = normalizedNumber(text);
  const mobiles = Array.from(written.matchAll(MOBILE), ([number]) => number);
  const others = written
    .replaceAll(MOBILE, '/')
    .split(/[^\d+()\-. ]+/u)
    .flatMap(separate);
  return [
    ...new Set(
      [...mobiles, ...others]
        .map((number) => number.replaceAll(/\D/g, ''))
        .map((digits) => digits.replace(/^(?:00)?86(?=0?1\d{10}$|0?[2-9]\d{8,10}$)/, '').replace(/^0+/, ''))
        .filter((digits) => digits.length >= FEWEST_DIGITS),
    ),
  ];
};
/** Eleven digits with the prefix of China or without one, and whatever people put between digits. */
const MOBILE = /(?<!\d)(?:(?:\+|00)?86[^\d/,;:]{0,3}0?[^\d/,;:]{0,3}|0)?1[3-9](?:[ ()\-._·•・*]{0,3}\d){9}(?!\d)/gu;

/**
 * Whether texts of telephone numbers have a number in common: all of them one and the same. Texts without a number are
 * compared as they are kept.
 */
export const haveNumberInCommon = (first: string, ...others: string[]): boolean => {
  const numbers = phoneNumbersIn(first);
  const rest = others.map(phoneNumbersIn);
  if (numbers.some((number) => rest.every((each) => each.includes(number)))) return true;
  return (
    [numbers, ...rest].every(({ length }) => length === 0) &&
    new Set([first, ...others].map(normalizedNumber)).size === 1
  );
};

const FEWEST_DIGITS = 7;
const MAX_DIGITS = 15;

/** Numbers that only blanks or brackets keep apart: more digits than a number has are several. */
const separate = (written: string): string[] =>
  written.replaceAll(/\D/g, '').length <= MAX_DIGITS ? [written] : written.split(/[ ()]+|(?=\+)/);

/**
 * What texts are searched by, on both sides of every search: NFKC, without case, blanks and characters that nobody
 * sees; all middle dots and full stops are one, all dashes, strokes, brackets, quotation marks and marks of a diameter,
 * the sign of multiplication is x. Radicals that copies from PDFs hold are the hanzi they look like. Line ends stay:
 * they part the texts of a row. A change here needs another version of every view that is searched: what they hold is
 * folded.
 */
export const foldedForSearch = (text: string): string => {
  if (PLAIN.test(text)) return text.toLowerCase().replaceAll(' ', '');
  return text
    .normalize('NFKC')
    .toLowerCase()
    .replaceAll(UNSEEN, '')
    .replaceAll(EACH_DASH, '-')
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
/** What nothing but case and blanks can differ in. */
const PLAIN = /^[\n !#-)+-Z\\^_a-}\u4e00-\u9fff]*$/;
/**
 * Radicals that Unicode does not fold by itself and that look like a whole hanzi; fonts of PDFs name their glyphs by
 * them.
 */
const HANZI_OF_RADICALS = new Map(
  Array.from(
    '⺁厂⺈刀⺊卜⺌小⺍小⺎兀⺒巳⺓幺⺔彑⺗小⺘手⺙攵⺛旡⺜日⺝月⺟母⺠民⺡水⺢水⺣火⺤爪⺥爪⺦丬⺧牛⺨犬⺩王⺫网⺬示⺭示⺮竹⺰纟⺱网⺲网⺴网⺶羊⺷羊⺸羊⺹老⺻聿⺼肉⺽臼⺾艹⺿艹⻀艹⻁虎⻂衣⻃覀⻄西⻅见⻆角⻈讠⻉贝⻊足⻋车⻌辶⻍辶⻎辶⻏邑⻐钅⻑長⻒镸⻓长⻔门⻖阜⻗雨⻘青⻙韦⻚页⻛风⻜飞⻝食⻟飠⻠饣⻡首⻢马⻣骨⻤鬼⻥鱼⻦鸟⻧卤⻨麦⻩黄⻪黾⻫斉⻬齐⻭歯⻮齿⻯竜⻰龙⻱龜⻲亀⻳龟'.matchAll(
      /(.)(.)/gu,
    ),
    ([, radical = '', hanzi = '']) => [radical, hanzi],
  ),
);
const EACH_DASH = /[\p{Dash_Punctuation}\u2212\u2043\u02d7]/gu;

/** A search for a telephone number as its digits, however it is written; any other search as it is. */
export const normalizedNumberSearch = (search: string): string => {
  const [number, ...others] = /^[\d+()\-._·•・ ]*$/u.test(normalizedNumber(search)) ? phoneNumbersIn(search) : [];
  return number === undefined || others.length > 0 ? search : number;
};

/** Where a text holds what is searched for, as it is searched; null if it does not, or if nothing is searched for. */
export const findFolded = (text: string, search: string): { from: number; to: number } | null => {
  const wanted = foldedForSearch(search.trim());
  const at = wanted === '' ? -1 : foldedForSearch(text).indexOf(wanted);
  if (at < 0) return null;
  const reached = (length: number, from: number): number => {
    let end = from;
    while (end < text.length && foldedForSearch(text.slice(0, end)).length < length) end += 1;
    return end;
  };
  const from = reached(at + 1, 0) - 1;
  return { from, to: reached(at + wanted.length, from) };
};

/** Whether a text holds what is searched for; every text holds an empty search. */
export const containsFolded = (text: string, search: string): boolean =>
  foldedForSearch(text).includes(foldedForSearch(search.trim()));

/**
 * What a name (of a user, a role, a unit) is compared by, in reservations, look-ups and limits: NFKC, without what
 * nobody sees, trimmed, case folded, so that `ａdmin`, ` ADMIN` and `admin` are one name. Never shown. Folding twice
 * changes nothing, and a name of letters without another form is its own `toLowerCase()`: reservations that were made
 * under that keep their key.
 */
export const foldedName = (name: string): string =>
  caseFolded(caseFolded(name.normalize('NFKD')))
    .replaceAll(UNSEEN, '')
    .replaceAll(/\s+/gu, ' ')
    .trim();

/** Over the upper case, where letters meet that have several lower cases: ß, ẞ and ss, σ and ς, ı and i. */
const caseFolded = (text: string): string => text.toLowerCase().toUpperCase().toLowerCase().normalize('NFKC');

/** Levels of lists and objects that a request may have; what reads one needs no limit of its own then. */
const MAX_NESTING = 64;
const MAX_PROBLEMS_SHOWN = 20;
const LONGEST_NAME = 50;

/** A list or an object on the way down, and how it was come to. */
type Level = { members: object; depth: number; name: string; above: Level | null };

/**
 * What is wrong with the texts of a value from outside, before any schema reads it: characters that no text may hold,
 * in members and in their names, and lists and objects nested too deep; each with its dotted path. Takes time in
 * proportion to the value, and no recursion. At most 20 are told.
 */
export const textCharacterProblems = (value: unknown): Problem[] => {
  const found: Problem[] = [];
  const root: Level = { members: [], depth: 0, name: '', above: null };
  const levels: Level[] = [];
  const refuseText = (text: string, at: Level, name: string) => {
    const character = findForbiddenCharacter(text);
    if (character !== null) found.push(problem('TEXT_CHARACTER_REFUSED', { character }, pathTo(at, name)));
  };
  const look = (member: unknown, at: Level, name: string | number) => {
    if (typeof member === 'string') refuseText(member, at, String(name));
    else if (typeof member !== 'object' || member === null) return;
    else if (at.depth < MAX_NESTING)
      levels.push({ members: member, depth: at.depth + 1, name: String(name), above: at });
    else found.push(problem('NESTED_TOO_DEEP', { max: MAX_NESTING }, pathTo(at, String(name))));
  };
  look(value, root, '');
  for (let level = levels.pop(); level && found.length < MAX_PROBLEMS_SHOWN; level = levels.pop()) {
    if (Array.isArray(level.members)) for (const [index, member] of level.members.entries()) look(member, level, index);
    else
      for (const [name, member] of Object.entries(level.members)) {
        refuseText(name, level, name);
        look(member, level, name);
      }
  }
  return found.slice(0, MAX_PROBLEMS_SHOWN);
};

const pathTo = (level: Level, name: string): string => {
  const names = [name];
  for (let at: Level | null = level; at?.above; at = at.above) names.unshift(at.name);
  return names
    .filter((each) => each !== '')
    .map((each) => replaceForbidden(each.slice(0, LONGEST_NAME)))
    .join('.');
};

/**
 * Letters that are read from right to left: Hebrew, the scripts of Arabic letters, and those that follow their rules.
 */
const RIGHT_TO_LEFT = /[\u0590-\u08ff\ufb1d-\ufdff\ufe70-\ufefc\u{10800}-\u{10fff}\u{1e800}-\u{1efff}]/u;

/** Whether some of a text is read from right to left. */
export const hasRightToLeft = (text: string): boolean => RIGHT_TO_LEFT.test(text);

/** What facts that stand beside each other are joined by. */
const BETWEEN_FACTS = /([\u3000；;\n])/u;

/**
 * The facts of a text and what stands between them, in their order. Each is ordered for itself where it is shown, so
 * that a telephone number stays right of the Arabic name before it, on paper as on the screen.
 */
export const splitFacts = (text: string): string[] => text.split(BETWEEN_FACTS);

/** What a cell of a spreadsheet holds at most; a longer text makes the file one that has to be repaired. */
const LONGEST_CELL = 32_767;

/**
 * A text as the XML of a workbook spells it, so that it reads back as it was: what XML forbids is U+FFFD, `_x0041_`
 * that somebody typed is escaped, for a spreadsheet would read it as A, and so is a carriage return, which XML takes
 * for a line end.
 */
export const workbookText = (text: string): string =>
  replaceForbidden(fitting(text))
    .replaceAll(/_(?=x[\dA-Fa-f]{4}_)/g, '_x005F_')
    .replaceAll('\r', '_x000D_');

/** Ends with … where it is cut, never within a pair of surrogates. */
const fitting = (text: string): string =>
  text.length <= LONGEST_CELL ? text : `${text.slice(0, LONGEST_CELL - 1).replace(/[\ud800-\udbff]$/, '')}…`;

/** The text that such a spelling stands for. */
export const fromWorkbookText = (spelt: string): string =>
  spelt.replaceAll(/_x([\dA-Fa-f]{4})_/g, (_, code: string) => String.fromCharCode(Number.parseInt(code, 16)));
