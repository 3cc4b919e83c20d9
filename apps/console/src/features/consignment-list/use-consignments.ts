import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { getConsignmentCounts, getRawMateriaConsignInfoList } from '#contract';
import { atLeast } from '../../lib/event-position.js';
import { send } from '../../lib/http.js';
import { countsQuery, type ListFilters, listQuery } from './list-filters.js';

/** A list looks for news this often; a view that lags behind a write of ours is asked again sooner. */
const REFRESH_MS = 30_000;
const CATCH_UP_MS = 1_000;

type Refreshed = { state: { data?: { stale: boolean } | undefined } };
const refetchInterval = (query: Refreshed): number => (query.state.data?.stale ? CATCH_UP_MS : REFRESH_MS);

/** One page of raw-material consignments; the server narrows it to the caller's unit. Old rows stay while new ones load. */
export const useConsignments = (filters: ListFilters) =>
  useQuery({
    queryKey: ['GetRawMateriaConsignInfoList', listQuery(filters)],
    queryFn: ({ signal }) => send(getRawMateriaConsignInfoList, { query: { ...listQuery(filters), atLeast: atLeast() }, signal }),
    placeholderData: keepPreviousData,
    refetchInterval,
  });

/** Counts by status under the other filters, for the tabs. */
export const useCounts = (filters: ListFilters) =>
  useQuery({
    queryKey: ['GetConsignmentCounts', countsQuery(filters)],
    queryFn: ({ signal }) => send(getConsignmentCounts, { query: { ...countsQuery(filters), consignType: 1, atLeast: atLeast() }, signal }),
    placeholderData: keepPreviousData,
    refetchInterval,
    meta: { quiet: true },
  });
