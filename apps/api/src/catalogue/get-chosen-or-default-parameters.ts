import { Controller, Inject } from '@nestjs/common';
import { getChosenOrDefaultParameters } from '#contract';
import type { Engines } from '#engines';
import { Handles, type InputOf } from '../http/handles.js';
import { Input } from '../http/input.js';
import { ENGINES } from '../provided.js';
import { hidesPricesFrom } from '../units/hidden-prices.js';
import { Asked } from './asked.js';
import { ofSample } from './catalogue-sample.js';
import type { Catalogue } from './catalogue.js';
import { Catalogues, type AskedBy } from './catalogues.js';
import { inDisplayOrder, offeredParameter } from './offered-parameter.js';

@Controller()
export class GetChosenOrDefaultParameters {
  constructor(
    @Inject(ENGINES) private readonly engines: Engines,
    private readonly catalogues: Catalogues,
  ) {}

  @Handles(getChosenOrDefaultParameters)
  async handle(@Input() input: InputOf<typeof getChosenOrDefaultParameters>, @Asked() by: AskedBy) {
    const catalogue = await this.catalogues.asked(input, by);
    const { sampleId, category: categoryId, paramIds } = input;
    const asked = { categoryId, chosenIds: [], showsUnoffered: false };
    const [parameters, hidesPrices] = await Promise.all([
      ofSample(catalogue.parameters(sampleId, asked)),
      hidesPricesFrom(this.engines.views, catalogue.testUnitId, by.caller),
    ]);
    const ids = paramIds.length > 0 ? paramIds : await defaultIds(catalogue, sampleId);
    return inDisplayOrder(parameters.filter(({ id }) => ids.includes(id))).map((parameter) =>
      offeredParameter(parameter, hidesPrices),
    );
  }
}

/** What a laboratory tests as a rule is its first pack. */
const defaultIds = async (catalogue: Catalogue, sampleId: string): Promise<string[]> => {
  const [first] = (await catalogue.packs(sampleId, { exposed: true })) ?? [];
  return (first && (await catalogue.pack(first.id)))?.entries.map(({ param }) => param.id) ?? [];
};
