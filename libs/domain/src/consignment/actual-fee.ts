import { parseDecimal, toMoney } from '../money/decimal.js';
import { storedQuantity } from '../numbers/typed-number.js';
import { problem, RuleBroken } from '../rules/rule-broken.js';

/** Yuan, not negative, below a thousand million, with at most two decimals. */
const FEE = /^\d{1,9}(\.\d{1,2})?$/;

/**
 * The actual fee as it is stored and answered: exact decimal text in yuan with two decimals, "980.5" -> "980.50" (CF-021, ADR-028).
 * @throws RuleBroken FEE_INVALID for anything but a plain amount.
 */
export const actualFee = (typed: string): string => {
  const text = storedQuantity(typed);
  if (!FEE.test(text)) throw new RuleBroken(problem('FEE_INVALID', {}, 'actFee'));
  return toMoney(parseDecimal(text));
};
