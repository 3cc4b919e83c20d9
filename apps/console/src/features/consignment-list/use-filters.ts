import { useCallback, useMemo } from 'react';
import { useSearchParams } from 'react-router-dom';
import { type ListFilters, readFilters, type Sort, writeFilters } from './list-filters.js';

/** The filters of the address, and how to change some of them. Any change but of the page goes back to page 1. */
export const useFilters = (defaultSort: Sort): [ListFilters, (change: Partial<ListFilters>) => void] => {
  const [query, setQuery] = useSearchParams();
  const filters = useMemo(() => readFilters(query, defaultSort), [query, defaultSort]);
  const change = useCallback(
    (some: Partial<ListFilters>) => setQuery((now) => writeFilters({ ...readFilters(now, defaultSort), page: 1, ...some }, defaultSort)),
    [setQuery, defaultSort],
  );
  return [filters, change];
};
