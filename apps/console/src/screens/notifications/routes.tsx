import type { RouteEntry } from '../../app/route-registry.js';
import { textOf } from '../../i18n/texts.js';
import { lazyPart } from '../../lib/lazy-part.js';
import { MESSAGES } from '../../lib/paths.js';
import { texts } from './texts.js';

/** The bell links here; the menus stay as in the specification (SH-013). */
export const routes: readonly RouteEntry[] = [
  {
    path: MESSAGES,
    name: 'messages',
    title: () => textOf(texts, 'title'),
    unopenedUnit: 'also',
    element: lazyPart(() => import('./messages.page.js')),
  },
];
