import { Document, Key } from '@blueprintjs/icons';
import { QUERY_SYSTEM } from '#contract';
import { ROLE } from '#events';
import type { RouteEntry } from '../../app/route-registry.js';
import { textOf } from '../../i18n/texts.js';
import { lazyPart } from '../../lib/lazy-part.js';
import { texts } from './texts.js';

export const routes: readonly RouteEntry[] = [
  {
    path: '/TestingOrgSearch/reportSchedule',
    name: 'reportSchedule',
    title: () => textOf(texts, 'scheduleTitle'),
    roles: [ROLE.client, ROLE.auditor, 'Reports.Read:consigningUnit'],
    element: lazyPart(() => import('./report-schedule-page.js')),
    menu: { group: 'TestingOrgSearch', icon: <Document /> },
  },
  {
    path: `/TestingOrgSearch/${QUERY_SYSTEM}`,
    name: QUERY_SYSTEM,
    title: () => textOf(texts, 'codeTitle'),
    roles: [ROLE.client],
    element: lazyPart(() => import('./code-query-page.js')),
    menu: {
      group: 'TestingOrgSearch',
      icon: <Key />,
      isVisible: (branding) => Boolean(branding?.iLISReportProgressQueryURL),
    },
  },
  {
    path: '/BusinessManagement/reportList',
    name: 'reportList',
    title: () => textOf(texts, 'listTitle'),
    roles: [ROLE.lab, 'Reports.Read:testingUnit'],
    element: lazyPart(() => import('./report-list-page.js')),
    menu: { group: 'BusinessManagement', icon: <Document /> },
  },
];
