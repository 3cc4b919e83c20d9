import { queryOptions, useQuery } from '@tanstack/react-query';
import { getTestUnitInfoByConsignPlatURL, type ResultOf } from '#contract';
import { call } from './http.js';

export type Branding = NonNullable<ResultOf<typeof getTestUnitInfoByConsignPlatURL>>;

/** Logo, names and numbers of this web origin (NAV-002). A failure is nobody's business: the defaults show (ERR-005). */
export const brandingQuery = queryOptions({
  queryKey: ['GetTestUnitInfoByConsignPlatURL', location.origin],
  queryFn: async (): Promise<Branding | null> => {
    try {
      return await call(getTestUnitInfoByConsignPlatURL, { query: { url: location.origin } });
    } catch {
      return null;
    }
  },
  staleTime: Number.POSITIVE_INFINITY,
});

export const useBranding = (): Branding | null => useQuery(brandingQuery).data ?? null;
