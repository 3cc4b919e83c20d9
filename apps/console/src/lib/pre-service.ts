import { useQuery, type QueryClient } from '@tanstack/react-query';
import { getUnitDetail, type Operation } from '#contract';
import { ApiError, callOperation, type CallOptions } from './http.js';

/** How a testing unit is called: its code, and whether its own laboratory system responds (002 UN-020, UN-021). */
export type UnitService = { isIntegrated: boolean; unitCode: string };

/** For an unknown unit, and for none. */
const NONE: UnitService = { isIntegrated: false, unitCode: '' };

const unitServiceOf = (testUnitId: string) => ({
  queryKey: ['UnitService', testUnitId] as const,
  queryFn: async ({ signal }: { signal: AbortSignal }): Promise<UnitService> => {
    try {
      const { isIntegrated, unitCode } = await callOperation(getUnitDetail, { query: { id: testUnitId }, signal });
      return { isIntegrated, unitCode };
    } catch (error) {
      if (error instanceof ApiError && error.status === 404) return NONE; // switched off since
      throw error;
    }
  },
  staleTime: 300_000,
  retry: false,
  meta: { quiet: true },
});

/** The same outside of a component. If a unit cannot be read, its id alone identifies it. */
export const unitService = (queries: QueryClient, testUnitId: string | null): Promise<UnitService> =>
  testUnitId ? queries.fetchQuery(unitServiceOf(testUnitId)).catch(() => NONE) : Promise.resolve(NONE);

/** How the testing unit of a form is called; without one, NONE. */
export const useUnitService = (testUnitId: string | null): UnitService & { isPending: boolean } => {
  const service = useQuery({ ...unitServiceOf(testUnitId ?? ''), enabled: testUnitId !== null });
  return { ...(service.data ?? NONE), isPending: testUnitId !== null && service.isPending };
};

type QueryFor<Op extends Operation> = NonNullable<CallOptions<Op>['query']>;
type UnitCall<Op extends Operation> = Omit<CallOptions<Op>, 'unitCode'> & { query: QueryFor<Op> };
const unitIn = (query: object): string | null =>
  'testUnitId' in query && typeof query.testUnitId === 'string' ? query.testUnitId : null;

/**
 * Calls the pre-consignment service for the testing unit that the query names: every call of the console under /api/pre
 * goes this way, so that each carries the header Unit-Code (002 PRE-001). It always goes to this platform, which
 * forwards it to a unit's own system.
 */
export const callUnitService = async <Op extends Operation>(
  queries: QueryClient,
  operation: Op,
  { query, ...options }: UnitCall<Op>,
  testUnitId: string | null = unitIn(query as object),
) => {
  const { unitCode } = await unitService(queries, testUnitId);
  return callOperation(operation, { query, ...options, ...(unitCode ? { unitCode } : {}) } as CallOptions<Op>);
};

/**
 * Options of `useQuery` for one read of the pre-consignment service, with the keys of `queryOptionsOf`; `testUnitId` if
 * the query does not name the unit.
 */
export const unitQueryOptions = <Op extends Operation>(
  operation: Op,
  query: QueryFor<Op>,
  testUnitId?: string | null,
) => ({
  queryKey: [operation.name, query] as const,
  queryFn: ({ signal, client }: { signal: AbortSignal; client: QueryClient }) =>
    callUnitService(client, operation, { query, signal } as UnitCall<Op>, testUnitId),
});
