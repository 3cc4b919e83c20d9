import { Controller, Inject } from '@nestjs/common';
import { getBuSampleInfoParams, type PricedMaterial } from '#contract';
import { ownSampleOf, parseDecimal, toMoney } from '#domain';
import type { Engines } from '#engines';
import type { ChosenParameter, RawMaterial, Sample } from '#events';
import type { Caller } from '../auth/caller.js';
import { findConsignment } from '../consignments/find-consignment.js';
import { type Shown, shownTo, switchesOf } from '../consignments/unit-policy.js';
import { By } from '../http/api-request.js';
import { Handles, type InputOf } from '../http/handles.js';
import { Input } from '../http/input.js';
import { ENGINES } from '../provided.js';
import { rawMaterialView } from './raw-material-view.js';

@Controller()
export class GetPriceDetail {
  constructor(@Inject(ENGINES) private readonly engines: Engines) {}

  @Handles(getBuSampleInfoParams)
  async handle(@Input() { id }: InputOf<typeof getBuSampleInfoParams>, @By() caller: Caller) {
    const { eventStore } = this.engines;
    const { state } = await findConsignment(eventStore, id, caller);
    const shown = shownTo(caller, await switchesOf(eventStore, state.header.testUnitId));
    return state.samples.map((sample) => ({
      testUnitSampleName: sample.testUnitSampleName,
      testUnitSampleId: sample.testUnitSampleId,
      testGroupCount: sample.testGroupCount,
      totalFee: shown.estimate ? sample.testParamFee : null,
      buSampleParam: sample.parameters.map((parameter) => priceRow(parameter, shown)),
      buSampleInfoRefSampleInfo: (sample.buSampleInfoRefSampleInfo ?? []).map((row) =>
        pricedMaterial(row, sample, shown),
      ),
    }));
  }
}

const pricedMaterial = (row: RawMaterial, sample: Sample, shown: Shown): PricedMaterial => {
  const own = ownSampleOf(sample, row);
  const view = rawMaterialView(row, sample, shown);
  return {
    ...view,
    testGroupCount: own?.testGroupCount ?? 1,
    totalFee: view.testParamFee,
    buSampleParam: own?.parameters.map((parameter) => priceRow(parameter, shown)) ?? [],
  };
};

const priceRow = (
  {
    tuTestParamName,
    tuTestParamPrice,
    testParamPriceType,
    tuTestParamCount,
    sharedPrice,
    sharedPriceQualifier,
    totalFee,
  }: ChosenParameter,
  { prices, estimate }: Shown,
) => ({
  tuTestParamName,
  tuTestParamPrice: prices ? money(tuTestParamPrice) : null,
  testParamPriceType,
  tuTestParamCount,
  sharedPrice: prices && sharedPrice !== null ? money(sharedPrice) : null,
  sharedPriceQualifier,
  totalFee: prices && estimate ? totalFee : null,
});

const money = (amount: string): string => toMoney(parseDecimal(amount));
