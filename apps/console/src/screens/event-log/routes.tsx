import { History } from '@blueprintjs/icons';
import { ROLE } from '#events';
import type { RouteEntry } from '../../app/route-registry.js';
import { textOf } from '../../i18n/texts.js';
import { lazyPart } from '../../lib/lazy-part.js';
import { EVENT_LOG } from '../../lib/paths.js';
import { texts } from './texts.js';

export const routes: readonly RouteEntry[] = [
  {
    path: EVENT_LOG,
    name: 'eventLog',
    title: () => textOf(texts, 'title'),
    roles: [ROLE.operator, ROLE.auditor, 'Events.Read'],
    element: lazyPart(() => import('./event-log-page.js')),
    menu: { group: 'Operations', icon: <History /> },
  },
];
