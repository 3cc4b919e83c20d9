import { Cube, Inbox } from '@blueprintjs/icons';
import { lazy } from 'react';
import { ROLE } from '#events';
import type { RouteEntry } from '../../app/route-registry.js';
import { INCOMING_LIST, RAW_LIST } from '../../consignment/places.js';
import { textOf } from '../../i18n/texts.js';
import { texts } from './texts.js';
import { WaitingBadge } from './waiting-badge.js';

export const routes: readonly RouteEntry[] = [
  {
    path: RAW_LIST, name: 'rawMateriaConsignInfo', title: () => textOf(texts, 'rawTitle'), roles: [ROLE.client, ROLE.auditor], searches: true,
    element: lazy(() => import('./raw-list-page.js')), menu: { group: 'onlineConsign', icon: <Cube />, badge: WaitingBadge },
  },
  {
    path: INCOMING_LIST, name: 'preManagement', title: () => textOf(texts, 'incomingTitle'), roles: [ROLE.lab], searches: true,
    element: lazy(() => import('./incoming-list-page.js')), menu: { group: 'BusinessManagement', icon: <Inbox />, badge: WaitingBadge },
  },
];
