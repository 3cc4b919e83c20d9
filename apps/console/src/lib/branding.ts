import { queryOptions, useQuery } from '@tanstack/react-query';
import { getTestUnitInfoByConsignPlatURL } from '#contract';
import { callOperation } from './http.js';
import { useStore } from './store.js';
import { saveUnitState, type TestUnitInfo, type UnitState, unitState } from './unit-state.js';

export type Branding = TestUnitInfo;

/**
 * Logo, names and numbers of this web origin (NAV-002). If they cannot be read, the defaults are shown without an alert
 * (ERR-005).
 */
export const brandingQuery = queryOptions({
  queryKey: ['GetTestUnitInfoByConsignPlatURL', location.origin],
  queryFn: async (): Promise<Branding | null> => {
    try {
      const unit = await callOperation(getTestUnitInfoByConsignPlatURL, { query: { url: location.origin } });
      if (unit) await saveUnitState(unit);
      return unit;
    } catch {
      return null;
    }
  },
  staleTime: Number.POSITIVE_INFINITY,
});

export const useBranding = (): Branding | null => useQuery(brandingQuery).data ?? null;

/** The unit of this origin, once it was looked up (002 UN-003). */
export const useUnitState = (): UnitState | null => {
  const { isPending } = useQuery(brandingQuery);
  const state = useStore(unitState);
  return isPending ? null : state;
};
