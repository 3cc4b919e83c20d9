import type { RouteEntry } from '../../app/route-registry.js';
import { textOf } from '../../i18n/texts.js';
import { lazyPart } from '../../lib/lazy-part.js';
import { ACCOUNT } from '../../lib/paths.js';
import { texts } from './texts.js';

export const routes: readonly RouteEntry[] = [
  {
    path: ACCOUNT,
    name: 'account',
    title: () => textOf(texts, 'title'),
    unopenedUnit: 'also',
    element: lazyPart(() => import('./account.page.js')),
  },
];
