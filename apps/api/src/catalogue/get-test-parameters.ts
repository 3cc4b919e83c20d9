import { Controller, Inject } from '@nestjs/common';
import { getTestParameters, type OfferedParameter } from '#contract';
import type { CatalogueParameter } from '#events';
import { choosePrice, isOffered, offeredParametersOf } from '#domain';
import type { Engines } from '#engines';
import type { Caller } from '../auth/caller.js';
import { By } from '../http/api-request.js';
import { Handles, type InputOf } from '../http/handles.js';
import { Input } from '../http/input.js';
import { ENGINES } from '../provided.js';
import { hidesPricesFrom } from '../units/hidden-prices.js';
import { catalogueSampleOf } from './catalogue-sample.js';

@Controller()
export class GetTestParameters {
  constructor(@Inject(ENGINES) private readonly engines: Engines) {}

  @Handles(getTestParameters)
  async handle(@Input() { sampleId, testUnitId }: InputOf<typeof getTestParameters>, @By() caller: Caller) {
    const { views } = this.engines;
    const [sample, hidden] = await Promise.all([catalogueSampleOf(views, sampleId), hidesPricesFrom(views, testUnitId ?? null, caller)]);
    return offeredParametersOf(sample).map((parameter) => (hidden ? withoutPrices(parameter) : withPrices(parameter)));
  }
}

const withPrices = (parameter: CatalogueParameter): OfferedParameter => ({ ...parameter, ...choosePrice(parameter), offered: isOffered(parameter) });

/** The rule still says of which kind the price is; no amount leaves the server (DECISIONS 25). */
const withoutPrices = (parameter: CatalogueParameter): OfferedParameter => ({ ...withPrices(parameter), prices: [], sharedPrice: null, tuTestParamPrice: null });
