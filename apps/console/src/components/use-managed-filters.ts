import { useSearchParams } from 'react-router-dom';

/** Page sizes of lists to manage; the first is the default (002 UN-015, OI-006). */
export const MANAGED_PAGE_SIZES = [10, 20, 30, 40] as const;

/** What a list is asked for. All of it stands in the address, so that back, forward and a passed-on link restore it (DESIGN 4). */
export type ManagedFilters = { keyword: string; state: string; page: number; size: number };

/** Whatever makes no sense in the address counts as not given. */
const read = (query: URLSearchParams): ManagedFilters => ({
  keyword: query.get('q')?.trim() ?? '',
  state: query.get('state') ?? '',
  page: /^[1-9]\d{0,5}$/.test(query.get('page') ?? '') ? Number(query.get('page')) : 1,
  size: MANAGED_PAGE_SIZES.find((size) => String(size) === query.get('size')) ?? MANAGED_PAGE_SIZES[0],
});

const write = ({ keyword, state, page, size }: ManagedFilters): URLSearchParams =>
  new URLSearchParams(
    [
      ['q', keyword],
      ['state', state],
      ['page', page === 1 ? '' : String(page)],
      ['size', size === MANAGED_PAGE_SIZES[0] ? '' : String(size)],
    ].filter(([, value]) => value !== ''),
  );

/** Filters of the address, and how to change some of them: another filter begins at the first page. */
export const useManagedFilters = (): [ManagedFilters, (some: Partial<ManagedFilters>) => void] => {
  const [query, setQuery] = useSearchParams();
  const filters = read(query);
  return [filters, (some) => setQuery(write({ ...filters, page: 1, ...some }))];
};

/** What most lists are asked with. */
export const pageOf = ({ keyword, page, size }: ManagedFilters) => ({
  search: keyword,
  skipCount: (page - 1) * size,
  maxResultCount: size,
});
