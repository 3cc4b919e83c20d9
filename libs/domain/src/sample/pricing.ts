import type { CatalogueParameter } from '#events';
import {
  add,
  type Decimal,
  decimalOf,
  multiply,
  parseDecimal,
  roundHalfUp,
  toMoney,
  toPrice,
  toQuantity,
  ZERO,
} from '../numbers/decimal.js';

/** Price types of the catalogue (PR-001). A stored row expresses type 3 only by its shared price. */
export const PRICE_TYPE = { sample: 0, parameter: 1, child: 2, shared: 3, script: 4 } as const;

export type PriceChoice = {
  /** Yuan for one test, exact, with at least two decimals. */
  tuTestParamPrice: string;
  testParamPriceType: number;
  /** Group in which the price is charged once; empty if there is none. */
  sharedPriceQualifier: string;
  sharedPrice: string | null;
};

type Priced = Pick<CatalogueParameter, 'prices' | 'sharedPrice' | 'sharedPriceQualifier'>;

/**
 * Chooses the price of a parameter from all its prices (PR-002 to PR-005).
 * A script price wins and has no shared price (A-PR-4). Beside a shared price, the first other price in the list is the
 * parameter's own. Without a shared price it is the first of the lowest type (A-PR-5). Without any own price it is the
 * shared price, or else 0 yuan, of type 1.
 */
export const choosePrice = (parameter: Priced): PriceChoice => {
  const noSharing = { sharedPriceQualifier: '', sharedPrice: null };
  const chargedEntry = chargedPriceEntry(parameter);
  const shared = chargedEntry?.type === PRICE_TYPE.script ? null : sharedPriceOf(parameter);
  if (chargedEntry) return { ...priceOf(chargedEntry), ...(shared ?? noSharing) };
  return {
    tuTestParamPrice: shared?.sharedPrice ?? toPrice(ZERO),
    testParamPriceType: PRICE_TYPE.parameter,
    ...(shared ?? noSharing),
  };
};

/**
 * The entry that is the parameter's own price: the one to show, change and charge. Undefined if there is only a shared
 * price, or none.
 */
export const chargedPriceEntry = (parameter: Priced): Priced['prices'][number] | undefined => {
  const { prices } = parameter;
  const script = prices.find(({ type }) => type === PRICE_TYPE.script);
  if (script) return script;
  const unsharedPrices = prices.filter(({ type }) => type !== PRICE_TYPE.shared);
  if (sharedPriceOf(parameter)) return unsharedPrices[0];
  return unsharedPrices.reduce<Priced['prices'][number] | undefined>(
    (best, price) => (best && best.type <= price.type ? best : price),
    undefined,
  );
};

const priceOf = ({ price, type }: { price: string; type: number }) => ({
  tuTestParamPrice: toPrice(parseDecimal(price)),
  testParamPriceType: type,
});

/** The type-3 entry takes precedence over the parameter's own fields (A-PR-5). */
const sharedPriceOf = ({ prices, sharedPrice, sharedPriceQualifier }: Priced) => {
  const entry = prices.find(({ type }) => type === PRICE_TYPE.shared);
  const value = entry?.price ?? sharedPrice;
  return value === null
    ? null
    : { sharedPrice: toPrice(parseDecimal(value)), sharedPriceQualifier: entry?.qualifier || sharedPriceQualifier };
};

/** The rule that chose the parameter's own price, in the order in which the rules are tried (PR-002 to PR-005). */
export type PriceRuleName = 'script' | 'besideShared' | 'sharedOnly' | 'lowestType' | 'none';

/** The rule by which `choosePrice` chose, for display beside the price. */
export const priceRuleOf = ({
  prices,
  sharedPrice,
}: Pick<CatalogueParameter, 'prices' | 'sharedPrice'>): PriceRuleName => {
  const hasType = (type: number): boolean => prices.some((price) => price.type === type);
  if (hasType(PRICE_TYPE.script)) return 'script';
  if (hasType(PRICE_TYPE.shared) || sharedPrice !== null)
    return prices.some(({ type }) => type !== PRICE_TYPE.shared) ? 'besideShared' : 'sharedOnly';
  return prices.length > 0 ? 'lowestType' : 'none';
};

