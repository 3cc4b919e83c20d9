import { Home } from '@blueprintjs/icons';
import { lazy } from 'react';
import type { RouteEntry } from '../../app/route-registry.js';
import { textOf } from '../../i18n/texts.js';
import { texts } from './texts.js';

export const routes: readonly RouteEntry[] = [
  {
    path: '/dashboard',
    name: 'dashboard',
    title: () => textOf(texts, 'title'),
    element: lazy(() => import('./home-page.js')),
    menu: { group: 'home', icon: <Home /> },
  },
];
