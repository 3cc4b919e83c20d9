import { useCallback, useEffect, useMemo, useRef } from 'react';
import { useSearchParams } from 'react-router-dom';
import { type By, readFilters, type ReportFilters, writeFilters } from './report-filters.js';

/** The filters of the address, and how to change some of them. Any change but of the page goes back to page 1. */
export const useReportFilters = (defaultBy: By): [ReportFilters, (change: Partial<ReportFilters>) => void] => {
  const [query, setQuery] = useSearchParams();
  const filters = useMemo(() => readFilters(query, defaultBy), [query, defaultBy]);
  // Two changes may follow each other before the address has taken the first.
  const newest = useRef(filters);
  useEffect(() => {
    newest.current = filters;
  }, [filters]);
  const change = useCallback(
    (some: Partial<ReportFilters>) => {
      newest.current = { ...newest.current, page: 1, ...some };
      setQuery(writeFilters(newest.current, defaultBy));
    },
    [setQuery, defaultBy],
  );
  return [filters, change];
};
