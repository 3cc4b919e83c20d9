import { lazy } from 'react';
import { consignmentRoutes } from './consignment-routes.js';
import type { RouteEntry } from './route-registry.js';
import { routes as eventCatalogue } from '../screens/event-catalogue/routes.js';
import { routes as labSystem } from '../screens/lab-system/routes.js';
import { routes as webhook } from '../screens/webhook/routes.js';
import { routes as account } from '../features/account/routes.js';
import { routes as catalogueManagement } from '../features/catalogue-management/routes.js';
import { routes as consignmentList } from '../features/consignment-list/routes.js';
import { routes as history } from '../features/history/routes.js';
import { routes as eventLog } from '../features/event-log/routes.js';
import { routes as home } from '../features/home/routes.js';
import { routes as instructions } from '../features/instructions/routes.js';
import { routes as jobs } from '../features/jobs/routes.js';
import { routes as notices } from '../features/notices/routes.js';
import { routes as notifications } from '../features/notifications/routes.js';
import { routes as organisationInfo } from '../features/organisation-info/routes.js';
import { routes as organisations } from '../features/organisations/routes.js';
import { routes as print } from '../features/print/routes.js';
import { routes as projections } from '../features/projections/routes.js';
import { routes as projectManagement } from '../features/project-management/routes.js';
import { routes as reports } from '../features/reports/routes.js';
import { routes as roleManagement } from '../features/role-management/routes.js';
import { routes as session } from '../features/session/routes.js';
import { routes as tenantManagement } from '../features/tenant-management/routes.js';
import { routes as unitManagement } from '../features/unit-management/routes.js';
import { routes as unitOpening } from '../features/unit-opening/routes.js';
import { routes as userManagement } from '../features/user-management/routes.js';

const errorPages: readonly RouteEntry[] = [
  { path: '/404', isPublic: true, element: lazy(() => import('./not-found-page.js')) },
  { path: '/401', isPublic: true, element: lazy(() => import('./no-right-page.js')) },
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
