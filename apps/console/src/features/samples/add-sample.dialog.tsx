import { createBuSampleParamInfo } from '#contract';
import { ApiError } from '../../lib/api-error.js';
import { noteFailure, reportFailure } from '../../lib/failures.js';
import { call } from '../../lib/http.js';
import { underOneKey } from '../../lib/one-key.js';
import type { SampleHost } from './offer.js';
import { type ChosenSample, SampleSelectionDialog } from './sample-selection.dialog.js';
import type { Selection } from './selection.js';
import type { SelectionResult } from './selection-result.js';

type Props = { host: SampleHost; onClose(): void; onStale(): void; onAdded(sampleId: string): void };

/** Chooses a sample with its parameters and creates it at once; its id is the form's from then on (001 SF-011). */
export const AddSampleDialog = ({ host, onClose, onStale, onAdded }: Props) => {
  const create = async (
    _: ChosenSample,
    __: Selection,
    {
      categoryId,
      sampleNameLink,
      sampleId,
      sampleName,
      sampleParams,
      packInfo,
      isNeedConclusion,
      isTestUnitConfirmTestParam,
      testReason,
    }: SelectionResult,
  ): Promise<boolean> => {
    const body = {
      consignId: host.consignId,
      bigCategoryId: categoryId,
      sampleNameLink,
      isMaterial: false,
      tuTestSampleDTO: { id: sampleId, sampleName },
      tuTestParamDtos: sampleParams,
      buSampleParamPackInfo: packInfo,
      isNeedConclusion,
      isTestUnitConfirmTestParam,
      testReason,
    };
    try {
      const id = await underOneKey(`add ${host.revision} ${JSON.stringify(body)}`, (idempotencyKey) =>
        call(createBuSampleParamInfo, { body, ifMatch: host.revision, idempotencyKey }),
      );
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
