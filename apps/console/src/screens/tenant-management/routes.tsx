import { Globe } from '@blueprintjs/icons';
import { ROLE } from '#events';
import type { RouteEntry } from '../../app/route-registry.js';
import { textOf } from '../../i18n/texts.js';
import { lazyPart } from '../../lib/lazy-part.js';
import { texts } from './texts.js';

export const TENANT_MANAGER = '/SystemManager/TenantManager';

export const routes: readonly RouteEntry[] = [
  {
    path: TENANT_MANAGER,
    name: 'TenantManager',
    title: () => textOf(texts, 'title'),
    roles: [ROLE.admin],
    element: lazyPart(() => import('./tenant-manager.page.js')),
    menu: { group: 'SystemManager', icon: <Globe /> },
  },
];
