import type { JobsWarning } from './jobs.js';

type Log = { warn(facts: object, text: string): void };

const TEXTS: Record<JobsWarning['code'], string> = {
  EVICTION_POLICY: 'Redis may evict jobs: set its maxmemory-policy to noeviction',
  VERSION: 'Redis is older than what is supported: update it',
  UNKNOWN_SETTINGS: 'Redis does not say how it is set up: let its user call INFO',
};

/** Logs warnings of the jobs when they are others than at the last call. */
export const logJobsWarnings = (logger: Log): ((warnings: readonly JobsWarning[]) => void) => {
  let last = '[]';
  return (warnings) => {
    const told = JSON.stringify(warnings);
    if (told === last) return;
    last = told;
    for (const { code, ...facts } of warnings) logger.warn({ code, ...facts }, TEXTS[code]);
  };
};
