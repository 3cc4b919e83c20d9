import type { SampleView } from '#contract';
import { CONFIRMATION_VIEW } from '#domain';
import type { EventStore, Sample } from '#events';
import { isLab, type Caller } from '../auth/caller.js';
import type { Found } from '../consignments/find-consignment.js';
import { shownTo, switchesOf } from '../consignments/unit-policy.js';
import { maskedSampler } from './masked-sampler.js';
import { sampleView } from './sample-view.js';

/**
 * A sample's form as this caller may see it. At 20 the laboratory may edit the parameters that were left to it (000.md 7), unless
 * it reads the sample for another view than that of the confirmation (TID-008).
 */
export const sampleAsSeen = async (
  store: EventStore,
  { id, state, personsShown }: Pick<Found, 'id' | 'state' | 'personsShown'>,
  sample: Sample,
  caller: Caller,
  pageSource: number = CONFIRMATION_VIEW,
): Promise<SampleView> => {
  const shown = shownTo(caller, await switchesOf(store, state.header.testUnitId));
  const isEditParams =
    isLab(caller) &&
    state.consignStatus === 20 &&
    sample.isTestUnitConfirmTestParam &&
    pageSource === CONFIRMATION_VIEW;
  return sampleView(personsShown ? sample : maskedSampler(sample), id, shown, isEditParams);
};
