import { queryOptions, useQuery } from '@tanstack/react-query';
import { useCallback, useMemo } from 'react';
import { getEnumValues } from '#contract';
import { language } from '../i18n/language.js';
import { readOf } from '../lib/queries.js';

/** Names of the statuses in the user's language, from the server's enumeration (LS-002). */
const statusesQuery = () =>
  queryOptions({
    ...readOf(getEnumValues, { enumTypeName: 'ConsignStatus' }),
    queryKey: ['GetEnumValues', { enumTypeName: 'ConsignStatus' }, language()],
    staleTime: 3_600_000,
    meta: { quiet: true },
  });

/** In the enumeration's order; empty until it is read. */
export const useStatuses = (): { status: number; name: string }[] => {
  const { data } = useQuery(statusesQuery());
  return useMemo(
    () =>
      (data ?? []).map(({ value, name, text }) => ({ status: value, name: language() === 'zh' ? name : text || name })),
    [data],
  );
};

/** Name of a number; the number itself while the names are unknown. */
export const useStatusName = (): ((status: number) => string) => {
  const statuses = useStatuses();
  return useCallback((status) => statuses.find((known) => known.status === status)?.name ?? String(status), [statuses]);
};
