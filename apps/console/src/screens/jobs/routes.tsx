import { GanttChart } from '@blueprintjs/icons';
import { ROLE } from '#events';
import type { RouteEntry } from '../../app/route-registry.js';
import { textOf } from '../../i18n/texts.js';
import { lazyPart } from '../../lib/lazy-part.js';
import { JOBS } from '../../lib/unit-places.js';
import { FailedBadge } from './failed-badge.js';
import { texts } from './texts.js';

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
