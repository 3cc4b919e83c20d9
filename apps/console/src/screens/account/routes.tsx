import { lazy } from 'react';
import type { RouteEntry } from '../../app/route-registry.js';
import { textOf } from '../../i18n/texts.js';
import { ACCOUNT } from './places.js';
import { texts } from './texts.js';

export const routes: readonly RouteEntry[] = [
  {
    path: ACCOUNT,
    name: 'account',
    title: () => textOf(texts, 'title'),
    unopenedUnit: 'also',
    element: lazy(() => import('./account.page.js')),
  },
];
