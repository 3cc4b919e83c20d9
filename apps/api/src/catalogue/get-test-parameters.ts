import { Controller, Inject } from '@nestjs/common';
import { getTestParameters } from '#contract';
import type { Engines } from '#engines';
import { Handles, type InputOf } from '../http/handles.js';
import { Input } from '../http/input.js';
import { ENGINES } from '../provided.js';
import { hidesPricesFrom } from '../units/hidden-prices.js';
import { Asked } from './asked.js';
import { ofSample } from './catalogue-sample.js';
import { Catalogues, type AskedBy } from './catalogues.js';
import { inDisplayOrder, offeredParameter } from './offered-parameter.js';

@Controller()
export class GetTestParameters {
  constructor(
    @Inject(ENGINES) private readonly engines: Engines,
    private readonly catalogues: Catalogues,
  ) {}

  @Handles(getTestParameters)
  async handle(@Input() input: InputOf<typeof getTestParameters>, @Asked() by: AskedBy) {
    const {
      sampleId,
      category = input.bigCategoryId,
      queryScope: scope = input.isLocaleItem,
      sampleParamIds,
      preConsignShow,
    } = input;
    const catalogue = await this.catalogues.asked(input, by);
    const asked = { categoryId: category, scope, chosenIds: sampleParamIds, showsUnoffered: preConsignShow };
    const [parameters, hidesPrices] = await Promise.all([
      ofSample(catalogue.parameters(sampleId, asked)),
      hidesPricesFrom(this.engines.views, catalogue.testUnitId, by.caller),
    ]);
    return inDisplayOrder(parameters).map((parameter) => offeredParameter(parameter, hidesPrices));
  }
}
