import { Code } from '@blueprintjs/icons';
import { type RouteEntry, UNIT_MANAGER } from '../../app/route-registry.js';
import { textOf } from '../../i18n/texts.js';
import { lazyPart } from '../../lib/lazy-part.js';
import { EVENT_CATALOGUE } from '../../lib/paths.js';
import { texts } from './texts.js';

export const routes: readonly RouteEntry[] = [
  {
    path: EVENT_CATALOGUE,
    name: 'eventTypes',
    title: () => textOf(texts, 'title'),
    roles: [UNIT_MANAGER],
    element: lazyPart(() => import('./event-catalogue.page.js')),
    menu: { group: 'Integration', icon: <Code /> },
  },
];
