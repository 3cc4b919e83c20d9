import { Globe } from '@blueprintjs/icons';
import { lazy } from 'react';
import { ROLE } from '#events';
import type { RouteEntry } from '../../app/route-registry.js';
import { textOf } from '../../i18n/texts.js';
import { TENANT_MANAGER } from './places.js';
import { texts } from './texts.js';

export const routes: readonly RouteEntry[] = [
  {
    path: TENANT_MANAGER,
    name: 'TenantManager',
    title: () => textOf(texts, 'title'),
    roles: [ROLE.admin],
    element: lazy(() => import('./tenant-manager.page.js')),
    menu: { group: 'SystemManager', icon: <Globe /> },
  },
];
