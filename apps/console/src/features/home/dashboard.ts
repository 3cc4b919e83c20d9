import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { useSearchParams } from 'react-router-dom';
import { type Dashboard, getStatistic } from '#contract';
import type { ConsignType } from '#events';
import { atLeast } from '../../lib/event-position.js';
import { call } from '../../lib/http.js';
import { KINDS } from './kinds.js';

const REFRESH_MS = 60_000;

/** The kind the workbench is narrowed to, from its address; undefined: all. */
export const useKind = (): [ConsignType | undefined, (kind: ConsignType | undefined) => void] => {
  const [query, setQuery] = useSearchParams();
  const kind = KINDS.find((known) => String(known) === query.get('kind'));
  return [kind, (chosen) => setQuery(chosen ? { kind: String(chosen) } : {})];
};

/** The figures of this user's unit, read again every minute. */
export const useDashboard = (kind: ConsignType | undefined) =>
  useQuery({
    queryKey: [getStatistic.name, { kind }],
    queryFn: ({ signal }) =>
      call(getStatistic, { query: { ...(kind ? { consignType: kind } : {}), atLeast: atLeast() }, signal }),
    placeholderData: keepPreviousData,
    refetchInterval: REFRESH_MS,
    meta: { quiet: true },
  });

/** How many stand at these statuses, of these kinds. */
export const standingAt = (
  { byStatus }: Pick<Dashboard, 'byStatus'>,
  statuses: readonly number[],
  kinds: readonly ConsignType[] = KINDS,
): number =>
  byStatus
    .filter(({ consignStatus, consignType }) => statuses.includes(consignStatus) && kinds.includes(consignType))
    .reduce((sum, { count }) => sum + count, 0);

/** A share as a percentage with one decimal; null where nothing was counted. */
export const percentage = (part: number, whole: number): string | null =>
  whole === 0 ? null : `${((part / whole) * 100).toFixed(1)}%`;

/** Hours with one decimal below ten, whole ones above. */
export const hours = (value: number): string => (value < 10 ? value.toFixed(1) : String(Math.round(value)));
