import { keepPreviousData, useInfiniteQuery, useQuery } from '@tanstack/react-query';
import { useCallback, useMemo, useState } from 'react';
import { type ConsignmentListRow, getConsignmentCounts } from '#contract';
import type { CallOptions } from '../../lib/http.js';
import { listOptions } from '../../lib/list-query.js';
import { countsQuery, type ListFilters, listQuery } from './list-filters.js';
import { fetchList, type ListKind, operationOf, consignTypeOfList } from './list-kinds.js';

/** Refresh interval of a list; a view that lags behind an own write is read again sooner. */
const REFRESH_MS = 30_000;
const CATCH_UP_MS = 1_000;
/** Number of cards that a phone loads at a time. */
const CARDS = 20;
const NO_ROWS: readonly ConsignmentListRow[] = [];

/** The visible rows. `more` is for a list that grows instead of turning pages: null if nothing is left. */
export type ConsignmentListState = {
  rows: readonly ConsignmentListRow[];
  total: number;
  isCapped: boolean;
  /** The view has not reached the writes of this page. */
  stale: boolean;
  isPending: boolean;
  /** Old rows stay while those of another page or filter load. */
  isReloading: boolean;
  error: unknown;
  /** There was a response; a later error keeps it. */
  isLoaded: boolean;
  retry(): void;
  more: { load(): void; isLoading: boolean } | null;
};

/**
 * Rows of a list: a page in a table, a growing list of cards on a phone. The server restricts them to the caller's
 * unit.
 */
export const useConsignments = (kind: ListKind, filters: ListFilters, asTable: boolean): ConsignmentListState => {
  const page = usePage(kind, filters, asTable);
  const feed = useFeed(kind, filters, !asTable);
  return asTable ? page : feed;
};

const usePage = (kind: ListKind, filters: ListFilters, enabled: boolean): ConsignmentListState => {
  const consignType = consignTypeOfList(kind, filters.consignType);
  const list = useQuery({
    queryKey: [operationOf(kind, false).name, kind, consignType, listQuery(filters)],
    queryFn: ({ signal }) => fetchList(listQuery(filters), { kind, consignType, signal }),
    placeholderData: keepPreviousData,
    refetchInterval: (query) => (query.state.data?.stale ? CATCH_UP_MS : REFRESH_MS),
    enabled,
    meta: { quiet: true },
  });
  const { data: response } = list;
  return {
    rows: response?.data.items ?? NO_ROWS,
    total: response?.data.totalCount ?? 0,
    isCapped: response?.data.totalIsCapped ?? false,
    stale: response?.stale ?? false,
    isPending: list.isPending,
    isReloading: list.isPlaceholderData,
    error: list.error,
    isLoaded: response !== undefined,
    retry: () => void list.refetch(),
    more: null,
  };
};

const useFeed = (kind: ListKind, filters: ListFilters, enabled: boolean): ConsignmentListState => {
  const consignType = consignTypeOfList(kind, filters.consignType);
  const cardsQuery = { ...listQuery({ ...filters, page: 1 }), maxResultCount: CARDS };
  const feed = useInfiniteQuery({
    queryKey: [operationOf(kind, true).name, 'feed', kind, consignType, cardsQuery],
    queryFn: ({ pageParam, signal }) =>
      fetchList({ ...cardsQuery, skipCount: pageParam }, { kind, consignType, phone: true, signal }),
    initialPageParam: 0,
    getNextPageParam: ({ data }, all, skipped) =>
      data.items.length === CARDS && skipped + CARDS < Math.max(data.totalCount, all.length * CARDS)
        ? skipped + CARDS
        : undefined,
    placeholderData: keepPreviousData,
    refetchInterval: (query) => (query.state.data?.pages.some(({ stale }) => stale) ? CATCH_UP_MS : REFRESH_MS),
    enabled,
    meta: { quiet: true },
  });
  const pages = feed.data?.pages;
  const first = pages?.[0];
  const rows = useMemo(() => (pages ? distinct(pages.flatMap(({ data }) => data.items)) : NO_ROWS), [pages]);
  return {
    rows,
    total: first?.data.totalCount ?? 0,
    isCapped: first?.data.totalIsCapped ?? false,
    stale: pages?.some(({ stale }) => stale) ?? false,
    isPending: feed.isPending,
    isReloading: feed.isPlaceholderData,
    error: feed.error,
    isLoaded: pages !== undefined,
    retry: () => void feed.refetch(),
    more: feed.hasNextPage ? { load: () => void feed.fetchNextPage(), isLoading: feed.isFetchingNextPage } : null,
  };
};

/** A row that moved to the next page while the list grew is shown once. */
const distinct = (rows: readonly ConsignmentListRow[]): ConsignmentListRow[] => [
  ...new Map(rows.map((row) => [row.id, row])).values(),
];

type CountsQuery = NonNullable<CallOptions<typeof getConsignmentCounts>['query']>;

/** Options of `useQuery` for counts by status, refreshed at an interval in milliseconds. */
export const countsOptions = (query: CountsQuery, intervalMs = REFRESH_MS) => ({
  ...listOptions(getConsignmentCounts, query),
  refetchInterval: (countsQuery: { state: { data?: { stale: boolean } | undefined } }) =>
    countsQuery.state.data?.stale ? CATCH_UP_MS : intervalMs,
});

/** Counts by status under the other filters, for the tabs. */
export const useCounts = (kind: ListKind, filters: ListFilters) => {
  const consignType = consignTypeOfList(kind, filters.consignType);
  return useQuery(countsOptions({ ...countsQuery(filters), ...(consignType === null ? {} : { consignType }) }));
};

export type Selection = {
  ids: ReadonlySet<string>;
  /** Chosen rows, also of other pages, as last loaded. */
  rows: readonly ConsignmentListRow[];
  select(ids: readonly string[], selected: boolean): void;
  clear(): void;
};

/** Rows chosen over all pages of a list. A chosen row that is on the page has its current content. */
export const useSelection = (visibleRows: readonly ConsignmentListRow[]): Selection => {
  const [selection, setSelection] = useState<ReadonlyMap<string, ConsignmentListRow>>(new Map());
  const select = useCallback(
    (ids: readonly string[], selected: boolean) =>
      setSelection((current) => {
        const next = new Map(current);
        for (const id of ids) {
          const row = visibleRows.find((candidate) => candidate.id === id);
          if (selected && row) next.set(id, row);
          else next.delete(id);
        }
        return next;
      }),
    [visibleRows],
  );
  const clear = useCallback(() => setSelection(new Map()), []);
  return useMemo(() => {
    const rows = [...selection].map(([id, selectedRow]) => visibleRows.find((row) => row.id === id) ?? selectedRow);
    return { ids: new Set(selection.keys()), rows, select, clear };
  }, [selection, visibleRows, select, clear]);
};
