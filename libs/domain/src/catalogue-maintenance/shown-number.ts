/**
 * A number as a spreadsheet shows it. Formats of digits, percent, money, days and times are understood; what is not (fractions, exponents,
 * conditions, eras) is null, so that nobody stores what nobody saw.
 */
export const shownNumber = (value: number, format: string, isDate1904 = false): string | null => {
  const all = sections(format);
  if (all === null || all.length === 0 || all.length > 4) return null;
  const at = value < 0 ? 1 : value === 0 ? 2 : 0;
  const section = all[at] ?? all[0] ?? [];
  // The second section says by itself how it marks what is below 0.
  const isSigned = at === 1 && all[1] === undefined;
  return shownIn(section, isSigned ? value : Math.abs(value), isDate1904);
};

/** Whether a format shows a number as itself: no day, time or percent, so that its digits are the number. */
export const showsDigits = (format: string): boolean =>
  sections(format)?.every((section) => !section.some(({ kind }) => kind === 'date' || kind === 'percent')) ?? true;

/** Whether a format shows a day. */
export const showsDay = (format: string): boolean =>
  sections(format)?.[0]?.some(({ kind, text }) => kind === 'date' && /^[dy]/.test(text)) ?? false;

/** With the 15 significant digits that a spreadsheet calculates with, never as an exponent. */
export const plainNumber = (value: number): string => PLAIN.format(value).replace(/^-0$/, '0');
const PLAIN = new Intl.NumberFormat('en-US', { useGrouping: false, maximumSignificantDigits: 15 });

/** The day of a count of days since 1900, as 2026-01-31; null where a time of day goes with it. */
export const dayOfSerial = (serial: number): string | null => {
  const at = dateOf(serial);
  return at && at.getTime() % DAY_MS === 0 ? at.toISOString().slice(0, 10) : null;
};

const DAY_MS = 86_400_000;
/** Days from 1900 to 1970, and from 1900 to 1904. */
const DAYS_TO_1970 = 25_569;
const DAYS_TO_1904 = 1_462;
const dateOf = (serial: number): Date | null => {
  // Spreadsheets count a 29 February 1900 that never was.
  const date = new Date(Math.round((serial - DAYS_TO_1970 + (serial < 60 ? 1 : 0)) * DAY_MS));
  return Number.isNaN(date.getTime()) || date.getUTCFullYear() > 9999 ? null : date;
};

type Token = { kind: 'literal' | 'digit' | 'point' | 'group' | 'percent' | 'general' | 'date' | 'half'; text: string };

const TOKEN =
  /"([^"]*)"|\\([\s\S])|_[\s\S]|\*[\s\S]|\[([^\]]*)\]|(General)|(AM\/PM|A\/P|上午\/下午)|(y+|m+|d+|h+|s+)|([0#?])|(\.)|(,)|(%)|(;)|([a-zA-Z@/])|([\s\S])/giu;

/** As spreadsheets take them. */
const LONGEST_FORMAT = 255;

/** A format in its sections; null for one that is not understood. */
const sections = (format: string): Token[][] | null => {
  if (format.length > LONGEST_FORMAT) return null;
  const parts: Token[][] = [[]];
  const put = (kind: Token['kind'], text: string) => parts.at(-1)?.push({ kind, text });
  for (const [
    whole,
    quoted,
    escaped,
    bracket,
    general,
    half,
    date,
    digit,
    point,
    group,
    percent,
    end,
    letter,
    sign,
  ] of format.matchAll(TOKEN)) {
    if (quoted !== undefined || escaped !== undefined || sign !== undefined)
      put('literal', quoted ?? escaped ?? sign ?? '');
    else if (bracket !== undefined) {
      if (/^(?:h+|m+|s+)$/i.test(bracket)) put('date', `[${bracket.toLowerCase()[0]}${bracket.length > 1 ? '2' : ''}]`);
      else if (/^\$-F800$/i.test(bracket))
        return [
          [...'yyyy-mm-dd'.matchAll(/y+|m+|d+|-/g)].map(([text]) => ({
            kind: text === '-' ? 'literal' : 'date',
            text,
          })),
        ];
      else if (bracket.startsWith('$')) put('literal', bracket.slice(1).replace(/-[\dA-F]*$/i, ''));
      else if (!/^(?:black|blue|cyan|green|magenta|red|white|yellow|color ?\d+|颜色\d+)$/i.test(bracket)) return null;
    } else if (general) put('general', '');
    else if (half) put('half', half);
    else if (date) put('date', date.toLowerCase());
    else if (digit) put('digit', digit);
    else if (point) put('point', '.');
    else if (group) put('group', ',');
    else if (percent) put('percent', '%');
    else if (end) parts.push([]);
    else if (letter === '/') put('literal', '/');
    else if (letter === '@') put('general', '');
    else if (letter !== undefined) return null;
    else put('literal', whole.startsWith('_') ? ' ' : '');
  }
  return parts;
};

const shownIn = (section: readonly Token[], value: number, isDate1904: boolean): string | null => {
  const has = (kind: Token['kind']) => section.some((token) => token.kind === kind);
  if (has('date')) return shownDate(section, value, isDate1904);
  const sign = value < 0 ? '-' : '';
  if (has('general')) {
    const digits = plainNumber(Math.abs(value));
    return (
      sign +
      section
        .map(({ kind, text }) => (kind === 'general' ? digits : text))
        .join('')
        .trim()
    );
  }
  if (!has('digit'))
    return section
      .map(({ text }) => text)
      .join('')
      .trim();
  // 1/2 is a fraction among digits, and a stroke among letters.
  return section.some(({ kind, text }) => kind === 'literal' && text === '/')
    ? null
    : shownDigits(section, value, sign);
};

