import { Controller, Inject } from '@nestjs/common';
import { getTestParameters } from '#contract';
import { isOffered, isShown } from '#domain';
import type { Engines } from '#engines';
import type { CatalogueParameter } from '#events';
import { Handles, type InputOf } from '../http/handles.js';
import { Input } from '../http/input.js';
import { ENGINES } from '../provided.js';
import { hidesPricesFrom } from '../units/hidden-prices.js';
import { Asked } from './asked.js';
import { catalogueSampleOf } from './catalogue-sample.js';
import { Catalogues, type AskedBy } from './catalogues.js';
import { inDisplayOrder, offeredParameter } from './offered-parameter.js';

@Controller()
export class GetTestParameters {
  constructor(@Inject(ENGINES) private readonly engines: Engines, private readonly catalogues: Catalogues) {}

  @Handles(getTestParameters)
  async handle(@Input() input: InputOf<typeof getTestParameters>, @Asked() by: AskedBy) {
    const { sampleId, category = input.bigCategoryId, queryScope: scope = input.isLocaleItem, sampleParamIds, preConsignShow } = input;
    const catalogue = await this.catalogues.asked(input, by);
    const [sample, hidesPrices] = await Promise.all([catalogueSampleOf(catalogue, { sampleId, category, scope }), hidesPricesFrom(this.engines.views, catalogue.testUnitId, by.caller)]);
    const isListed = (parameter: CatalogueParameter) => sampleParamIds.includes(parameter.id) || (preConsignShow ? isShown(parameter) : isOffered(parameter));
    return inDisplayOrder(sample.parameters.filter(isListed)).map((parameter) => offeredParameter(parameter, sample, hidesPrices));
  }
}
