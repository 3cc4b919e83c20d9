import { useCallback, useMemo } from 'react';
import { useSearchParams } from 'react-router-dom';
import { PAGE_SIZES, type PrintFilters } from './use-printables.js';

const whole = (text: string | null, otherwise: number): number =>
  text !== null && /^[1-9]\d{0,4}$/.test(text) ? Number(text) : otherwise;

/** The filters of the address, and how to change some of them; any change but of the page goes back to page 1. */
export const usePrintFilters = (): [PrintFilters, (change: Partial<PrintFilters>) => void] => {
  const [query, setQuery] = useSearchParams();
  const filters = useMemo((): PrintFilters => {
    const kind = query.get('kind');
    const status = whole(query.get('status'), 0);
    return {
      kind: kind === '2' ? 2 : kind === '3' ? 3 : 1,
      keyword: query.get('q')?.trim() ?? '',
      status: status === 0 ? null : status,
      page: whole(query.get('page'), 1),
      size: PAGE_SIZES.find((size) => size === whole(query.get('size'), 0)) ?? PAGE_SIZES[0],
    };
  }, [query]);
  const change = useCallback(
    (some: Partial<PrintFilters>) => {
      const next = { ...filters, page: 1, ...some };
      const entries: [string, string, boolean][] = [
        ['kind', String(next.kind), next.kind !== 1],
        ['q', next.keyword, next.keyword !== ''],
        ['status', String(next.status), next.status !== null],
        ['page', String(next.page), next.page > 1],
        ['size', String(next.size), next.size !== PAGE_SIZES[0]],
      ];
      setQuery(new URLSearchParams(entries.filter(([, , said]) => said).map(([name, value]) => [name, value])));
    },
    [filters, setQuery],
  );
  return [filters, change];
};