const shownDigits = (section: readonly Token[], value: number, sign: string): string | null => {
  const point = section.findIndex(({ kind }) => kind === 'point');
  const isWhole = (at: number) => point < 0 || at < point;
  const places = section.flatMap(({ kind }, at) => (kind === 'digit' ? [at] : []));
  const [whole, decimals] = [places.filter(isWhole), places.filter((at) => !isWhole(at))];
  const lastWhole = whole.at(-1) ?? -1;
  const commas = section.flatMap(({ kind }, at) => (kind === 'group' ? [at] : []));
  const isGrouped = commas.some((at) => at < lastWhole);
  const thousands = commas.filter((at) => at > lastWhole && isWhole(at)).length;
  const percents = section.filter(({ kind }) => kind === 'percent').length;
  const scaled = plainNumber(Math.abs(value) * 100 ** percents * 0.001 ** thousands);
  const required = decimals.reduce((most, at, n) => (section[at]?.text === '#' ? most : n + 1), 0);
  const rounded = new Intl.NumberFormat('en-US', {
    useGrouping: false,
    minimumFractionDigits: required,
    maximumFractionDigits: decimals.length,
  }).format(scaled as `${number}`);
  const [integer = '', fraction = ''] = rounded.split('.');
  let left = integer === '0' ? '' : integer;
  let written = 0;
  const shown = section.map(({ text }) => text);
  for (const at of commas) shown[at] = '';
  for (const at of whole.toReversed()) {
    const more = at === whole[0] ? left : left.slice(-1);
    left = at === whole[0] ? '' : left.slice(0, -1);
    const digits = more === '' ? ({ '0': '0', '?': ' ' }[shown[at] ?? ''] ?? '') : more;
    shown[at] = '';
    for (const digit of [...digits].toReversed()) {
      shown[at] = digit + (isGrouped && written > 0 && written % 3 === 0 && digit !== ' ' ? ',' : '') + shown[at];
      written += 1;
    }
  }
  decimals.forEach((at, n) => (shown[at] = fraction[n] ?? (shown[at] === '?' ? ' ' : '')));
  const isZero = !/[1-9]/.test(rounded);
  return (isZero ? '' : sign) + shown.join('').trim();
};

const MONTHS = [
  'January',
  'February',
  'March',
  'April',
  'May',
  'June',
  'July',
  'August',
  'September',
  'October',
  'November',
  'December',
];
const WEEKDAYS = ['Sunday', 'Monday', 'Tuesday', 'Wednesday', 'Thursday', 'Friday', 'Saturday'];

const shownDate = (section: readonly Token[], serial: number, isDate1904: boolean): string | null => {
  const date = dateOf(serial);
  if (!date || serial < 0) return null;
  const dates = section.filter(({ kind }) => kind === 'date');
  const isHalfDay = section.some(({ kind }) => kind === 'half');
  const elapsed = Math.round((serial - (isDate1904 ? DAYS_TO_1904 : 0)) * (DAY_MS / 1000));
  const hours = date.getUTCHours();
  const two = (number: number, text: string) => String(number).padStart(Math.min(text.length, 2), '0');
  const written = (text: string, at: number): string | null => {
    switch (text) {
      case '[h]':
      case '[h2]':
        return String(Math.floor(elapsed / 3600)).padStart(text === '[h]' ? 1 : 2, '0');
      case '[m]':
      case '[m2]':
        return String(Math.floor(elapsed / 60)).padStart(text === '[m]' ? 1 : 2, '0');
      case '[s]':
      case '[s2]':
        return String(elapsed).padStart(text === '[s]' ? 1 : 2, '0');
    }
    switch (text[0]) {
      case 'y':
        return text.length > 2 ? String(date.getUTCFullYear()) : String(date.getUTCFullYear() % 100).padStart(2, '0');
      case 'd':
        return text.length < 3
          ? two(date.getUTCDate(), text)
          : (WEEKDAYS[date.getUTCDay()] ?? '').slice(0, text.length === 3 ? 3 : undefined);
      case 'h':
        return two(isHalfDay ? hours % 12 || 12 : hours, text);
      case 's':
        return two(date.getUTCSeconds(), text);
      default: {
        // The same letter is a month, and minutes beside hours or seconds.
        const isMinute = /^\[?h/.test(dates[at - 1]?.text ?? '') || /^\[?s/.test(dates[at + 1]?.text ?? '');
        if (isMinute && text.length < 3) return two(date.getUTCMinutes(), text);
        const name = MONTHS[date.getUTCMonth()] ?? '';
        return text.length < 3
          ? two(date.getUTCMonth() + 1, text)
          : text.length === 3
            ? name.slice(0, 3)
            : text.length === 4
              ? name
              : null;
      }
    }
  };
  let at = -1;
  const parts = section.map(({ kind, text }): string | null => {
    switch (kind) {
      case 'date':
        at += 1;
        return written(text, at);
      case 'half':
        return text === '上午/下午' ? (hours < 12 ? '上午' : '下午') : (text.split('/')[hours < 12 ? 0 : 1] ?? '');
      case 'literal':
      case 'group':
        return text;
      default:
        return null; // parts of a second
    }
  });
  return parts.includes(null) ? null : parts.join('').trim();
};
