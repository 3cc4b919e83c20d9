import { useState } from 'react';
import { saveBuSampleInfo, type SampleView } from '#contract';
import type { SampleFormMode } from '#domain';
import { ApiError } from '../../lib/api-error.js';
import { noteFailure } from '../../lib/failures.js';
import { call } from '../../lib/http.js';
import { underOneKey } from '../../lib/one-key.js';
import type { SampleHost } from './offer.js';
import { leftToLabIn, saveBodyOf } from './sample-draft.js';
import type { SampleForm } from './use-sample-form.js';

type Given = { sample: SampleView; host: SampleHost; mode: SampleFormMode; form: SampleForm; onStale(): void };

/** Stores the own sample of a raw material. A failure counts in the error log and says nothing more; the form stays as it is (SERR-010). */
export const useChildSave = ({ sample, host, mode, form, onStale }: Given) => {
  const [running, setRunning] = useState(false);
  const save = async (): Promise<SampleView | null> => {
    if (running) return null;
    const {
      buSampleInfoRefSampleInfo: _rows,
      deleteMaterialSampleInfoIds: _deleted,
      ...whole
    } = saveBodyOf(sample, form.fields, form.selection, true);
    const body = { ...whole, isMaterial: true, ...leftToLabIn(mode, sample) };
    setRunning(true);
    try {
      return await underOneKey(`material sample ${host.revision} ${JSON.stringify(body)}`, (idempotencyKey) =>
        call(saveBuSampleInfo, { body, ifMatch: host.revision, idempotencyKey }),
      );
    } catch (error) {
      noteFailure(error);
      // The consignment is read again, so that the next try is made on what it is now.
      if (error instanceof ApiError && error.status === 412) onStale();
      return null;
    } finally {
      setRunning(false);
    }
  };
  return { running, save };
};
