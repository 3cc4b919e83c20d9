import { Controller, Inject } from '@nestjs/common';
import { getBuSampleInfoListByConsignId, getPreConsignInfoLinkSample } from '#contract';
import type { Engines } from '#engines';
import type { Caller } from '../auth/caller.js';
import { findConsignment } from '../consignments/find-consignment.js';
import { shownTo, switchesOf } from '../consignments/unit-policy.js';
import { answer } from '../http/answer.js';
import { By } from '../http/api-request.js';
import { Handles, type InputOf } from '../http/handles.js';
import { Input } from '../http/input.js';
import { ENGINES } from '../provided.js';
import { sampleRow } from './sample-row.js';

/** Samples of a consignment, which are the test items of an appointment. */
@Controller()
export class ListSamples {
  constructor(@Inject(ENGINES) private readonly engines: Engines) {}

  @Handles(getBuSampleInfoListByConsignId)
  samples(@Input() { consignId }: InputOf<typeof getBuSampleInfoListByConsignId>, @By() caller: Caller) {
    return this.rows(consignId, caller);
  }

  @Handles(getPreConsignInfoLinkSample)
  testItems(@Input() { id }: InputOf<typeof getPreConsignInfoLinkSample>, @By() caller: Caller) {
    return this.rows(id, caller);
  }

  private async rows(consignId: string, caller: Caller) {
    const { eventStore } = this.engines;
    const { state, revision } = await findConsignment(eventStore, consignId, caller);
    const shown = shownTo(caller, await switchesOf(eventStore, state.header.testUnitId));
    return answer(
      state.samples.map((sample) => sampleRow(sample, shown)),
      { revision },
    );
  }
}
