import type { getBuSampleInfoParams, ResultOf } from '#contract';
import { PRICE_TYPE, rowFee, sharedPriceKey, sharingGroups, totalFee } from '#domain';

export type PricedSample = ResultOf<typeof getBuSampleInfoParams>[number];
export type PricedParameter = PricedSample['buSampleParam'][number] & { tuTestParamPrice: string; totalFee: string };

/** Why a parameter costs what its line says (PR-006 to PR-011). */
export type PriceRule =
  | { kind: 'own' }
  /** The unit price has more than two decimals; the line is rounded after multiplying. */
  | { kind: 'rounded' }
  /** It has a shared price, but nobody to share it with. */
  | { kind: 'alone'; qualifier: string; sharedPrice: string }
  /** Bears the shared price for `names`, itself among them. */
  | { kind: 'shares'; qualifier: string; sharedPrice: string; names: string[] }
  /** Charged with `first`. */
  | { kind: 'included'; first: string };

/** Which price of the catalogue a line is made of, by its type (PR-001). */
export type PriceSource = 0 | 1 | 2 | 3 | 4;

export type PriceLine = { parameter: PricedParameter; amount: string | null; rule: PriceRule };

/** The lines of a sample and what they add up to for one group; null where the unit hides any of it. */
export const priceLines = ({ buSampleParam }: PricedSample): { lines: PriceLine[]; sum: string } | null => {
  const parameters = buSampleParam.filter(
    (row): row is PricedParameter => row.tuTestParamPrice !== null && row.totalFee !== null,
  );
  if (parameters.length < buSampleParam.length) return null;
  const groups = sharingGroups(parameters, sharedPriceKey);
  const lines = parameters.map((parameter) =>
    lineOf(parameter, groups.find(({ rows }) => rows.includes(parameter))?.rows ?? [parameter]),
  );
  return { lines, sum: totalFee(lines.flatMap(({ amount }) => amount ?? [])) };
};

const lineOf = (parameter: PricedParameter, group: readonly [PricedParameter, ...PricedParameter[]]): PriceLine => {
  const { sharedPrice, sharedPriceQualifier: qualifier, totalFee: own, tuTestParamPrice, tuTestParamCount } = parameter;
  const [first] = group;
  if (group.length > 1 && sharedPrice !== null) {
    return first === parameter
      ? {
          parameter,
          amount: sharedPrice,
          rule: { kind: 'shares', qualifier, sharedPrice, names: group.map(({ tuTestParamName }) => tuTestParamName) },
        }
      : { parameter, amount: null, rule: { kind: 'included', first: first.tuTestParamName } };
  }
  if (sharedPrice !== null && qualifier !== '')
    return { parameter, amount: own, rule: { kind: 'alone', qualifier, sharedPrice } };
  return {
    parameter,
    amount: own,
    rule: { kind: rowFee(tuTestParamPrice, tuTestParamCount) === own ? 'own' : 'rounded' },
  };
};

/** A line of a shared group takes the shared price, every other its parameter's own; one that has a shared price only is stored with that as its own (PR-003). */
export const sourceOf = ({ parameter, rule }: Pick<PriceLine, 'parameter' | 'rule'>): PriceSource => {
  const types: readonly PriceSource[] = [
    PRICE_TYPE.sample,
    PRICE_TYPE.parameter,
    PRICE_TYPE.child,
    PRICE_TYPE.shared,
    PRICE_TYPE.script,
  ];
  const hasOnlyShared =
    rule.kind === 'alone' &&
    parameter.testParamPriceType === PRICE_TYPE.parameter &&
    parameter.tuTestParamPrice === rule.sharedPrice;
  return rule.kind === 'shares' || rule.kind === 'included' || hasOnlyShared
    ? PRICE_TYPE.shared
    : (types.find((type) => type === parameter.testParamPriceType) ?? PRICE_TYPE.parameter);
};
