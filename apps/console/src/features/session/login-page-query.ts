import { queryOptions } from '@tanstack/react-query';
import { getLoginPage } from '#contract';
import { call } from '../../lib/http.js';

/** Which login page this host shows (NAV-003). Without an answer it is the standard one. */
export const loginPageQuery = queryOptions({
  queryKey: [getLoginPage.name, location.host],
  queryFn: async (): Promise<'standard' | 'plain'> => {
    try {
      return (await call(getLoginPage, { query: { host: location.host } })).page;
    } catch {
      return 'standard';
    }
  },
  staleTime: Number.POSITIVE_INFINITY,
});
