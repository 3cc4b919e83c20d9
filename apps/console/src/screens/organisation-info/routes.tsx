import { Office } from '@blueprintjs/icons';
import { ROLE } from '#events';
import type { RouteEntry } from '../../app/route-registry.js';
import { textOf } from '../../i18n/texts.js';
import { lazyPart } from '../../lib/lazy-part.js';
import { texts } from './texts.js';

const TESTING_ORGANISATION = '/UserCenter/testingOrganization';
/** Spelt as in the specification (NAV-008). */
const CONSIGN_UNIT_CENTRE = '/UserCenter/ConsginUnitCenter';

export const routes: readonly RouteEntry[] = [
  {
    path: TESTING_ORGANISATION,
    name: 'testingOrganization',
    title: () => textOf(texts, 'title'),
    roles: [ROLE.lab],
    element: lazyPart(() => import('./testing-organisation.page.js')),
    menu: { group: 'UserCenter', icon: <Office /> },
  },
  {
    path: CONSIGN_UNIT_CENTRE,
    name: 'ConsginUnitCenter',
    title: () => textOf(texts, 'unitTitle'),
    roles: [ROLE.client],
    element: lazyPart(() => import('./consign-unit-centre.page.js')),
    menu: { group: 'UserCenter', icon: <Office /> },
  },
];
