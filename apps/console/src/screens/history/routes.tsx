import { EyeOpen } from '@blueprintjs/icons';
import { ROLE } from '#events';
import type { RouteEntry } from '../../app/route-registry.js';
import { HISTORY, INCOMING_LIST } from '../../lib/paths.js';
import { textOf } from '../../i18n/texts.js';
import { lazyPart } from '../../lib/lazy-part.js';
import { texts } from './texts.js';

/** The address determines the whole page, so it is read again whenever the user returns. */
export const routes: readonly RouteEntry[] = [
  {
    path: HISTORY,
    name: 'consignmentHistory',
    title: () => textOf(texts, 'title'),
    roles: [ROLE.client, ROLE.lab, ROLE.auditor, 'Consignments.History'],
    element: lazyPart(() => import('./history.page.js')),
    // A client's history is below the list of its consignment's kind, which the page sets.
    parent: INCOMING_LIST,
    noCache: true,
  },
  {
    path: '/SystemManager/PersonalReads',
    name: 'PersonalReads',
    title: () => textOf(texts, 'readsTitle'),
    roles: [ROLE.admin],
    element: lazyPart(() => import('./personal-reads.page.js')),
    menu: { group: 'SystemManager', icon: <EyeOpen /> },
  },
];
