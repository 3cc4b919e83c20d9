import { Controller, Inject } from '@nestjs/common';
import { getBuSampleInfoParams } from '#contract';
import { parseDecimal, toMoney } from '#domain';
import type { Engines } from '#engines';
import type { ChosenParameter } from '#events';
import type { Caller } from '../auth/caller.js';
import { findConsignment } from '../consignments/find-consignment.js';
import { shownTo, type Shown } from '../consignments/shown.js';
import { switchesOf } from '../consignments/unit-facts.js';
import { By } from '../http/api-request.js';
import { Handles, type InputOf } from '../http/handles.js';
import { Input } from '../http/input.js';
import { ENGINES } from '../provided.js';

@Controller()
export class GetPriceDetail {
  constructor(@Inject(ENGINES) private readonly engines: Engines) {}

  @Handles(getBuSampleInfoParams)
  async handle(@Input() { id }: InputOf<typeof getBuSampleInfoParams>, @By() caller: Caller) {
    const { eventStore } = this.engines;
    const { state } = await findConsignment(eventStore, id, caller);
    const shown = shownTo(caller, await switchesOf(eventStore, state.header.testUnitId));
    return state.samples.map(({ testUnitSampleName, testUnitSampleId, testGroupCount, testParamFee, parameters, buSampleInfoRefSampleInfo = [] }) => ({
      testUnitSampleName,
      testUnitSampleId,
      testGroupCount,
      totalFee: shown.estimate ? testParamFee : null,
      buSampleParam: parameters.map((parameter) => priceRow(parameter, shown)),
      buSampleInfoRefSampleInfo,
    }));
  }
}

const priceRow = ({ tuTestParamName, tuTestParamPrice, tuTestParamCount, sharedPrice, sharedPriceQualifier, totalFee }: ChosenParameter, { prices, estimate }: Shown) => ({
  tuTestParamName,
  tuTestParamPrice: prices ? money(tuTestParamPrice) : null,
  tuTestParamCount,
  sharedPrice: prices && sharedPrice !== null ? money(sharedPrice) : null,
  sharedPriceQualifier,
  totalFee: prices && estimate ? totalFee : null,
});

const money = (amount: string): string => toMoney(parseDecimal(amount));
