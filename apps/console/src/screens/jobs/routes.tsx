import { GanttChart } from '@blueprintjs/icons';
import { useQuery } from '@tanstack/react-query';
import { listJobs } from '#contract';
import { ROLE } from '#events';
import type { RouteEntry } from '../../app/route-registry.js';
import { textOf, useTexts } from '../../i18n/texts.js';
import { lazyPart } from '../../lib/lazy-part.js';
import { JOBS } from '../../lib/paths.js';
import { formatCount } from '../../lib/numbers.js';
import { queryOptionsOf } from '../../lib/queries.js';
import { texts } from './texts.js';

/** How many jobs wait for an operator, beside the menu entry; hidden if there are none. */
const FailedBadge = () => {
  const t = useTexts(texts);
  const jobs = useQuery({
    ...queryOptionsOf(listJobs, { state: 'failed', maxResultCount: 1 }),
    refetchInterval: 60_000,
    meta: { quiet: true },
  });
  const failed = jobs.data?.counts.failed ?? 0;
  return failed > 0 ? (
    <span className="side-count" role="status" aria-label={t('failedWaiting', { n: failed })}>
      {formatCount(failed)}
    </span>
  ) : null;
};

export const routes: readonly RouteEntry[] = [
  {
    path: JOBS,
    name: 'jobs',
    title: () => textOf(texts, 'title'),
    roles: [ROLE.operator, 'Jobs.Read'],
    element: lazyPart(() => import('./jobs-page.js')),
    menu: { group: 'Operations', icon: <GanttChart />, badge: FailedBadge },
  },
];
