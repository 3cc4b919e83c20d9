import { Time } from '@blueprintjs/icons';
import { lazy } from 'react';
import type { RouteEntry } from '../../app/route-registry.js';
import { textOf } from '../../i18n/texts.js';
import { UNIT_OPENING } from './places.js';
import { texts } from './texts.js';

export const routes: readonly RouteEntry[] = [
  {
    path: UNIT_OPENING,
    name: 'unitOpening',
    title: () => textOf(texts, 'title'),
    unopenedUnit: 'only',
    noCache: true,
    element: lazy(() => import('./unit-opening.page.js')),
    menu: { group: 'home', icon: <Time /> },
  },
];
