import type { OfferedParameter } from '#contract';
import type { CatalogueParameter } from '#events';
import { choosePrice, isOffered } from '#domain';
import type { ParameterHere } from './catalogue.js';

/** Parameters in display order: order number descending, as the catalogue has them where equal (001 SS-009). */
export const inDisplayOrder = <Parameter extends CatalogueParameter>(parameters: readonly Parameter[]): Parameter[] =>
  parameters.toSorted((left, right) => right.orderNum - left.orderNum);

/** A parameter as it is offered; of hidden prices the rule still says the kind, no amount leaves the server (ADR-028). */
export const offeredParameter = (parameter: ParameterHere, hidesPrices: boolean): OfferedParameter => ({
  ...parameter,
  ...choosePrice(parameter),
  offered: isOffered(parameter),
  ...(hidesPrices ? { prices: [], sharedPrice: null, tuTestParamPrice: null } : {}),
});
