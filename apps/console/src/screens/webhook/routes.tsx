import { type RouteEntry, UNIT_MANAGER } from '../../app/route-registry.js';
import { textOf } from '../../i18n/texts.js';
import { lazyPart } from '../../lib/lazy-part.js';
import { LAB_SYSTEM, WEBHOOK } from '../../lib/paths.js';
import { texts } from './texts.js';

export const routes: readonly RouteEntry[] = [
  {
    path: WEBHOOK,
    name: 'webhook',
    title: () => textOf(texts, 'title'),
    roles: [UNIT_MANAGER],
    parent: LAB_SYSTEM,
    element: lazyPart(() => import('./webhook.page.js')),
  },
];
