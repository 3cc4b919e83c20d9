import type { Declared } from './declared.js';
import type { ViewQuery } from './views.js';

/**
 * How the declared indexes deliver a list in its order: `filtered`, the rows of the filter alone; `whole`, all rows, so that the
 * filter is tested on the way; `none`, what was found must be sorted.
 */
export type Delivery = 'filtered' | 'whole' | 'none';

export const deliveryOf = ({ indexes }: Declared, { where = [], sort = [] }: ViewQuery): Delivery => {
  const equal = new Set(where.filter((condition) => 'eq' in condition).map(({ column }) => column));
  const sorted = sort.map(({ column }) => column);
  const ranged = where.some((condition) => !('eq' in condition) && !('in' in condition) && condition.column === sorted[0]);
  const leading = (index: string[]): number => {
    const end = index.findIndex((column) => !equal.has(column));
    return end === -1 ? index.length : end;
  };
  const deliversFrom = (index: string[], start: number): boolean =>
    sorted.every((column, place) => index[start + place] === column) && (sorted.length > 0 || start === index.length);
  const startsOf = (index: string[]): number[] => Array.from({ length: leading(index) + 1 }, (_, start) => start);
  const wholes = sorted.length === 0 || indexes.some((index) => deliversFrom(index, 0));
  if (indexes.some((index) => startsOf(index).some((start) => start > 0 && deliversFrom(index, start)))) return 'filtered';
  if (!wholes) return 'none';
  return ranged || where.length === 0 ? 'filtered' : 'whole';
};
