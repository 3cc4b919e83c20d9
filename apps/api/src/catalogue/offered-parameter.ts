import type { OfferedParameter } from '#contract';
import type { CatalogueParameter } from '#events';
import { choosePrice, isOffered, requirementsFor, type CatalogueSampleRow } from '#domain';

/** Parameters in display order: order number descending, as the catalogue has them where equal (001 SS-009). */
export const inDisplayOrder = (parameters: readonly CatalogueParameter[]): CatalogueParameter[] => parameters.toSorted((left, right) => right.orderNum - left.orderNum);

/** A parameter as it is offered; of hidden prices the rule still says the kind, no amount leaves the server (DECISIONS 25). */
export const offeredParameter = (parameter: CatalogueParameter, sample: CatalogueSampleRow, hidesPrices: boolean): OfferedParameter => ({
  ...parameter,
  ...choosePrice(parameter),
  offered: isOffered(parameter),
  defaultSampleDescription: ownRequirements(parameter, sample),
  ...(hidesPrices ? { prices: [], sharedPrice: null, tuTestParamPrice: null } : {}),
});

const ownRequirements = ({ id }: CatalogueParameter, { requirements }: CatalogueSampleRow): string =>
  requirementsFor({ requirements: requirements.filter(({ paramIds }) => paramIds.length > 0) }, [id]).map(({ defaultSampleDescription }) => defaultSampleDescription).join('');
