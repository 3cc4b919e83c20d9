import type { Translate } from '../../i18n/texts.js';

const MINUTE = 60_000;

/** How long since a moment, in the two largest units. */
export const waitedSince = (time: string, now: number, t: Translate<'days' | 'hours' | 'minutes'>): string => {
  const minutes = Math.max(0, Math.floor((now - Date.parse(time)) / MINUTE));
  const [d, h, m] = [Math.floor(minutes / 1440), Math.floor(minutes / 60) % 24, minutes % 60];
  if (d > 0) return t('days', { d, h });
  return h > 0 ? t('hours', { h, m }) : t('minutes', { m });
};
