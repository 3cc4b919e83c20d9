import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { useSearchParams } from 'react-router-dom';
import { type Dashboard, getStatistic, type UserInfo } from '#contract';
import { CONSIGN_TYPE, type ConsignType } from '#events';
import { INCOMING_LIST, listPath } from '../../lib/paths.js';
import type { Translate } from '../../i18n/texts.js';
import { atLeast } from '../../lib/event-position.js';
import { callOperation } from '../../lib/http.js';
import { isTestingUnit } from '../../lib/session.js';
import type { texts } from './texts.js';

/** The kinds of consignments, in display order; each has its own list. */
export const KINDS = Object.values(CONSIGN_TYPE);

type DashboardText = Translate<keyof (typeof texts)['zh']>;

/** Filters with which a list opens; days yyyy-MM-dd, both included. */
export type ListOpening = { statuses?: readonly number[]; from?: string; to?: string; oldestFirst?: boolean };

/** A list behind a figure, and the kinds of consignments in it. */
export type ListLink = { key: string; label: string; kinds: readonly ConsignType[]; to: string };

/**
 * The lists behind a figure for this user: a client has one for each kind, a testing unit one for all. `kind`: the
 * workbench is restricted to this kind.
 */
export const listsForFigure = (
  t: DashboardText,
  user: Pick<UserInfo, 'roles'>,
  kind: ConsignType | undefined,
  opening: ListOpening = {},
): ListLink[] => {
  const kinds = kind ? [kind] : KINDS;
  if (!isTestingUnit(user))
    return kinds.map((listKind) => ({
      key: String(listKind),
      label: t(`kind.${listKind}`),
      kinds: [listKind],
      to: `${listPath(listKind)}${queryOf(opening)}`,
    }));
  return [{ key: 'all', label: t('allKinds'), kinds, to: `${INCOMING_LIST}${queryOf(opening, kind)}` }];
};

const queryOf = ({ statuses = [], from, to, oldestFirst }: ListOpening, type?: ConsignType): string => {
  const query = new URLSearchParams();
  if (type) query.set('type', String(type));
  if (statuses.length > 0) query.set('status', statuses.join(','));
  if (from) query.set('from', from);
  if (to) query.set('to', to);
  if (oldestFirst) {
    query.set('sort', 'commitConsignTime');
    query.set('order', 'asc');
  }
  return query.size > 0 ? `?${query.toString().replaceAll('%2C', ',')}` : '';
};

const REFRESH_MS = 60_000;

/** The kind in the address to which the workbench is restricted; undefined: all. */
export const useKind = (): [ConsignType | undefined, (kind: ConsignType | undefined) => void] => {
  const [query, setQuery] = useSearchParams();
  const kind = KINDS.find((candidate) => String(candidate) === query.get('kind'));
  return [kind, (selectedKind) => setQuery(selectedKind ? { kind: String(selectedKind) } : {})];
};

/** The figures of this user's unit, refreshed every minute. */
export const useDashboard = (kind: ConsignType | undefined) =>
  useQuery({
    queryKey: [getStatistic.name, { kind }],
    queryFn: ({ signal }) =>
      callOperation(getStatistic, { query: { ...(kind ? { consignType: kind } : {}), atLeast: atLeast() }, signal }),
    placeholderData: keepPreviousData,
    refetchInterval: REFRESH_MS,
    meta: { quiet: true },
  });

/** Number of consignments at these statuses, of these kinds. */
export const countAtStatuses = (
  { byStatus }: Pick<Dashboard, 'byStatus'>,
  statuses: readonly number[],
  kinds: readonly ConsignType[] = KINDS,
): number =>
  byStatus
    .filter(({ consignStatus, consignType }) => statuses.includes(consignStatus) && kinds.includes(consignType))
    .reduce((sum, { count }) => sum + count, 0);

/** Hours with one decimal below ten, whole ones above. */
export const hoursText = (value: number): string => (value < 10 ? value.toFixed(1) : String(Math.round(value)));
