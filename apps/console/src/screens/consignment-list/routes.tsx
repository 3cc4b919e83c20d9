import { Cube, Endorsed, Inbox, MapMarker } from '@blueprintjs/icons';
import { ROLE } from '#events';
import type { RouteEntry } from '../../app/route-registry.js';
import { HANDOVER_LIST, INCOMING_LIST, ON_SITE_LIST, PUBLIC_LIST, RAW_LIST } from '../../consignment/places.js';
import { textOf } from '../../i18n/texts.js';
import { lazyPart } from '../../lib/lazy-part.js';
import { texts } from './texts.js';
import { HandoverBadge, IncomingBadge, RawBadge, SiteBadge } from './waiting-badge.js';

export const routes: readonly RouteEntry[] = [
  {
    path: RAW_LIST,
    name: 'rawMateriaConsignInfo',
    title: () => textOf(texts, 'rawTitle'),
    roles: [ROLE.client, ROLE.auditor, 'Consignments.Read:consigningUnit'],
    searches: true,
    element: lazyPart(() => import('./raw-list-page.js')),
    menu: { group: 'onlineConsign', icon: <Cube />, badge: RawBadge },
  },
  {
    path: ON_SITE_LIST,
    name: 'sitePreConsignInfo',
    title: () => textOf(texts, 'siteTitle'),
    roles: [ROLE.client, ROLE.auditor, 'Consignments.Read:consigningUnit'],
    searches: true,
    element: lazyPart(() => import('./site-list-page.js')),
    menu: { group: 'onlineConsign', icon: <MapMarker />, badge: SiteBadge },
  },
  {
    path: HANDOVER_LIST,
    name: 'payCompletionPreConsignInfo',
    title: () => textOf(texts, 'handoverTitle'),
    roles: [ROLE.client, ROLE.auditor, 'Consignments.Read:consigningUnit'],
    searches: true,
    element: lazyPart(() => import('./handover-list-page.js')),
    menu: { group: 'onlineConsign', icon: <Endorsed />, badge: HandoverBadge },
  },
  {
    path: INCOMING_LIST,
    name: 'preManagement',
    title: () => textOf(texts, 'incomingTitle'),
    roles: [ROLE.lab, 'Consignments.Read:testingUnit'],
    searches: true,
    element: lazyPart(() => import('./incoming-list-page.js')),
    menu: { group: 'BusinessManagement', icon: <Inbox />, badge: IncomingBadge },
  },
  {
    path: PUBLIC_LIST,
    isPublic: true,
    title: () => textOf(texts, 'publicTitle'),
    element: lazyPart(() => import('./public-list-page.js')),
  },
];
