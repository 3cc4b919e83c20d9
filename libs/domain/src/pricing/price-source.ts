import type { CatalogueParameter } from '#events';
import { PRICE_TYPE } from './price-choice.js';

/** Which rule made a price the parameter's own, in the order they are tried (PR-002 to PR-005). */
export type PriceRuleName = 'script' | 'besideShared' | 'sharedOnly' | 'lowestType' | 'none';

/** The rule by which `choosePrice` chose, to be told beside the price. */
export const priceRuleOf = ({
  prices,
  sharedPrice,
}: Pick<CatalogueParameter, 'prices' | 'sharedPrice'>): PriceRuleName => {
  const has = (type: number): boolean => prices.some((price) => price.type === type);
  if (has(PRICE_TYPE.script)) return 'script';
  if (has(PRICE_TYPE.shared) || sharedPrice !== null)
    return prices.some(({ type }) => type !== PRICE_TYPE.shared) ? 'besideShared' : 'sharedOnly';
  return prices.length > 0 ? 'lowestType' : 'none';
};
