import { keepPreviousData, useQuery } from '@tanstack/react-query';
import {
  getReportConsignScheduleCountingNew,
  getReportConsignScheduleNew,
  getReportScheduleCountingNew,
  getReportScheduleNew,
} from '#contract';
import { atLeast } from '../../lib/event-position.js';
import { callWithMeta } from '../../lib/http.js';
import { queryClient } from '../../lib/queries.js';
import { countsQuery, listQuery, type ReportFilters } from './report-filters.js';

/** Refresh interval of a list; a view that lags behind an own write is read again sooner. */
const REFRESH_MS = 30_000;
const CATCH_UP_MS = 1_000;

type Refreshed = { state: { data?: { stale: boolean } | undefined } };
const refetchInterval = (query: Refreshed): number => (query.state.data?.stale ? CATCH_UP_MS : REFRESH_MS);

/** One page of progress; the server restricts it to the caller's unit. Old rows stay while new ones load. */
export const useSchedule = (filters: ReportFilters) => {
  const operation = filters.rowKind === 'report' ? getReportScheduleNew : getReportConsignScheduleNew;
  return useQuery({
    queryKey: [operation.name, listQuery(filters)],
    queryFn: ({ signal }) => callWithMeta(operation, { query: { ...listQuery(filters), atLeast: atLeast() }, signal }),
    placeholderData: keepPreviousData,
    refetchInterval,
    meta: { quiet: true },
  });
};

/** Counts by status under the other filters, for the tabs. */
export const useScheduleCounts = (filters: ReportFilters) => {
  const operation = filters.rowKind === 'report' ? getReportScheduleCountingNew : getReportConsignScheduleCountingNew;
  return useQuery({
    queryKey: [operation.name, countsQuery(filters)],
    queryFn: ({ signal }) =>
      callWithMeta(operation, { query: { ...countsQuery(filters), atLeast: atLeast() }, signal }),
    placeholderData: keepPreviousData,
    refetchInterval,
    meta: { quiet: true },
  });
};

/** Refreshes progress wherever it is shown. */
export const reportsChanged = async (): Promise<void> => {
  const operations = [
    getReportScheduleNew,
    getReportConsignScheduleNew,
    getReportScheduleCountingNew,
    getReportConsignScheduleCountingNew,
  ];
  await Promise.all(operations.map(({ name }) => queryClient.invalidateQueries({ queryKey: [name] })));
};
