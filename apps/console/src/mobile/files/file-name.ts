import { chinaClock } from '../../lib/china-time.js';

/** 20261122-161305, in China. */
const stamp = (at: Date): string => chinaClock(at).replace(/[-:]/g, '').replace('T', '-');

/** What cameras call every picture: it says nothing, and would be the same each time. */
const SAYS_NOTHING = /^(image|photo|img|capture|\d{1,4})?$/i;

/** A name that tells files apart: its own where it says something, else what and when; with a number where the name is taken. */
export const fileNameFor = (
  given: string,
  { what, at, taken }: { what: string; at: Date; taken: readonly string[] },
): string => {
  const [, base = '', extension = ''] =
    /^(.*?)(\.[^.]*)?$/s.exec(
      given
        .replace(/[\\/:*?"<>|\p{Cc}\p{Cf}]/gu, '-')
        .trim()
        .replace(/^\.+/, ''),
    ) ?? [];
  const own = SAYS_NOTHING.test(base) ? `${what}-${stamp(at)}` : base.slice(0, 120);
  const nth = (n: number): string => `${own}${n === 1 ? '' : `-${n}`}${extension}`;
  let n = 1;
  while (taken.some((name) => name.toLowerCase() === nth(n).toLowerCase())) n += 1;
  return nth(n);
};
