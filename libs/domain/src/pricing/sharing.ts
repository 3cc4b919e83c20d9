import { decimalOf, parseDecimal, toQuantity } from '../money/decimal.js';

/** Rows that share one charge or one portion; a row that shares nothing stands alone. */
export type Sharing<Row> = { shared: boolean; rows: [Row, ...Row[]] };

/**
 * Splits rows into sharing groups, in order of first appearance. A group of one counts as not sharing: its member then
 * pays, or needs, its own (PR-007 to PR-009).
 */
export const sharingGroups = <Row>(rows: readonly Row[], keyOf: (row: Row) => string | null): Sharing<Row>[] => {
  const groups: [Row, ...Row[]][] = [];
  const byKey = new Map<string, [Row, ...Row[]]>();
  for (const row of rows) {
    const key = keyOf(row);
    const known = key === null ? undefined : byKey.get(key);
    if (known) {
      known.push(row);
      continue;
    }
    const group: [Row, ...Row[]] = [row];
    groups.push(group);
    if (key !== null) byKey.set(key, group);
  }
  return groups.map((group) => ({ shared: group.length > 1, rows: group }));
};

/** Qualifier and amount must both be equal; without a qualifier nothing is shared (PR-008). */
export const sharedPriceKey = (row: { sharedPriceQualifier: string; sharedPrice: string | null }): string | null =>
  row.sharedPriceQualifier === '' || row.sharedPrice === null
    ? null
    : keyOf(row.sharedPriceQualifier, toQuantity(parseDecimal(row.sharedPrice)));

/** The portion's own pair, apart from that of the price (A-PR-8), with its unit: 5 kg are not 5 pieces. */
export const sharedPortionKey = (row: {
  sharedTestCountName: string;
  sharedTestCount: number | null;
  sharedTestCountUnit: string;
}): string | null =>
  row.sharedTestCountName === '' || row.sharedTestCount === null
    ? null
    : keyOf(row.sharedTestCountName, `${toQuantity(decimalOf(row.sharedTestCount))} ${row.sharedTestCountUnit}`);

const keyOf = (qualifier: string, amount: string): string => `${amount} ${qualifier}`;
