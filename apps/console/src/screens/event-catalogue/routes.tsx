import { Code } from '@blueprintjs/icons';
import { lazy } from 'react';
import { type RouteEntry, UNIT_MANAGER } from '../../app/route-registry.js';
import { textOf } from '../../i18n/texts.js';
import { EVENT_CATALOGUE } from '../../lib/unit-places.js';
import { texts } from './texts.js';

export const routes: readonly RouteEntry[] = [
  {
    path: EVENT_CATALOGUE,
    name: 'eventTypes',
    title: () => textOf(texts, 'title'),
    roles: [UNIT_MANAGER],
    element: lazy(() => import('./event-catalogue.page.js')),
    menu: { group: 'Integration', icon: <Code /> },
  },
];
