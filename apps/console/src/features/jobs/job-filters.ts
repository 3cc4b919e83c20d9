import type { JobState } from '#contract';

export const JOB_STATES = ['failed', 'active', 'waiting', 'done', 'cancelled'] as const satisfies readonly JobState[];
/** Kinds of jobs the worker knows. One that is not among them is shown by its own name. */
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

/** What the list is asked for, and the job that is open. All of it stands in the address, so that back, forward and a passed-on link restore it (DESIGN 4). */
export type JobFilters = {
  state: JobState | null;
  name: string;
  consignment: string;
  page: number;
  size: number;
  job: string;
};

/** Reads the address; whatever makes no sense there counts as not given. */
export const readFilters = (query: URLSearchParams): JobFilters => ({
  state: JOB_STATES.find((state) => state === query.get('state')) ?? null,
  name: query.get('name')?.trim() ?? '',
  consignment: query.get('consignment')?.trim() ?? '',
  page: /^[1-9]\d{0,5}$/.test(query.get('page') ?? '') ? Number(query.get('page')) : 1,
  size: JOB_PAGE_SIZES.find((size) => String(size) === query.get('size')) ?? JOB_PAGE_SIZES[0],
  job: query.get('job') ?? '',
});

/** The address of filters; what is default is left out. */
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

/** The conditions of an order on many jobs: the list's without state and page. */
export const scopeOf = ({ name, consignment }: JobFilters) => ({
  ...(name ? { name } : {}),
  ...(consignment ? { consignment } : {}),
});

export const listQuery = (filters: JobFilters) => ({
  ...scopeOf(filters),
  ...(filters.state ? { state: filters.state } : {}),
  skipCount: (filters.page - 1) * filters.size,
  maxResultCount: filters.size,
});
