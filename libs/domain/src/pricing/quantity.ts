import { add, type Decimal, decimalOf, toQuantity, ZERO } from '../money/decimal.js';
import { sharedPortionKey, sharingGroups } from './sharing.js';

/** What of a chosen parameter the quantity needed depends on; its count is no factor (A-PR-8). */
export type PortionRow = { testCount: number | null; sharedTestCount: number | null; sharedTestCountName: string; sharedTestCountUnit: string };

/**
 * How much of the sample the chosen parameters need, one total a unit, in order of first appearance (PR-012).
 * Two or more of one shared portion need it once; a single one needs its own quantity.
 */
export const quantityTotals = (rows: readonly PortionRow[]): { unit: string; quantity: string }[] => {
  const totals = new Map<string, Decimal>();
  for (const { shared, rows: group } of sharingGroups(rows, sharedPortionKey)) {
    const [{ testCount, sharedTestCount, sharedTestCountUnit: unit }] = group;
    const needed = shared ? sharedTestCount : (testCount ?? sharedTestCount);
    if (needed !== null) totals.set(unit, add(totals.get(unit) ?? ZERO, decimalOf(needed)));
  }
  return [...totals].map(([unit, total]) => ({ unit, quantity: toQuantity(total) }));
};
