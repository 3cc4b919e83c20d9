import { add, type Decimal, decimalOf, parseDecimal, toQuantity, ZERO } from '../money/decimal.js';
import { sharedPortionKey, sharingGroups } from './sharing.js';

/** What of a chosen parameter the quantity needed depends on; its count is no factor (A-PR-8). */
export type PortionRow = {
  testCount: number | null;
  sharedTestCount: number | null;
  sharedTestCountName: string;
  sharedTestCountUnit: string;
};

/** One part of the quantity: what a parameter needs alone, or one portion for all `rows` of a shared group. `quantity` null where nobody says. */
export type QuantityPart<Row extends PortionRow> = {
  shared: boolean;
  portion: string;
  rows: readonly [Row, ...Row[]];
  quantity: string | null;
  unit: string;
};

/**
 * The parts that the quantity is made of, in order of first appearance (PR-012, SS-019). Two or more of one shared portion
 * need it once; a single one needs its own quantity.
 */
export const quantityParts = <Row extends PortionRow>(rows: readonly Row[]): QuantityPart<Row>[] =>
  sharingGroups(rows, sharedPortionKey).map(({ shared, rows: group }) => {
    const [{ testCount, sharedTestCount, sharedTestCountName, sharedTestCountUnit: unit }] = group;
    const needed = shared ? sharedTestCount : (testCount ?? sharedTestCount);
    return {
      shared,
      portion: shared ? sharedTestCountName : '',
      rows: group,
      quantity: needed === null ? null : toQuantity(decimalOf(needed)),
      unit,
    };
  });

/** How much of the sample the chosen parameters need, one total a unit, in order of first appearance (PR-012). */
export const quantityTotals = (rows: readonly PortionRow[]): { unit: string; quantity: string }[] => {
  const totals = new Map<string, Decimal>();
  for (const { quantity, unit } of quantityParts(rows))
    if (quantity !== null) totals.set(unit, add(totals.get(unit) ?? ZERO, parseDecimal(quantity)));
  return [...totals].map(([unit, total]) => ({ unit, quantity: toQuantity(total) }));
};
