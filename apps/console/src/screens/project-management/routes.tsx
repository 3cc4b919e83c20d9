import { Projects } from '@blueprintjs/icons';
import { ROLE } from '#events';
import type { RouteEntry } from '../../app/route-registry.js';
import { textOf } from '../../i18n/texts.js';
import { lazyPart } from '../../lib/lazy-part.js';
import { texts } from './texts.js';

export const PROJECT_MANAGER = '/SystemManager/ProjectManager';

export const routes: readonly RouteEntry[] = [
  {
    path: PROJECT_MANAGER,
    name: 'ProjectManager',
    title: () => textOf(texts, 'title'),
    roles: [ROLE.admin, 'Projects.Manage'],
    element: lazyPart(() => import('./project-manager.page.js')),
    menu: { group: 'SystemManager', icon: <Projects /> },
  },
];
