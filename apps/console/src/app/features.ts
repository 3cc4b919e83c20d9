import { lazyPart } from '../lib/lazy-part.js';
import { consignmentRoutes } from './consignment-routes.js';
import type { RouteEntry } from './route-registry.js';
import { routes as eventCatalogue } from '../screens/event-catalogue/routes.js';
import { routes as labSystem } from '../screens/lab-system/routes.js';
import { routes as webhook } from '../screens/webhook/routes.js';
import { routes as account } from '../screens/account/routes.js';
import { routes as catalogueManagement } from '../screens/catalogue-management/routes.js';
import { routes as consignmentList } from '../screens/consignment-list/routes.js';
import { routes as history } from '../screens/history/routes.js';
import { routes as eventLog } from '../screens/event-log/routes.js';
import { routes as home } from '../screens/home/routes.js';
import { routes as instructions } from '../screens/instructions/routes.js';
import { routes as jobs } from '../screens/jobs/routes.js';
import { routes as notices } from '../screens/notices/routes.js';
import { routes as notifications } from '../screens/notifications/routes.js';
import { routes as organisationInfo } from '../screens/organisation-info/routes.js';
import { routes as organisations } from '../screens/organisations/routes.js';
import { routes as print } from '../screens/print/routes.js';
import { routes as projections } from '../screens/projections/routes.js';
import { routes as projectManagement } from '../screens/project-management/routes.js';
import { routes as reports } from '../screens/reports/routes.js';
import { routes as roleManagement } from '../screens/role-management/routes.js';
import { routes as session } from '../screens/session/routes.js';
import { routes as tenantManagement } from '../screens/tenant-management/routes.js';
import { routes as unitManagement } from '../screens/unit-management/routes.js';
import { routes as unitOpening } from '../screens/unit-opening/routes.js';
import { routes as userManagement } from '../screens/user-management/routes.js';

const errorPages: readonly RouteEntry[] = [
  { path: '/404', isPublic: true, element: lazyPart(() => import('./not-found-page.js')) },
  { path: '/401', isPublic: true, element: lazyPart(() => import('./no-permission-page.js')) },
];

/** Every screen of the console. A new feature adds one import and one line. */
export const routes: readonly RouteEntry[] = [
  ...errorPages,
  ...session,
  ...home,
  ...unitOpening,
  ...account,
  ...consignmentList,
  ...organisations,
  ...labSystem,
  ...webhook,
  ...eventCatalogue,
  ...organisationInfo,
  ...userManagement,
  ...unitManagement,
  ...projectManagement,
  ...tenantManagement,
  ...instructions,
  ...reports,
  ...notices,
  ...notifications,
  ...catalogueManagement,
  ...roleManagement,
  ...history,
  ...consignmentRoutes,
  ...print,
  ...projections,
  ...jobs,
  ...eventLog,
];
