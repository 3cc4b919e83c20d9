import type { CatalogueParameter } from '#events';
import { parseDecimal, toPrice, ZERO } from '../money/decimal.js';

/** Price types of the catalogue (PR-001). A stored row carries 3 only through its kept shared value. */
export const PRICE_TYPE = { sample: 0, parameter: 1, child: 2, shared: 3, script: 4 } as const;

export type PriceChoice = {
  /** Yuan for one test, exact: two decimals or more. */
  tuTestParamPrice: string;
  testParamPriceType: number;
  /** Group in which the price is charged once; empty without one. */
  sharedPriceQualifier: string;
  sharedPrice: string | null;
};

type Priced = Pick<CatalogueParameter, 'prices' | 'sharedPrice' | 'sharedPriceQualifier'>;

/**
 * The price of one parameter out of all its prices (PR-002 to PR-005).
 * A script price wins and keeps no shared value (A-PR-4); beside a shared price the first other one in the list is the
 * parameter's own; else the lowest type, the first of it in the list (A-PR-5); without any, 0 yuan of type 1.
 */
export const choosePrice = (parameter: Priced): PriceChoice => {
  const alone = { sharedPriceQualifier: '', sharedPrice: null };
  const charged = chargedEntryOf(parameter);
  const shared = charged?.type === PRICE_TYPE.script ? null : sharedPriceOf(parameter);
  if (charged) return { ...priceOf(charged), ...(shared ?? alone) };
  return {
    tuTestParamPrice: shared?.sharedPrice ?? toPrice(ZERO),
    testParamPriceType: PRICE_TYPE.parameter,
    ...(shared ?? alone),
  };
};

/** The entry that is the parameter's own price among all it has: the one to show, to change and to charge. Undefined with a shared price only, or none. */
export const chargedEntryOf = (parameter: Priced): Priced['prices'][number] | undefined => {
  const { prices } = parameter;
  const script = prices.find(({ type }) => type === PRICE_TYPE.script);
  if (script) return script;
  const own = prices.filter(({ type }) => type !== PRICE_TYPE.shared);
  if (sharedPriceOf(parameter)) return own[0];
  return own.reduce<Priced['prices'][number] | undefined>(
    (best, price) => (best && best.type <= price.type ? best : price),
    undefined,
  );
};

const priceOf = ({ price, type }: { price: string; type: number }) => ({
  tuTestParamPrice: toPrice(parseDecimal(price)),
  testParamPriceType: type,
});

/** The type-3 entry decides, the parameter's own fields where it says nothing (A-PR-5). */
const sharedPriceOf = ({ prices, sharedPrice, sharedPriceQualifier }: Priced) => {
  const entry = prices.find(({ type }) => type === PRICE_TYPE.shared);
  const value = entry?.price ?? sharedPrice;
  return value === null
    ? null
    : { sharedPrice: toPrice(parseDecimal(value)), sharedPriceQualifier: entry?.qualifier || sharedPriceQualifier };
};
