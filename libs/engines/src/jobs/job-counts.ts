import { JOB_STATES, type JobState } from './jobs.js';

/** The numbers by state, with 0 where there is none. */
export const jobCounts = (counted: Iterable<readonly [JobState, number]>): Record<JobState, number> => {
  const counts = Object.fromEntries(JOB_STATES.map((state) => [state, 0])) as Record<JobState, number>;
  for (const [state, number] of counted) counts[state] += number;
  return counts;
};
