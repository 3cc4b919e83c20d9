import { Time } from '@blueprintjs/icons';
import type { RouteEntry } from '../../app/route-registry.js';
import { textOf } from '../../i18n/texts.js';
import { lazyPart } from '../../lib/lazy-part.js';
import { UNIT_OPENING } from '../../lib/paths.js';
import { texts } from './texts.js';

export const routes: readonly RouteEntry[] = [
  {
    path: UNIT_OPENING,
    name: 'unitOpening',
    title: () => textOf(texts, 'title'),
    unopenedUnit: 'only',
    noCache: true,
    element: lazyPart(() => import('./unit-opening.page.js')),
    menu: { group: 'home', icon: <Time /> },
  },
];
