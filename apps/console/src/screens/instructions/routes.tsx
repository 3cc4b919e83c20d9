import { Manual } from '@blueprintjs/icons';
import { ROLE } from '#events';
import type { RouteEntry } from '../../app/route-registry.js';
import { textOf } from '../../i18n/texts.js';
import { lazyPart } from '../../lib/lazy-part.js';
import { INSTRUCTION_DETAIL, INSTRUCTION_LIST } from '../../lib/paths.js';
import { texts } from './texts.js';

export const routes: readonly RouteEntry[] = [
  {
    path: INSTRUCTION_LIST,
    name: 'instruction',
    title: () => textOf(texts, 'listTitle'),
    roles: [ROLE.admin, 'Instructions.Manage'],
    element: lazyPart(() => import('./instruction-list-page.js')),
    menu: { group: 'SystemManager', icon: <Manual /> },
  },
  {
    path: INSTRUCTION_DETAIL,
    name: 'instructionDetail',
    title: () => textOf(texts, 'readTitle'),
    element: lazyPart(() => import('./instruction-page.js')),
    tabParams: ['type'],
  },
];
