import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { getJob, type JobRow, type JobState, listJobs } from '#contract';
import type { Translate } from '../../i18n/texts.js';
import { queryClient, queryOptionsOf } from '../../lib/queries.js';
import type { texts } from './texts.js';

export const JOB_STATES = ['failed', 'active', 'waiting', 'done', 'cancelled'] as const satisfies readonly JobState[];
/** Kinds of jobs of the worker. An unknown one is shown by its own name. */
export const JOB_KINDS = [
  'render-pdf',
  'notify-witness',
  'notify-users',
  'deliver-notification',
  'send-code',
  'build-ledger',
  'name-drafts',
  'call-lab-system',
  'deliver-webhooks',
] as const;
export const JOB_PAGE_SIZES = [20, 50, 100] as const;

/**
 * The query of the list, and the open job. All of it is in the address, so that back, forward and a shared link restore
 * it.
 */
export type JobFilters = {
  state: JobState | null;
  name: string;
  consignment: string;
  page: number;
  size: number;
  job: string;
};

/** Reads the filters from the address. A value that cannot be read counts as absent. */
export const readFilters = (query: URLSearchParams): JobFilters => ({
  state: JOB_STATES.find((state) => state === query.get('state')) ?? null,
  name: query.get('name')?.trim() ?? '',
  consignment: query.get('consignment')?.trim() ?? '',
  page: /^[1-9]\d{0,5}$/.test(query.get('page') ?? '') ? Number(query.get('page')) : 1,
  size: JOB_PAGE_SIZES.find((size) => String(size) === query.get('size')) ?? JOB_PAGE_SIZES[0],
  job: query.get('job') ?? '',
});

/** The address of filters; defaults are left out. */
export const writeFilters = ({ state, name, consignment, page, size, job }: JobFilters): URLSearchParams => {
  const query = new URLSearchParams();
  const put = (key: string, value: string, otherwise = '') => value !== otherwise && query.set(key, value);
  put('state', state ?? '');
  put('name', name);
  put('consignment', consignment);
  put('page', String(page), '1');
  put('size', String(size), String(JOB_PAGE_SIZES[0]));
  put('job', job);
  return query;
};

export const NO_FILTERS = { state: null, name: '', consignment: '' } satisfies Partial<JobFilters>;
export const isFiltered = ({ state, name, consignment }: JobFilters): boolean =>
  state !== null || name !== '' || consignment !== '';

/** The conditions of an order on many jobs: those of the list without state and page. */
export const bulkOrderFilter = ({ name, consignment }: JobFilters) => ({
  ...(name ? { name } : {}),
  ...(consignment ? { consignment } : {}),
});

const listQuery = (filters: JobFilters) => ({
  ...bulkOrderFilter(filters),
  ...(filters.state ? { state: filters.state } : {}),
  skipCount: (filters.page - 1) * filters.size,
  maxResultCount: filters.size,
});

/** Refresh interval, because jobs change by themselves. */
const REFRESH_MS = 3_000;

/** One page of jobs with the counts of all states; old rows stay while new ones load. */
export const useJobs = (filters: JobFilters) =>
  useQuery({
    ...queryOptionsOf(listJobs, listQuery(filters)),
    placeholderData: keepPreviousData,
    refetchInterval: REFRESH_MS,
    meta: { quiet: true },
  });

export const useJob = (jobId: string) =>
  useQuery({ ...queryOptionsOf(getJob, { jobId }), refetchInterval: REFRESH_MS, meta: { quiet: true } });

/** Refreshes jobs wherever they are shown. */
export const jobsChanged = async (): Promise<void> => {
  await Promise.all([listJobs, getJob].map(({ name }) => queryClient.invalidateQueries({ queryKey: [name] })));
};

export type JobText = Translate<keyof typeof texts.zh>;

/** What a kind of job does, as text for operators; an unknown one by its own name. */
export const kindName = (name: string, t: JobText): string => {
  const jobKind = JOB_KINDS.find((kind) => kind === name);
  return jobKind ? t(`kind.${jobKind}`) : name;
};

/** The name of a job: what it does and for which consignment. */
export const jobName = ({ name, consignCode }: Pick<JobRow, 'name' | 'consignCode'>, t: JobText): string =>
  [kindName(name, t), consignCode].filter(Boolean).join(' ');

/** Messages of the worker itself; those of engines and mail servers are not translated. */
const REASONS = {
  'The consignment no longer exists.': 'reason.gone',
  'The consignment does not exist.': 'reason.gone',
  'No witness who can be reached has still to sign.': 'reason.noWitness',
  'The request is older than 24 hours and was never answered.': 'reason.old',
  'its worker died': 'reason.died',
} as const;

/** Why a job failed, as text for operators if it is known. */
export const failureReason = ({ error }: Pick<JobRow, 'error'>, t: JobText): string => {
  const reason = Object.entries(REASONS).find(([sentence]) => sentence === error);
  return reason ? t(reason[1]) : (error ?? '');
};

/** Distinguishes waiting after a failed attempt from waiting for the first. */
export const displayState = ({ state, attempts }: Pick<JobRow, 'state' | 'attempts'>) =>
  state === 'waiting' && attempts > 0 ? 'retrying' : state;

export const canRetry = ({ state }: Pick<JobRow, 'state'>): boolean => state === 'failed' || state === 'cancelled';
export const canCancel = ({ state }: Pick<JobRow, 'state'>): boolean => state === 'waiting' || state === 'active';

/** Milliseconds as text: 4.2 秒, 2 分 5 秒, 3 时 10 分, 2 天 4 时. */
export const durationText = (ms: number, t: JobText): string => {
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

/** Duration of the newest attempt so far; null before the first. */
export const attemptDuration = (
  { startedAt, finishedAt, state }: Pick<JobRow, 'startedAt' | 'finishedAt' | 'state'>,
  now: number,
): number | null => {
  if (startedAt === null || state === 'waiting') return null;
  return (finishedAt === null ? now : Date.parse(finishedAt)) - Date.parse(startedAt);
};
