import { Controller, Inject } from '@nestjs/common';
import { estimateSample } from '#contract';
import { chooseParameters, sampleFee } from '#domain';
import type { Engines } from '#engines';
import type { Caller } from '../auth/caller.js';
import { Catalogues } from '../catalogue/catalogues.js';
import { findConsignment } from '../consignments/find-consignment.js';
import { shownTo, switchesOf } from '../consignments/unit-policy.js';
import { By } from '../http/api-request.js';
import { Handles, type InputOf } from '../http/handles.js';
import { Input } from '../http/input.js';
import { ENGINES } from '../provided.js';
import { catalogueSampleFor } from './chosen-from-catalogue.js';

/** The selection dialog's estimate where the prices it is made of stay on the server (PR-014). */
@Controller()
export class EstimateSample {
  constructor(
    @Inject(ENGINES) private readonly engines: Engines,
    private readonly catalogues: Catalogues,
  ) {}

  @Handles(estimateSample)
  async handle(
    @Input() { consignId, testUnitSampleId, testGroupCount, tuSampleParamIds }: InputOf<typeof estimateSample>,
    @By() caller: Caller,
  ) {
    const { eventStore } = this.engines;
    const { state } = await findConsignment(eventStore, consignId, caller);
    const shown = shownTo(caller, await switchesOf(eventStore, state.header.testUnitId));
    if (!shown.estimate) return { testParamFee: null };
    // The estimate of one parameter is its unit price.
    if (!shown.prices && new Set(tuSampleParamIds.map(({ tuTestParamId }) => tuTestParamId)).size < 2)
      return { testParamFee: null };
    const catalogue = await catalogueSampleFor(
      await this.catalogues.of(state.header.testUnitId),
      testUnitSampleId,
      state,
    );
    return { testParamFee: sampleFee(chooseParameters(catalogue, tuSampleParamIds, new Map()), testGroupCount) };
  }
}
