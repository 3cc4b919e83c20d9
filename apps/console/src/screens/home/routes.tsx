import { Home } from '@blueprintjs/icons';
import type { RouteEntry } from '../../app/route-registry.js';
import { textOf } from '../../i18n/texts.js';
import { lazyPart } from '../../lib/lazy-part.js';
import { texts } from './texts.js';

export const routes: readonly RouteEntry[] = [
  {
    path: '/dashboard',
    name: 'dashboard',
    title: () => textOf(texts, 'title'),
    element: lazyPart(() => import('./home-page.js')),
    menu: { group: 'home', icon: <Home /> },
  },
];
