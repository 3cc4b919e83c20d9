import { DataLineage } from '@blueprintjs/icons';
import { ROLE } from '#events';
import type { RouteEntry } from '../../app/route-registry.js';
import { textOf } from '../../i18n/texts.js';
import { lazyPart } from '../../lib/lazy-part.js';
import { PROJECTIONS } from './places.js';
import { StoppedBadge } from './stopped-badge.js';
import { texts } from './texts.js';

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
