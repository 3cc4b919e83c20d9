import { Exchange } from '@blueprintjs/icons';
import { type RouteEntry, UNIT_MANAGER } from '../../app/route-registry.js';
import { textOf } from '../../i18n/texts.js';
import { lazyPart } from '../../lib/lazy-part.js';
import { LAB_SYSTEM } from '../../lib/unit-places.js';
import { texts } from './texts.js';
import { TroubleBadge } from './trouble-badge.js';

export const routes: readonly RouteEntry[] = [
  {
    path: LAB_SYSTEM,
    name: 'labSystem',
    title: () => textOf(texts, 'title'),
    roles: [UNIT_MANAGER],
    tabBy: ['unitId'],
    element: lazyPart(() => import('./lab-system.page.js')),
    menu: { group: 'Integration', icon: <Exchange />, badge: TroubleBadge },
  },
];
