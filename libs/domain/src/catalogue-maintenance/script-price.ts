import type { CatalogueParameter } from '#events';
import { chargedEntryOf, PRICE_TYPE } from '../pricing/price-choice.js';
import { type Problem, problem } from '../rules/rule-broken.js';
import { isBlank } from '../text/text.js';

const isScript = ({ type }: CatalogueParameter['prices'][number]): boolean => type === PRICE_TYPE.script;

/**
 * A price by script is an amount with the words that tell how it is made up; nobody computes with the words (PR-002, SS-016). Words make the price that is
 * charged one by script, or change what it says; null makes it the parameter's own, and of the others none but the shared one stays: what was hidden behind
 * the script must not come back. Empty words of a parameter without a script say nothing.
 */
export const withScript = (parameter: CatalogueParameter, words: string | null | undefined): CatalogueParameter => {
  const { prices } = parameter;
  const script = prices.find(isScript);
  if (words === undefined || (!script && (words === null || isBlank(words)))) return parameter;
  if (words === null) {
    return {
      ...parameter,
      prices: prices.flatMap((each) =>
        each === script
          ? [{ type: PRICE_TYPE.parameter, price: each.price, qualifier: '', scriptDescription: '' }]
          : each.type === PRICE_TYPE.shared
            ? [each]
            : [],
      ),
    };
  }
  if (script)
    return {
      ...parameter,
      prices: prices.map((each) => (each === script ? { ...each, scriptDescription: words } : each)),
    };
  const charged = chargedEntryOf(parameter);
  const made = { type: PRICE_TYPE.script, price: charged?.price ?? '', qualifier: '', scriptDescription: words };
  return { ...parameter, prices: charged ? prices.map((each) => (each === charged ? made : each)) : [...prices, made] };
};

/** What is wrong with the price by script that somebody types, with its member as the calls spell it: it has words, and is not shared (A-PR-4). */
export const scriptPriceProblems = ({
  prices,
  sharedPrice,
}: Pick<CatalogueParameter, 'prices' | 'sharedPrice'>): Problem[] => {
  const script = prices.find(isScript);
  if (!script) return [];
  return [
    ...(isBlank(script.scriptDescription) ? [problem('SCRIPT_WITHOUT_WORDS', {}, 'scriptDescription')] : []),
    ...(sharedPrice !== null || prices.some(({ type }) => type === PRICE_TYPE.shared)
      ? [problem('SCRIPT_PRICE_SHARED', {}, 'sharedPrice')]
      : []),
  ];
};
