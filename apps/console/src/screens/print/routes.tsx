import { Print } from '@blueprintjs/icons';
import { ROLE } from '#events';
import type { RouteEntry } from '../../app/route-registry.js';
import { textOf } from '../../i18n/texts.js';
import { lazyPart } from '../../lib/lazy-part.js';
import { PRINT_BILL, PRINT_PREVIEW } from '../../lib/paths.js';
import { texts } from './texts.js';

export const routes: readonly RouteEntry[] = [
  {
    path: PRINT_BILL,
    name: 'preConsignBill',
    title: () => textOf(texts, 'billTitle'),
    roles: [ROLE.client, 'Documents.Export'],
    element: lazyPart(() => import('./pre-consign-bill.page.js')),
    menu: { group: 'preConsignBill', icon: <Print /> },
  },
  // Not kept alive behind other tabs, because the browser would print it together with the current page.
  {
    path: PRINT_PREVIEW,
    name: 'printPreview',
    title: () => textOf(texts, 'previewTitle'),
    roles: [ROLE.client, 'Documents.Export'],
    element: lazyPart(() => import('./print-preview.page.js')),
    parent: PRINT_BILL,
    noCache: true,
  },
];
