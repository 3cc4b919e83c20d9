import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { getJob, listJobs } from '#contract';
import { queryClient, readOf } from '../../lib/queries.js';
import { type JobFilters, listQuery } from './job-filters.js';

/** Jobs come and go by themselves: the page looks again this often. */
const REFRESH_MS = 3_000;

/** One page of jobs with the counts of all states; old rows stay while new ones load. */
export const useJobs = (filters: JobFilters) =>
  useQuery({
    ...readOf(listJobs, listQuery(filters)),
    placeholderData: keepPreviousData,
    refetchInterval: REFRESH_MS,
    meta: { quiet: true },
  });

export const useJob = (jobId: string) =>
  useQuery({ ...readOf(getJob, { jobId }), refetchInterval: REFRESH_MS, meta: { quiet: true } });

/** Reads jobs again wherever they are shown. */
export const jobsChanged = async (): Promise<void> => {
  await Promise.all([listJobs, getJob].map(({ name }) => queryClient.invalidateQueries({ queryKey: [name] })));
};
