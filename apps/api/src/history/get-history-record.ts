import { Controller, Inject } from '@nestjs/common';
import { getHistoryRecord } from '#contract';
import type { Engines } from '#engines';
import type { ConsignmentEvent, Sample } from '#events';
import type { Caller } from '../auth/caller.js';
import type { Shown } from '../consignments/shown.js';
import { answer } from '../http/answer.js';
import { By } from '../http/api-request.js';
import { Handles, type InputOf } from '../http/handles.js';
import { Input } from '../http/input.js';
import { withMaskedPersons } from '../operations/event-log/masked-persons.js';
import { ENGINES } from '../provided.js';
import { sampleView } from '../samples/sample-view.js';
import { amountsShown } from './amounts-shown.js';
import { findHistory, momentAt } from './find-history.js';

/** One event as JSON: as it was recorded, read by the newest schema, without what this caller is not shown anywhere. */
@Controller()
export class GetHistoryRecord {
  constructor(@Inject(ENGINES) private readonly engines: Engines) {}

  @Handles(getHistoryRecord)
  async handle(@Input() { id, revision }: InputOf<typeof getHistoryRecord>, @By() caller: Caller) {
    const { eventStore } = this.engines;
    const history = await findHistory(eventStore, id, caller);
    const { recorded, event, before, after } = momentAt(history, revision);
    const shownAt = await amountsShown(eventStore, before ? [before, after] : [after], caller);
    const data = withShownAmounts(event, shownAt(before, after));
    const { id: eventId, stream, position, type, metadata } = recorded;
    return answer(
      {
        id: eventId,
        stream,
        revision,
        position,
        type,
        data: history.found.personsShown ? data : withMaskedPersons(type, data),
        metadata,
      },
      { revision: history.head },
    );
  }
}

/** Only samples carry amounts that a unit may hide; they are hidden as in the sample's form. */
const withShownAmounts = ({ type, data }: ConsignmentEvent, shown: Shown): unknown => {
  if (type !== 'SampleAdded' && type !== 'SampleSaved') return data;
  return shown.prices && shown.estimate ? data : { ...data, sample: withoutAmounts(data.sample, shown) };
};

const withoutAmounts = (sample: Sample, shown: Shown): unknown => {
  const { tuSampleParamIds, testParamFee } = sampleView(sample, '', shown, false);
  return {
    ...sample,
    testParamFee,
    ...(sample.materialSamples
      ? { materialSamples: sample.materialSamples.map((own) => withoutAmounts(own, shown)) }
      : {}),
    parameters: sample.parameters.map((parameter, place) => ({
      ...parameter,
      tuTestParamPrice: tuSampleParamIds[place]?.tuTestParamPrice,
      sharedPrice: tuSampleParamIds[place]?.sharedPrice,
      totalFee: tuSampleParamIds[place]?.totalFee,
    })),
  };
};
