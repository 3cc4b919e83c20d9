import { queryOptions, useQuery } from '@tanstack/react-query';
import { useCallback, useMemo } from 'react';
import { getEnumValues } from '#contract';
import { language } from '../../i18n/language.js';
import { readOf } from '../../lib/queries.js';
import type { By } from './report-filters.js';

const statusesQuery = () =>
  queryOptions({
    ...readOf(getEnumValues, { enumTypeName: 'ReportStatus' }),
    queryKey: ['GetEnumValues', { enumTypeName: 'ReportStatus' }, language()],
    staleTime: 3_600_000,
    meta: { quiet: true },
  });

/** Names of the report statuses in the user's language, from the server's enumeration, in its order; empty until it is read. */
export const useReportStatuses = (): { status: number; name: string }[] => {
  const { data } = useQuery(statusesQuery());
  return useMemo(
    () =>
      (data ?? []).map(({ value, name, text }) => ({ status: value, name: language() === 'zh' ? name : text || name })),
    [data],
  );
};

export const useReportStatusName = (): ((status: number) => string) => {
  const statuses = useReportStatuses();
  return useCallback((status) => statuses.find((known) => known.status === status)?.name ?? String(status), [statuses]);
};

/** A report is registered when it exists, and a consignment is never void: each list has its own statuses. */
export const occursIn = (by: By, status: number): boolean => (by === 'report' ? status !== 0 : status !== 90);

/** Whose turn it is, in the colours of the consignment's statuses: grey nothing yet, blue the laboratory's, green the client has it, red void. */
const LIKE: Record<number, number> = { 0: 10, 10: 20, 20: 20, 30: 30, 40: 60, 50: 60, 60: 60, 90: 40 };
export const reportColour = (status: number): string => `var(--app-st${LIKE[status] ?? 10}-ch)`;
