import { createBuSampleParamInfo } from '#contract';
import { ApiError } from '../../lib/api-error.js';
import { noteFailure, reportFailure } from '../../lib/failures.js';
import { call } from '../../lib/http.js';
import { underOneKey } from '../../lib/one-key.js';
import type { SampleHost } from './offer.js';
import { type ChosenSample, SampleSelectionDialog } from './sample-selection.dialog.js';
import { payloadOf, type Selection } from './selection.js';

type Props = { host: SampleHost; onClose(): void; onStale(): void; onAdded(sampleId: string): void };

/** Chooses a sample with its parameters and creates it at once; its id is the form's from then on (001 SF-011). */
export const AddSampleDialog = ({ host, onClose, onStale, onAdded }: Props) => {
  const create = async (sample: ChosenSample, selection: Selection): Promise<boolean> => {
    const { tuSampleParamIds, buSampleParamPackInfo, ...flags } = payloadOf(selection);
    const body = {
      consignId: host.consignId, bigCategoryId: sample.bigCategoryId, sampleNameLink: sample.sampleNameLink, isMaterial: false,
      tuTestSampleDTO: { id: sample.id, sampleName: sample.name }, tuTestParamDtos: tuSampleParamIds, buSampleParamPackInfo, ...flags,
    };
    try {
      const id = await underOneKey(`add ${host.revision} ${JSON.stringify(body)}`, (idempotencyKey) => call(createBuSampleParamInfo, { body, ifMatch: host.revision, idempotencyKey }));
      onAdded(id);
      return true;
    } catch (error) {
      if (error instanceof ApiError && error.status === 412) {
        noteFailure(error);
        onClose();
        onStale();
      } else reportFailure(error);
      return false;
    }
  };
  return <SampleSelectionDialog host={host} onClose={onClose} onConfirmed={create} />;
};
