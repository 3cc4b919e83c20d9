import { language } from '../i18n/language.js';

const LOCALES = { zh: 'zh-CN', en: 'en', es: 'es' } as const;
const [SECOND, MINUTE, HOUR, DAY] = [1_000, 60_000, 3_600_000, 86_400_000];

const unitOf = (ms: number): [unit: 'second' | 'minute' | 'hour' | 'day', size: number] =>
  ms < MINUTE ? ['second', SECOND] : ms < HOUR ? ['minute', MINUTE] : ms < DAY ? ['hour', HOUR] : ['day', DAY];

/** How long ago, or how long until: 24 分钟前, in 7 minutes. In the interface language. */
export const relativeTime = (time: string, now: number): string => {
  const ms = Date.parse(time) - now;
  const [unit, size] = unitOf(Math.abs(ms));
  const amount = Math.trunc(ms / size);
  // Less than a unit is told by its direction all the same.
  return new Intl.RelativeTimeFormat(LOCALES[language()], { style: 'short' }).format(
    amount === 0 && ms < 0 ? -0 : amount,
    unit,
  );
};

/** A length of time in its largest unit: 24 分钟, 3 h. */
export const duration = (ms: number): string => {
  const [unit, size] = unitOf(ms);
  return new Intl.NumberFormat(LOCALES[language()], { style: 'unit', unit, unitDisplay: 'short' }).format(
    Math.trunc(ms / size),
  );
};
