import { useCallback, useEffect, useMemo, useRef } from 'react';
import { useSearchParams } from 'react-router-dom';
import { type ListFilters, readFilters, type Sort, writeFilters } from './list-filters.js';

/** The filters of the address, and how to change some of them. Any change but of the page goes back to page 1; `replace`: no step to go back to. */
export const useFilters = (
  defaultSort: Sort,
): [ListFilters, (change: Partial<ListFilters>, options?: { replace: boolean }) => void] => {
  const [query, setQuery] = useSearchParams();
  const filters = useMemo(() => readFilters(query, defaultSort), [query, defaultSort]);
  // Two changes may follow each other before the address has taken the first.
  const newest = useRef(filters);
  useEffect(() => {
    newest.current = filters;
  }, [filters]);
  const change = useCallback(
    (some: Partial<ListFilters>, options?: { replace: boolean }) => {
      newest.current = { ...newest.current, page: 1, ...some };
      setQuery(writeFilters(newest.current, defaultSort), options);
    },
    [setQuery, defaultSort],
  );
  return [filters, change];
};
