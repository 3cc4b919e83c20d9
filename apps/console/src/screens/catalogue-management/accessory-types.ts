import { type AccessoryTypeView, getAccessoryTypes } from '#contract';
import type { ManagedFilters } from '../../components/managed-list.js';
import { callWithMeta } from '../../lib/http.js';

const KINDS = [0, 1] as const;

/** Both lists as one, cut into pages here: there are some dozens. Each is asked for under the unit, whose own are in it then. */
export const accessoryTypesOf = (unitId: string | null, { keyword, state, page, size }: ManagedFilters) => ({
  queryKey: [getAccessoryTypes.name, 'managed', unitId, keyword, state, page, size] as const,
  queryFn: async ({ signal }: { signal: AbortSignal }) => {
    const lists = await Promise.all(
      KINDS.filter((kind) => state === '' || String(kind) === state).map((type) =>
        callWithMeta(getAccessoryTypes, {
          query: { type, ...(unitId === null ? {} : { testUnitId: unitId }) },
          signal,
        }),
      ),
    );
    const found: AccessoryTypeView[] = lists.flatMap(({ data }) => data).filter(({ name }) => name.includes(keyword));
    return {
      data: { items: found.slice((page - 1) * size, page * size), totalCount: found.length },
      stale: lists.some(({ stale }) => stale),
    };
  },
  meta: { quiet: true },
});
