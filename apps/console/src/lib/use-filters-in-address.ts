import { useCallback, useEffect, useMemo, useRef } from 'react';
import { useSearchParams } from 'react-router-dom';

/**
 * Filters that stand in the address, and how to change some of them: what is not named stays as it is. `read` and `write` turn the
 * address into filters and back; they must stay the same over renders.
 */
export const useFiltersInAddress = <Filters extends object>(
  read: (query: URLSearchParams) => Filters,
  write: (filters: Filters) => URLSearchParams,
): [Filters, (some: Partial<Filters>) => void] => {
  const [query, setQuery] = useSearchParams();
  const filters = useMemo(() => read(query), [read, query]);
  // Two changes may follow each other before the address has taken the first.
  const newest = useRef(filters);
  useEffect(() => {
    newest.current = filters;
  }, [filters]);
  const change = useCallback(
    (some: Partial<Filters>) => {
      newest.current = { ...newest.current, ...some };
      setQuery(write(newest.current));
    },
    [setQuery, write],
  );
  return [filters, change];
};