/** Rows that share one charge or one portion. A row that shares nothing is a group of its own. */
export type Sharing<Row> = { shared: boolean; rows: [Row, ...Row[]] };

/**
 * Splits rows into sharing groups, in order of first appearance. A group of one is not shared: its row has its own
 * charge or portion (PR-007 to PR-009).
 */
export const sharingGroups = <Row>(rows: readonly Row[], keyOf: (row: Row) => string | null): Sharing<Row>[] => {
  const groups: [Row, ...Row[]][] = [];
  const byKey = new Map<string, [Row, ...Row[]]>();
  for (const row of rows) {
    const key = keyOf(row);
    const price = key === null ? undefined : byKey.get(key);
    if (price) {
      price.push(row);
      continue;
    }
    const group: [Row, ...Row[]] = [row];
    groups.push(group);
    if (key !== null) byKey.set(key, group);
  }
  return groups.map((group) => ({ shared: group.length > 1, rows: group }));
};

/** Key of a shared price. Qualifier and amount must both be equal; null if nothing is shared (PR-008). */
export const sharedPriceKey = (row: { sharedPriceQualifier: string; sharedPrice: string | null }): string | null =>
  row.sharedPriceQualifier === '' || row.sharedPrice === null
    ? null
    : keyOf(row.sharedPriceQualifier, toQuantity(parseDecimal(row.sharedPrice)));

/** Key of a shared portion, independent of the price (A-PR-8). It includes the unit, because 5 kg are not 5 pieces. */
export const sharedPortionKey = (row: {
  sharedTestCountName: string;
  sharedTestCount: number | null;
  sharedTestCountUnit: string;
}): string | null =>
  row.sharedTestCountName === '' || row.sharedTestCount === null
    ? null
    : keyOf(row.sharedTestCountName, `${toQuantity(decimalOf(row.sharedTestCount))} ${row.sharedTestCountUnit}`);

const keyOf = (qualifier: string, amount: string): string => `${amount} ${qualifier}`;

/** The members of a chosen parameter that the needed quantity depends on. The test count is not a factor (A-PR-8). */
export type PortionRow = {
  testCount: number | null;
  sharedTestCount: number | null;
  sharedTestCountName: string;
  sharedTestCountUnit: string;
};

/**
 * One part of the quantity: the need of one parameter, or one portion for all `rows` of a shared group. `quantity` is
 * null if it is unknown.
 */
export type QuantityPart<Row extends PortionRow> = {
  shared: boolean;
  portion: string;
  rows: readonly [Row, ...Row[]];
  quantity: string | null;
  unit: string;
};

/**
 * The parts of the quantity, in order of first appearance (PR-012, SS-019). Several parameters with the same shared
 * portion need it once; a single one needs its own quantity.
 */
export const quantityParts = <Row extends PortionRow>(rows: readonly Row[]): QuantityPart<Row>[] =>
  sharingGroups(rows, sharedPortionKey).map(({ shared, rows: group }) => {
    const [{ testCount, sharedTestCount, sharedTestCountName, sharedTestCountUnit: unit }] = group;
    const neededCount = shared ? sharedTestCount : (testCount ?? sharedTestCount);
    return {
      shared,
      portion: shared ? sharedTestCountName : '',
      rows: group,
      quantity: neededCount === null ? null : toQuantity(decimalOf(neededCount)),
      unit,
    };
  });

/**
 * The quantity of the sample that the chosen parameters need, one total per unit, in order of first appearance
 * (PR-012).
 */
