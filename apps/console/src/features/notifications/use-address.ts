import { useSearchParams } from 'react-router-dom';
import { DeliveryState } from '#contract';

/** What of the message centre stands in the address (DESIGN 4). */
export type MessageFilters = { page: number; size: number; unread: boolean; state: DeliveryState | ''; code: string };

const SIZES = [20, 50];
const numberIn = (text: string | null, otherwise: number): number =>
  /^[1-9]\d{0,3}$/.test(text ?? '') ? Number(text) : otherwise;

/** Filters of the address, and how to change some: another filter begins at the first page. */
export const useAddress = (): [MessageFilters, (some: Partial<MessageFilters>) => void] => {
  const [query, setQuery] = useSearchParams();
  const size = numberIn(query.get('size'), 20);
  const filters: MessageFilters = {
    page: numberIn(query.get('page'), 1),
    size: SIZES.includes(size) ? size : 20,
    unread: query.get('unread') === '1',
    state: DeliveryState.safeParse(query.get('state')).data ?? '',
    code: query.get('q')?.trim() ?? '',
  };
  const change = (some: Partial<MessageFilters>) => {
    const next = { ...filters, page: 1, ...some };
    const entries = [
      ['tab', query.get('tab') ?? ''],
      ['q', next.code],
      ['state', next.state],
      ['unread', next.unread ? '1' : ''],
      ['page', next.page === 1 ? '' : String(next.page)],
      ['size', next.size === 20 ? '' : String(next.size)],
    ];
    setQuery(new URLSearchParams(entries.filter(([, value]) => value !== '')));
  };
  return [filters, change];
};
