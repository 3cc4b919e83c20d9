import { add, type Decimal, multiply, parseDecimal, roundHalfUp, toMoney, ZERO } from '../money/decimal.js';
import { sharedPriceKey, sharingGroups } from './sharing.js';

/** What of a chosen parameter its fee depends on. */
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
  /** Charged once for all of `ids`, whatever their counts (A-PR-2). Two parameters may bear one name. */
  | { kind: 'shared'; qualifier: string; ids: string[]; names: string[]; amount: string };

export type FeeExplanation = { lines: FeeLine[]; sum: string; testGroupCount: number; testParamFee: string };

/** Fee of one row in yuan: price times count, to two decimals. A row of a shared group shows its own as well (PR-006, A-PR-7). */
export const rowFee = (price: string, count: number): string => toMoney(rowAmount(price, count));

/**
 * The fee of a sample with the lines it is made of, as the price detail shows them (PR-007 to PR-011, PR-015).
 * Rows are rounded first, then summed, then multiplied by the group count; the number of test points is no factor.
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

/** The selection dialog's estimated cost: one group (A-PR-6). */
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
