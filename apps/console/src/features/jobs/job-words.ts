import type { JobRow } from '#contract';
import type { Translate } from '../../i18n/texts.js';
import { JOB_KINDS } from './job-filters.js';
import type { texts } from './texts.js';

export type JobText = Translate<keyof typeof texts.zh>;

/** What a kind of job does, in the operator's words; an unknown one by its own name. */
export const kindName = (name: string, t: JobText): string => {
  const known = JOB_KINDS.find((kind) => kind === name);
  return known ? t(`kind.${known}`) : name;
};

/** A job by what it does and for which consignment. */
export const jobName = ({ name, consignCode }: Pick<JobRow, 'name' | 'consignCode'>, t: JobText): string =>
  [kindName(name, t), consignCode].filter(Boolean).join(' ');

/** Sentences of the worker itself; those of engines and mail servers stay as they are. */
const REASONS = {
  'The consignment no longer exists.': 'reason.gone',
  'The consignment does not exist.': 'reason.gone',
  'No witness who can be reached has still to sign.': 'reason.noWitness',
  'The request is older than 24 hours and was never answered.': 'reason.old',
  'its worker died': 'reason.died',
} as const;

/** Why a job failed, in the operator's words where we have them. */
export const reasonOf = ({ error }: Pick<JobRow, 'error'>, t: JobText): string => {
  const known = Object.entries(REASONS).find(([sentence]) => sentence === error);
  return known ? t(known[1]) : (error ?? '');
};

/** Waiting after a failed attempt is told apart from waiting for the first. */
export const shownState = ({ state, attempts }: Pick<JobRow, 'state' | 'attempts'>) =>
  state === 'waiting' && attempts > 0 ? 'retrying' : state;

export const canRetry = ({ state }: Pick<JobRow, 'state'>): boolean => state === 'failed' || state === 'cancelled';
export const canCancel = ({ state }: Pick<JobRow, 'state'>): boolean => state === 'waiting' || state === 'active';

/** Milliseconds as an operator reads them: 4.2 秒, 2 分 5 秒, 3 时 10 分, 2 天 4 时. */
export const durationWords = (ms: number, t: JobText): string => {
  const seconds = Math.max(0, ms) / 1000;
  if (seconds < 0.1) return t('moment');
  if (seconds < 60) return t('seconds', { n: seconds < 10 ? seconds.toFixed(1) : Math.round(seconds) });
  const minutes = Math.floor(seconds / 60);
  if (minutes < 60) return t('minutes', { m: minutes, s: Math.floor(seconds % 60) });
  const hours = Math.floor(minutes / 60);
  return hours < 24
    ? t('hours', { h: hours, m: minutes % 60 })
    : t('manyDays', { d: Math.floor(hours / 24), h: hours % 24 });
};

/** How long the newest attempt took, or has been at it; null before the first. */
export const lasted = (
  { startedAt, finishedAt, state }: Pick<JobRow, 'startedAt' | 'finishedAt' | 'state'>,
  now: number,
): number | null => {
  if (startedAt === null || state === 'waiting') return null;
  return (finishedAt === null ? now : Date.parse(finishedAt)) - Date.parse(startedAt);
};
