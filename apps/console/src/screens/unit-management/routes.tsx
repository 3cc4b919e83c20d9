import { LabTest, Office } from '@blueprintjs/icons';
import { ROLE } from '#events';
import type { RouteEntry } from '../../app/route-registry.js';
import { textOf } from '../../i18n/texts.js';
import { lazyPart } from '../../lib/lazy-part.js';
import { texts } from './texts.js';

export const TEST_UNIT_MANAGER = '/SystemManager/TestUnitManager';
/** Spelt as in the specification. */
export const CONSIGN_UNIT_MANAGER = '/SystemManager/ConsginUnitManager';

export const routes: readonly RouteEntry[] = [
  {
    path: TEST_UNIT_MANAGER,
    name: 'TestUnitManager',
    title: () => textOf(texts, 'testTitle'),
    roles: [ROLE.admin, 'TestingUnits.Manage'],
    element: lazyPart(() => import('./test-unit-manager.page.js')),
    menu: { group: 'SystemManager', icon: <LabTest /> },
  },
  {
    path: CONSIGN_UNIT_MANAGER,
    name: 'ConsginUnitManager',
    title: () => textOf(texts, 'consignTitle'),
    roles: [ROLE.admin, 'ConsigningUnits.Manage'],
    element: lazyPart(() => import('./consign-unit-manager.page.js')),
    menu: { group: 'SystemManager', icon: <Office /> },
  },
];
