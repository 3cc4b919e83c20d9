import { Exchange } from '@blueprintjs/icons';
import { useQuery } from '@tanstack/react-query';
import { listWebhooks } from '#contract';
import { type RouteEntry, UNIT_MANAGER } from '../../app/route-registry.js';
import { textOf, useTexts } from '../../i18n/texts.js';
import { lazyPart } from '../../lib/lazy-part.js';
import { LAB_SYSTEM } from '../../lib/paths.js';
import { hasProblem } from '../../integration/webhooks.js';
import { formatCount } from '../../lib/numbers.js';
import { queryOptionsOf } from '../../lib/queries.js';
import { useUser } from '../../lib/session.js';
import { texts } from './texts.js';

const REFRESH_MS = 60_000;

/** Number of failing endpoints of the own unit. An administrator has none. */
const TroubleBadge = () => {
  const t = useTexts(texts);
  const { unitId } = useUser();
  const { data } = useQuery({
    ...queryOptionsOf(listWebhooks, {}),
    enabled: unitId !== null,
    refetchInterval: REFRESH_MS,
    meta: { quiet: true, frame: true },
  });
  const troubled = data?.items.filter(hasProblem).length ?? 0;
  return troubled > 0 ? (
    <span className="side-count" role="status" aria-label={t('troubled', { n: formatCount(troubled) })}>
      {formatCount(troubled)}
    </span>
  ) : null;
};

export const routes: readonly RouteEntry[] = [
  {
    path: LAB_SYSTEM,
    name: 'labSystem',
    title: () => textOf(texts, 'title'),
    roles: [UNIT_MANAGER],
    tabParams: ['unitId'],
    element: lazyPart(() => import('./lab-system.page.js')),
    menu: { group: 'Integration', icon: <Exchange />, badge: TroubleBadge },
  },
];
