import { queryOptions, useQuery } from '@tanstack/react-query';
import { useCallback, useMemo } from 'react';
import { getEnumValues } from '#contract';
import { SCHEDULE_STATUSES } from '#domain/report';
import { REPORT_STATUS } from '#events';
import { language } from '../../i18n/language.js';
import { type ChangeFilters, usePagedFilters } from '../../lib/list-query.js';
import { queryOptionsOf } from '../../lib/queries.js';

/** One row per consignment with all its reports, or one row per report. */
export type ReportRowKind = 'consignment' | 'report';

/** The query of a progress list. All of it is in the address, so that back, forward and a shared link restore it. */
export type ReportFilters = {
  rowKind: ReportRowKind;
  keyword: string;
  statuses: number[];
  /** Inclusive local days of the receipt, yyyy-MM-dd. */
  from: string;
  to: string;
  page: number;
  size: number;
};

export const PAGE_SIZES = [12, 20, 50] as const;

const DAY = /^\d{4}-\d{2}-\d{2}$/;
const dayOf = (text: string | null): string => (text && DAY.test(text) ? text : '');
const toWholeNumber = (text: string | null, fallback: number, max: number): number => {
  const number = Number(text);
  return text !== null && Number.isInteger(number) && number >= 1 && number <= max ? number : fallback;
};

/** Reads the address; a value that cannot be read counts as absent. */
const readFilters = (query: URLSearchParams, defaultBy: ReportRowKind): ReportFilters => ({
  rowKind: (['consignment', 'report'] as const).find((candidate) => candidate === query.get('by')) ?? defaultBy,
  keyword: query.get('q')?.trim() ?? '',
  statuses: [...new Set((query.get('status') ?? '').split(',').filter(Boolean).map(Number))].filter((status) =>
    SCHEDULE_STATUSES.some((candidate) => candidate === status),
  ),
  from: dayOf(query.get('from')),
  to: dayOf(query.get('to')),
  page: toWholeNumber(query.get('page'), 1, 100_000),
  size: toWholeNumber(query.get('size'), PAGE_SIZES[0], 50),
});

/** The address of filters; defaults are left out. */
const writeFilters = (filters: ReportFilters, defaultBy: ReportRowKind): URLSearchParams => {
  const query = new URLSearchParams();
  const put = (name: string, value: string, otherwise = '') => value !== otherwise && query.set(name, value);
  put('by', filters.rowKind, defaultBy);
  put('q', filters.keyword);
  put('status', filters.statuses.join(','));
  put('from', filters.from);
  put('to', filters.to);
  put('page', String(filters.page), '1');
  put('size', String(filters.size), String(PAGE_SIZES[0]));
  return query;
};

export const isFiltered = ({ keyword, statuses, from, to }: ReportFilters): boolean =>
  keyword !== '' || statuses.length > 0 || from !== '' || to !== '';

export const NO_FILTERS = { keyword: '', statuses: [], from: '', to: '' } satisfies Partial<ReportFilters>;

/** The query of the counts: that of the list without status and page. */
export const countsQuery = ({ keyword, from, to }: ReportFilters) => ({
  keyword,
  ...(from ? { from } : {}),
  ...(to ? { to } : {}),
});

export const listQuery = (filters: ReportFilters) => ({
  ...countsQuery(filters),
  reportStatus: filters.statuses.join(','),
  skipCount: (filters.page - 1) * filters.size,
  maxResultCount: filters.size,
});

const statusesQuery = () =>
  queryOptions({
    ...queryOptionsOf(getEnumValues, { enumTypeName: 'ReportStatus' }),
    queryKey: ['GetEnumValues', { enumTypeName: 'ReportStatus' }, language()],
    staleTime: 3_600_000,
    meta: { quiet: true },
  });

/**
 * Names of the report statuses in the user's language, from the server's enumeration, in its order; empty until it is
 * loaded.
 */
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
  return useCallback(
    (status) => statuses.find((candidate) => candidate.status === status)?.name ?? String(status),
    [statuses],
  );
};

/** Every existing report is registered, and a consignment is never void: each list has its own statuses. */
export const isStatusOfList = (rowKind: ReportRowKind, status: number): boolean =>
  rowKind === 'report' ? status !== 0 : status !== REPORT_STATUS.void;

/**
 * Whose turn it is, in the colours of the consignment's statuses: grey for nothing yet, blue for the laboratory, green
 * if the client has it, red for void.
 */
const LIKE: Record<number, number> = { 0: 10, 10: 20, 20: 20, 30: 30, 40: 60, 50: 60, 60: 60, 90: 40 };
export const reportColour = (status: number): string => `var(--app-st${LIKE[status] ?? 10}-ch)`;

export const useReportFilters = (defaultBy: ReportRowKind): [ReportFilters, ChangeFilters<ReportFilters>] =>
  usePagedFilters(
    useCallback((query: URLSearchParams) => readFilters(query, defaultBy), [defaultBy]),
    useCallback((filters: ReportFilters) => writeFilters(filters, defaultBy), [defaultBy]),
  );
