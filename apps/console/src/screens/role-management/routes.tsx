import { Key } from '@blueprintjs/icons';
import { ROLE } from '#events';
import type { RouteEntry } from '../../app/route-registry.js';
import { textOf } from '../../i18n/texts.js';
import { lazyPart } from '../../lib/lazy-part.js';
import { texts } from './texts.js';

export const ROLE_MANAGER = '/SystemManager/RoleManager';

export const routes: readonly RouteEntry[] = [
  {
    path: ROLE_MANAGER,
    name: 'RoleManager',
    title: () => textOf(texts, 'title'),
    roles: [ROLE.admin],
    element: lazyPart(() => import('./role-manager.page.js')),
    menu: { group: 'SystemManager', icon: <Key /> },
  },
];