export const quantityTotals = (rows: readonly PortionRow[]): { unit: string; quantity: string }[] => {
  const totals = new Map<string, Decimal>();
  for (const { quantity, unit } of quantityParts(rows))
    if (quantity !== null) totals.set(unit, add(totals.get(unit) ?? ZERO, parseDecimal(quantity)));
  return [...totals].map(([unit, total]) => ({ unit, quantity: toQuantity(total) }));
};

/** The members of a chosen parameter that its fee depends on. */
export type PricedRow = {
  tuTestParamId: string;
  tuTestParamName: string;
  tuTestParamPrice: string;
  tuTestParamCount: number;
  sharedPriceQualifier: string;
  sharedPrice: string | null;
};

/** One line of the computation; amounts in yuan with two decimals. */
export type FeeLine =
  | { kind: 'parameter'; name: string; price: string; count: number; amount: string }
  /**
   * Charged once for all of `ids`, irrespective of their counts (A-PR-2). Ids are needed, because two parameters can
   * have the same name.
   */
  | { kind: 'shared'; qualifier: string; ids: string[]; names: string[]; amount: string };

export type FeeExplanation = { lines: FeeLine[]; sum: string; testGroupCount: number; testParamFee: string };

/**
 * Fee of one row in yuan: price times count, with two decimals. A row of a shared group shows its own fee as well
 * (PR-006, A-PR-7).
 */
export const rowFee = (price: string, count: number): string => toMoney(rowAmount(price, count));

/**
 * The fee of a sample with its lines, as the price detail shows them (PR-007 to PR-011, PR-015).
 * Rows are rounded first, then summed, then multiplied by the group count. The number of test points is not a factor.
 */
export const explainSampleFee = (rows: readonly PricedRow[], testGroupCount: number): FeeExplanation => {
  const charges = sharingGroups(rows, sharedPriceKey).map(({ shared, rows: group }) =>
    shared ? sharedCharge(group) : ownCharge(group[0]),
  );
  const sum = charges.reduce((total, { amount }) => add(total, amount), ZERO);
  return {
    lines: charges.map(({ line }) => line),
    sum: toMoney(sum),
    testGroupCount,
    testParamFee: toMoney(multiply(sum, parseDecimal(String(testGroupCount)))),
  };
};

/** testParamFee of a sample in yuan. */
export const sampleFee = (rows: readonly PricedRow[], testGroupCount: number): string =>
  explainSampleFee(rows, testGroupCount).testParamFee;

/** Estimated cost of the selection dialog, for one group (A-PR-6). */
export const estimatedCost = (rows: readonly PricedRow[]): string => sampleFee(rows, 1);

/** Sum of several fees in yuan, e.g. those of a consignment's samples. */
export const totalFee = (fees: readonly string[]): string =>
  toMoney(fees.reduce((total, fee) => add(total, parseDecimal(fee)), ZERO));

type Charge = { line: FeeLine; amount: Decimal };

const rowAmount = (price: string, count: number): Decimal =>
  roundHalfUp(multiply(parseDecimal(price), parseDecimal(String(count))), 2);

const ownCharge = (row: PricedRow): Charge => {
  const amount = rowAmount(row.tuTestParamPrice, row.tuTestParamCount);
  return {
    amount,
    line: {
      kind: 'parameter',
      name: row.tuTestParamName,
      price: row.tuTestParamPrice,
      count: row.tuTestParamCount,
      amount: toMoney(amount),
    },
  };
};

const sharedCharge = (group: readonly [PricedRow, ...PricedRow[]]): Charge => {
  const [{ sharedPrice, sharedPriceQualifier: qualifier }] = group;
  const amount = sharedPrice === null ? ZERO : roundHalfUp(parseDecimal(sharedPrice), 2);
  return {
    amount,
    line: {
      kind: 'shared',
      qualifier,
      ids: group.map((row) => row.tuTestParamId),
      names: group.map((row) => row.tuTestParamName),
      amount: toMoney(amount),
    },
  };
};
