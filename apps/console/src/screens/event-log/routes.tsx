import { History } from '@blueprintjs/icons';
import { lazy } from 'react';
import { ROLE } from '#events';
import type { RouteEntry } from '../../app/route-registry.js';
import { textOf } from '../../i18n/texts.js';
import { EVENT_LOG } from '../../lib/unit-places.js';
import { texts } from './texts.js';

export const routes: readonly RouteEntry[] = [
  {
    path: EVENT_LOG,
    name: 'eventLog',
    title: () => textOf(texts, 'title'),
    roles: [ROLE.operator, ROLE.auditor, 'Events.Read'],
    element: lazy(() => import('./event-log-page.js')),
    menu: { group: 'Operations', icon: <History /> },
  },
];
