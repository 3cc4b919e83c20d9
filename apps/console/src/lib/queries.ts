import {
  type InvalidateOptions,
  type InvalidateQueryFilters,
  MutationCache,
  QueryCache,
  QueryClient,
  type QueryKey,
} from '@tanstack/react-query';
import type { Operation } from '#contract';
import { ApiError, callOperation, type CallOptions } from './http.js';
import { logHandledFailure, reportFailure } from './failures.js';

declare module '@tanstack/react-query' {
  interface Register {
    /** `frame`: a query of the frame around every page. */
    queryMeta: { quiet?: boolean; frame?: boolean };
    mutationMeta: { quiet?: boolean };
  }
}

/** A refusal will be the same next time; only a missing response or a server error is worth a second try. */
const isWorthRetrying = (failures: number, error: unknown): boolean =>
  failures < 1 && error instanceof ApiError && (error.status === 0 || error.status >= 502) && error.code !== 'TIMEOUT';

/** Repeats, after a write, queries that were sent before it. */
class Queries extends QueryClient {
  /** A first response that is still pending may be from before the write, and a refetch would join it. */
  override invalidateQueries<Key extends QueryKey = QueryKey>(
    filters?: InvalidateQueryFilters<Key>,
    options?: InvalidateOptions,
  ): Promise<void> {
    const isInProgress =
      filters?.refetchType === 'none'
        ? []
        : this.getQueryCache().findAll({ ...filters, type: 'active', fetchStatus: 'fetching' });
    for (const query of isInProgress) if (query.state.data === undefined) void query.cancel({ revert: true });
    return super.invalidateQueries(filters, options);
  }
}

/**
 * The one cache of server state. Conventions:
 * - keys start with the operation's name, then its query: `['GetConsingInfo', { id }]` (`queryOptionsOf` makes them);
 * - reads are shared through `queryOptionsOf`, writes are `useMutation({ mutationFn: () => callOperation(...) })`;
 * - after a write `invalidateQueries({ queryKey: ['GetConsingInfo'] })`: the server's outcome is read, not
 *   assumed (CL-028);
 * - a failure alerts (ERR-002 to ERR-004) unless `meta: { quiet: true }` says that the page shows it itself.
 */
export const queryClient: QueryClient = new Queries({
  // A background refresh that fails keeps the current content: it counts in the error log only.
  queryCache: new QueryCache({
    onError: (error, query) =>
      query.meta?.quiet || query.state.data !== undefined ? logHandledFailure(error) : reportFailure(error),
  }),
  mutationCache: new MutationCache({
    onError: (error, _variables, _context, mutation) =>
      mutation.meta?.quiet ? logHandledFailure(error) : reportFailure(error),
  }),
  defaultOptions: {
    queries: { retry: isWorthRetrying, retryDelay: 500, staleTime: 10_000, refetchOnWindowFocus: true },
    mutations: { retry: false, networkMode: 'always' },
  },
});

/** Options of `useQuery` for one read of the contract: `useQuery(queryOptionsOf(getConsingInfo, { id }))`. */
export const queryOptionsOf = <Op extends Operation>(operation: Op, query?: CallOptions<Op>['query']) => ({
  queryKey: [operation.name, query ?? {}] as const,
  queryFn: ({ signal }: { signal: AbortSignal }) =>
    callOperation(operation, { ...(query === undefined ? {} : { query }), signal }),
});
