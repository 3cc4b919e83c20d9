import { keepPreviousData } from '@tanstack/react-query';
import { useCallback, useEffect, useMemo, useRef } from 'react';
import { useSearchParams } from 'react-router-dom';
import type { Operation } from '#contract';
import { atLeast } from './event-position.js';
import { type CallOptions, callWithMeta } from './http.js';
import { queryClient } from './queries.js';

/** A view that lags behind an own write is read again soon. */
const CATCH_UP_MS = 1_000;

/**
 * Options of `useQuery` for one page of a list that includes own writes (ADR-021); old rows stay while new ones load.
 */
export const listOptions = <Op extends Operation>(operation: Op, query: NonNullable<CallOptions<Op>['query']>) => ({
  queryKey: [operation.name, query] as const,
  queryFn: ({ signal }: { signal: AbortSignal }) =>
    callWithMeta(operation, {
      query: { ...query, atLeast: atLeast() } as NonNullable<CallOptions<Op>['query']>,
      signal,
    }),
  placeholderData: keepPreviousData,
  refetchInterval: (current: { state: { data?: { stale: boolean } | undefined } }): number | false =>
    current.state.data?.stale ? CATCH_UP_MS : false,
  meta: { quiet: true },
});

/** Refreshes these operations wherever they are shown. */
export const invalidateOperations = async (...operations: readonly Operation[]): Promise<void> => {
  await Promise.all(operations.map(({ name }) => queryClient.invalidateQueries({ queryKey: [name] })));
};

/** Changes some filters in the address. `replace` adds no step to the browser's history. */
export type ChangeFilters<Filters> = (some: Partial<Filters>, options?: { replace: boolean }) => void;

/**
 * Filters in the address, and a function to change some of them; the others stay. `read` and `write` convert the
 * address into filters and back; they must be stable over renders.
 */
export const useFiltersInAddress = <Filters extends object>(
  read: (query: URLSearchParams) => Filters,
  write: (filters: Filters) => URLSearchParams,
): [Filters, ChangeFilters<Filters>] => {
  const [query, setQuery] = useSearchParams();
  const filters = useMemo(() => read(query), [read, query]);
  // Two changes may follow each other before the address has the first.
  const newest = useRef(filters);
  useEffect(() => {
    newest.current = filters;
  }, [filters]);
  const change = useCallback<ChangeFilters<Filters>>(
    (some, options) => {
      newest.current = { ...newest.current, ...some };
      setQuery(write(newest.current), options);
    },
    [setQuery, write],
  );
  return [filters, change];
};

/** The same for a list with pages: every change except that of the page returns to page 1. */
export const usePagedFilters = <Filters extends { page: number }>(
  ...[read, write]: Parameters<typeof useFiltersInAddress<Filters>>
): [Filters, ChangeFilters<Filters>] => {
  const [filters, changeAddress] = useFiltersInAddress(read, write);
  const change = useCallback<ChangeFilters<Filters>>(
    (some, options) => changeAddress({ page: 1, ...some } as Partial<Filters>, options),
    [changeAddress],
  );
  return [filters, change];
};
