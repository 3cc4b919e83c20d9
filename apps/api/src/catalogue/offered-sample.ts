import type { OfferedParameter } from '#contract';
import { isOffered, type StandardRow } from '#domain/catalogue';
import { problem, RuleBroken } from '#domain/rules';
import { choosePrice, isExpired } from '#domain/sample';
import type { CatalogueParameter } from '#events';
import type { ParameterOfSample } from './catalogue.js';

/**
 * Unwraps a result about a sample. @throws RuleBroken NO_SUCH_CATALOGUE_SAMPLE if the unit does not offer the sample
 */
export const requireOfferedSample = async <Result>(pending: Promise<Result | null>): Promise<Result> => {
  const result = await pending;
  if (result === null) throw new RuleBroken(problem('NO_SUCH_CATALOGUE_SAMPLE'));
  return result;
};

/** Parameters in display order: by order number, descending (001 SS-009). */
export const sortForDisplay = <Parameter extends CatalogueParameter>(parameters: readonly Parameter[]): Parameter[] =>
  parameters.toSorted((left, right) => right.orderNum - left.orderNum);

/** A parameter for the form. Hidden prices keep their type, but no amount leaves the server (ADR-028). */
export const toOfferedParameter = (parameter: ParameterOfSample, hidesPrices: boolean): OfferedParameter => ({
  ...parameter,
  ...choosePrice(parameter),
  offered: isOffered(parameter),
  ...(hidesPrices ? { prices: [], sharedPrice: null, tuTestParamPrice: null } : {}),
});

/** The validity of a standard. Days are yyyy-MM-dd in China. */
export const toStandardDates = (
  { executeDate, expireDate }: Pick<StandardRow, 'executeDate' | 'expireDate'>,
  today: string,
) => ({ executeDate, expireDate, isExpired: isExpired(expireDate, today) });
