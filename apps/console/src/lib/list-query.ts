import { keepPreviousData } from '@tanstack/react-query';
import type { Operation } from '#contract';
import { atLeast } from './event-position.js';
import { send, type CallOptions } from './http.js';
import { queryClient } from './queries.js';

/** A view that lags behind a write of ours is asked again soon. */
const CATCH_UP_MS = 1_000;

/** Options of `useQuery` for one page of a list that shows one's own writes (ADR-021); old rows stay while new ones load. */
export const listOptions = <Op extends Operation>(operation: Op, query: NonNullable<CallOptions<Op>['query']>) => ({
  queryKey: [operation.name, query] as const,
  queryFn: ({ signal }: { signal: AbortSignal }) =>
    send(operation, { query: { ...query, atLeast: atLeast() } as NonNullable<CallOptions<Op>['query']>, signal }),
  placeholderData: keepPreviousData,
  refetchInterval: (asked: { state: { data?: { stale: boolean } | undefined } }): number | false =>
    asked.state.data?.stale ? CATCH_UP_MS : false,
  meta: { quiet: true },
});

/** Reads these again wherever they are shown. */
export const changed = async (...operations: readonly Operation[]): Promise<void> => {
  await Promise.all(operations.map(({ name }) => queryClient.invalidateQueries({ queryKey: [name] })));
};
