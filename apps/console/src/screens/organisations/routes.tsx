import { Office } from '@blueprintjs/icons';
import { ROLE } from '#events';
import type { RouteEntry } from '../../app/route-registry.js';
import { textOf } from '../../i18n/texts.js';
import { lazyPart } from '../../lib/lazy-part.js';
import { organisationPath, ORGANISATION_DETAIL, ORGANISATION_LIST } from '../../lib/paths.js';
import { texts } from './texts.js';

/**
 * For users who consign; a testing-unit user is redirected from the list to its own unit (NAV-018), so the list has no
 * menu entry for it.
 */
export const routes: readonly RouteEntry[] = [
  {
    path: ORGANISATION_LIST,
    name: 'TestingOrgList',
    title: () => textOf(texts, 'listTitle'),
    roles: [ROLE.client, ROLE.lab, ROLE.auditor],
    redirectTo: ({ roles, unitId }) => (roles.includes(ROLE.lab) && unitId ? organisationPath(unitId) : null),
    element: lazyPart(() => import('./organisation-list-page.js')),
    menu: { group: 'TestingOrgSearch', icon: <Office />, roles: [ROLE.client, ROLE.auditor] },
  },
  {
    path: ORGANISATION_DETAIL,
    name: 'TestingOrgDetail',
    title: () => textOf(texts, 'detailTitle'),
    element: lazyPart(() => import('./organisation-detail-page.js')),
    parent: ORGANISATION_LIST,
  },
];
