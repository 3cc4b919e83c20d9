import { People } from '@blueprintjs/icons';
import { ROLE, UNIT_TYPE } from '#events';
import type { RouteEntry } from '../../app/route-registry.js';
import { textOf } from '../../i18n/texts.js';
import { lazyPart } from '../../lib/lazy-part.js';
import { USER_MANAGER, userManagerPath, USERS } from '../../lib/paths.js';
import { texts } from './texts.js';

const roles = [ROLE.client, ROLE.lab, ROLE.admin];

/** The menu entry shows people of a unit their own accounts, and the administrator all accounts. */
export const routes: readonly RouteEntry[] = [
  {
    path: USERS,
    name: 'Users',
    title: () => textOf(texts, 'title'),
    roles,
    redirectTo: ({ roles: userRoles, unitId, unitName }) =>
      unitId
        ? userManagerPath(
            unitName || '-',
            unitId,
            userRoles.includes(ROLE.lab) ? UNIT_TYPE.laboratory : UNIT_TYPE.client,
          )
        : null,
    element: lazyPart(() => import('./user-manager.page.js')),
    menu: { group: 'UserCenter', icon: <People /> },
  },
  {
    path: USER_MANAGER,
    name: 'UserManager',
    title: () => textOf(texts, 'unitTitle'),
    roles,
    parent: USERS,
    element: lazyPart(() => import('./user-manager.page.js')),
  },
];
