import { DataLineage } from '@blueprintjs/icons';
import { useQuery } from '@tanstack/react-query';
import { listProjections } from '#contract';
import { ROLE } from '#events';
import type { RouteEntry } from '../../app/route-registry.js';
import { textOf, useTexts } from '../../i18n/texts.js';
import { lazyPart } from '../../lib/lazy-part.js';
import { formatCount } from '../../lib/numbers.js';
import { queryOptionsOf } from '../../lib/queries.js';
import { texts } from './texts.js';

/** How many views have stopped, beside the menu entry; hidden if there are none. */
const StoppedBadge = () => {
  const t = useTexts(texts);
  const views = useQuery({ ...queryOptionsOf(listProjections), refetchInterval: 60_000, meta: { quiet: true } });
  const stopped = views.data?.views.filter(({ state }) => state === 'stopped').length ?? 0;
  return stopped > 0 ? (
    <span className="side-count" role="status" aria-label={t('stoppedWaiting', { n: stopped })}>
      {formatCount(stopped)}
    </span>
  ) : null;
};

const PROJECTIONS = '/operations/projections';

export const routes: readonly RouteEntry[] = [
  {
    path: PROJECTIONS,
    name: 'projections',
    title: () => textOf(texts, 'title'),
    roles: [ROLE.operator, 'Views.Read'],
    element: lazyPart(() => import('./projections-page.js')),
    menu: { group: 'Operations', icon: <DataLineage />, badge: StoppedBadge },
  },
];
