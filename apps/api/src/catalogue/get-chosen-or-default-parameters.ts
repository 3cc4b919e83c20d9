import { Controller, Inject } from '@nestjs/common';
import { getChosenOrDefaultParameters } from '#contract';
import { isOffered } from '#domain';
import type { Engines } from '#engines';
import { Handles, type InputOf } from '../http/handles.js';
import { Input } from '../http/input.js';
import { ENGINES } from '../provided.js';
import { hidesPricesFrom } from '../units/hidden-prices.js';
import { Asked } from './asked.js';
import { catalogueSampleOf } from './catalogue-sample.js';
import type { Catalogue } from './catalogue.js';
import { Catalogues, type AskedBy } from './catalogues.js';
import { inDisplayOrder, offeredParameter } from './offered-parameter.js';

@Controller()
export class GetChosenOrDefaultParameters {
  constructor(@Inject(ENGINES) private readonly engines: Engines, private readonly catalogues: Catalogues) {}

  @Handles(getChosenOrDefaultParameters)
  async handle(@Input() input: InputOf<typeof getChosenOrDefaultParameters>, @Asked() by: AskedBy) {
    const catalogue = await this.catalogues.asked(input, by);
    const [sample, hidesPrices] = await Promise.all([catalogueSampleOf(catalogue, input), hidesPricesFrom(this.engines.views, catalogue.testUnitId, by.caller)]);
    const ids = input.paramIds.length > 0 ? input.paramIds : await defaultIds(catalogue, sample.id);
    return inDisplayOrder(sample.parameters.filter((parameter) => ids.includes(parameter.id) && isOffered(parameter))).map((parameter) => offeredParameter(parameter, sample, hidesPrices));
  }
}

/** What a laboratory tests as a rule is its first pack. */
const defaultIds = async (catalogue: Catalogue, sampleId: string): Promise<string[]> => {
  const first = (await catalogue.packs(sampleId))?.find(({ exposed }) => exposed);
  return first?.entries.map(({ param }) => param.id) ?? [];
};
