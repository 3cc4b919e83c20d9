import { Cube, Endorsed, Inbox, MapMarker } from '@blueprintjs/icons';
import { useQuery } from '@tanstack/react-query';
import type { ComponentType } from 'react';
import { CONSIGN_TYPE, type ConsignType, ROLE } from '#events';
import type { RouteEntry } from '../../app/route-registry.js';
import { HANDOVER_LIST, INCOMING_LIST, ON_SITE_LIST, PUBLIC_LIST, RAW_LIST } from '../../lib/paths.js';
import { textOf, useTexts } from '../../i18n/texts.js';
import { lazyPart } from '../../lib/lazy-part.js';
import { waitingStatuses } from '../../consignment/actions.js';
import { formatCount } from '../../lib/numbers.js';
import { useUser } from '../../lib/session.js';
import type { ListKind } from './list-kinds.js';
import { texts } from './texts.js';
import { countsOptions } from './use-consignments.js';

const REFRESH_MS = 60_000;

/** How many consignments wait for this user, beside the menu entry; hidden if there are none. */
const WaitingBadge = ({ consignType }: { consignType?: ConsignType }) => {
  const t = useTexts(texts);
  const actionableStatuses = waitingStatuses(useUser());
  const counts = useQuery({
    ...countsOptions(consignType === undefined ? {} : { consignType }, REFRESH_MS),
    enabled: actionableStatuses.length > 0,
  });
  const sum = (counts.data?.data.byStatus ?? [])
    .filter(({ consignStatus }) => actionableStatuses.includes(consignStatus))
    .reduce((total, { count: some }) => total + some, 0);
  return sum > 0 ? (
    <span className="side-count" role="status" aria-label={t('waitingCount', { n: sum })}>
      {formatCount(sum)}
    </span>
  ) : null;
};

const RawBadge = () => <WaitingBadge consignType={CONSIGN_TYPE.rawMaterial} />;
const SiteBadge = () => <WaitingBadge consignType={CONSIGN_TYPE.onSite} />;
const HandoverBadge = () => <WaitingBadge consignType={CONSIGN_TYPE.handover} />;
const IncomingBadge = () => <WaitingBadge />;

const ListPage = lazyPart(() => import('./consignment-list-page.js'));
const listPage =
  (kind: ListKind): ComponentType =>
  () => <ListPage kind={kind} />;

export const routes: readonly RouteEntry[] = [
  {
    path: RAW_LIST,
    name: 'rawMateriaConsignInfo',
    title: () => textOf(texts, 'rawTitle'),
    roles: [ROLE.client, ROLE.auditor, 'Consignments.Read:consigningUnit'],
    searches: true,
    element: listPage('raw'),
    menu: { group: 'onlineConsign', icon: <Cube />, badge: RawBadge },
  },
  {
    path: ON_SITE_LIST,
    name: 'sitePreConsignInfo',
    title: () => textOf(texts, 'siteTitle'),
    roles: [ROLE.client, ROLE.auditor, 'Consignments.Read:consigningUnit'],
    searches: true,
    element: listPage('site'),
    menu: { group: 'onlineConsign', icon: <MapMarker />, badge: SiteBadge },
  },
  {
    path: HANDOVER_LIST,
    name: 'payCompletionPreConsignInfo',
    title: () => textOf(texts, 'handoverTitle'),
    roles: [ROLE.client, ROLE.auditor, 'Consignments.Read:consigningUnit'],
    searches: true,
    element: listPage('handover'),
    menu: { group: 'onlineConsign', icon: <Endorsed />, badge: HandoverBadge },
  },
  {
    path: INCOMING_LIST,
    name: 'preManagement',
    title: () => textOf(texts, 'incomingTitle'),
    roles: [ROLE.lab, 'Consignments.Read:testingUnit'],
    searches: true,
    element: listPage('incoming'),
    menu: { group: 'BusinessManagement', icon: <Inbox />, badge: IncomingBadge },
  },
  {
    path: PUBLIC_LIST,
    isPublic: true,
    title: () => textOf(texts, 'publicTitle'),
    element: lazyPart(() => import('./public-list-page.js')),
  },
];
