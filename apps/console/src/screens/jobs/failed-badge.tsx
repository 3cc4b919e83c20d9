import { useQuery } from '@tanstack/react-query';
import { listJobs } from '#contract';
import { useTexts } from '../../i18n/texts.js';
import { count } from '../../lib/china-time.js';
import { queryOptionsOf } from '../../lib/queries.js';
import { texts } from './texts.js';

/** How many jobs wait for an operator, beside the menu entry; none: nothing stands there. */
export const FailedBadge = () => {
  const t = useTexts(texts);
  const jobs = useQuery({
    ...queryOptionsOf(listJobs, { state: 'failed', maxResultCount: 1 }),
    refetchInterval: 60_000,
    meta: { quiet: true },
  });
  const failed = jobs.data?.counts.failed ?? 0;
  return failed > 0 ? (
    <span className="side-count" role="status" aria-label={t('failedWaiting', { n: failed })}>
      {count(failed)}
    </span>
  ) : null;
};
