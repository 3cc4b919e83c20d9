import type { KeptParameter } from '#contract';
import { isExpired, ownPriceOf, scriptDescriptionOf, sharedPriceOfParameter, type StandardRow } from '#domain';
import type { CatalogueParameter } from '#events';
import type { Held } from './kept-samples.js';

/** A parameter as those who keep it see it; `today` decides what is expired. */
export const toKeptParameter = (
  { id: testSampleId, revision }: Held,
  parameter: CatalogueParameter,
  standards: ReadonlyMap<string, StandardRow>,
  today: string,
): KeptParameter => ({
  id: parameter.id,
  testParamId: parameter.id,
  testSampleId,
  revision,
  testParamCode: parameter.code,
  name: parameter.name,
  displayName: parameter.displayName,
  description: parameter.remark,
  num: parameter.orderNum,
  edit: true,
  price: ownPriceOf(parameter),
  sharedPrice: sharedPriceOfParameter(parameter),
  sharedPriceQualifier: parameter.sharedPriceQualifier,
  testQuantity: parameter.testQuantity,
  unitMeasure: parameter.unitMeasure,
  paramWorkDay: parameter.paramWorkDay,
  offered: !parameter.deleted,
  shareTestQuantity: parameter.shareTestQuantity,
  shareTestQuantityIdent: parameter.shareTestQuantityIdent,
  scriptDescription: scriptDescriptionOf(parameter),
  standards: parameter.standards.map(({ standardId, publishCode, clauseCode, useType, isDefault }) => {
    const standard = standards.get(standardId);
    return {
      standardId,
      standardName: standard?.standardName ?? '',
      publishCode,
      clauseCode,
      useType,
      isDefault,
      isExpired: isExpired(standard?.expireDate ?? null, today),
    };
  }),
});
