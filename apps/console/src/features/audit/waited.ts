import type { TextValues } from '../../i18n/texts.js';

type Say = (key: 'daysHours' | 'hoursMinutes' | 'minutes', values: TextValues) => string;

/** How long somebody has been waiting: 17 小时 58 分. */
export const waitedFor = (since: string, now: Date, say: Say): string => {
  const minutes = Math.max(0, Math.floor((now.getTime() - Date.parse(since)) / 60_000));
  if (minutes < 60) return say('minutes', { minutes });
  const hours = Math.floor(minutes / 60);
  return hours < 48
    ? say('hoursMinutes', { hours, minutes: minutes % 60 })
    : say('daysHours', { days: Math.floor(hours / 24), hours: hours % 24 });
};
