import { useQueryClient } from '@tanstack/react-query';
import { useRef, useState } from 'react';
import { copyBuSampleInfo, getBuSampleInfo, saveBuSampleInfo, type SampleView } from '#contract';
import { NO_SAVE, type SampleFormMode } from '#domain';
import { alertUser } from '../../components/alert-dialog.js';
import { useTexts } from '../../i18n/texts.js';
import { ApiError } from '../../lib/api-error.js';
import { noteFailure, reportFailure } from '../../lib/failures.js';
import { call } from '../../lib/http.js';
import { underOneKey } from '../../lib/one-key.js';
import { readOf } from '../../lib/queries.js';
import type { SampleHost } from './offer.js';
import { leftToLabIn, saveBodyOf } from './sample-draft.js';
import { texts } from './texts.js';
import type { SampleForm } from './use-sample-form.js';

/** What follows a save: back to the consignment, the next sample, or a copy of this one. */
export type After = 'close' | 'next' | 'copy';

type Given = {
  sample: SampleView;
  host: SampleHost;
  mode: SampleFormMode;
  form: SampleForm;
  /** Tells what keeps the form from being saved; true when something does. */
  isBlocked(): boolean;
  onStale(): void;
};

/** The writes of the sample form. Each carries the revision it was made on. */
export const useSampleSave = ({ sample, host, mode, form, isBlocked, onStale }: Given) => {
  const t = useTexts(texts);
  const queries = useQueryClient();
  const [running, setRunning] = useState<After | null>(null);
  const busy = useRef(false);
  const asked = {
    id: sample.id,
    consignId: host.consignId,
    ...(host.pageSource === undefined ? {} : { pageSource: host.pageSource }),
  };
  const reading = readOf(getBuSampleInfo, asked);

  /** After a stale save: where somebody changed this very sample, the user says whose fields stay. */
  const takeOver = async () => {
    const newest = await queries.fetchQuery({ ...reading, staleTime: 0, meta: { quiet: true } }).catch(() => sample);
    if (JSON.stringify(newest) === JSON.stringify(sample)) return;
    if (
      await alertUser({
        title: t('sampleChangedTitle'),
        message: t('sampleChangedText'),
        confirm: t('keepMine'),
        cancel: t('takeTheirs'),
      })
    )
      return;
    form.takeOver(newest);
  };
  const told = async (error: unknown) => {
    if (!(error instanceof ApiError && error.status === 412)) return reportFailure(error);
    noteFailure(error);
    await takeOver();
    onStale();
  };
  const body = () => ({
    ...saveBodyOf(sample, form.fields, form.selection, host.consignType === 1),
    ...leftToLabIn(mode, sample),
  });
  /** The sample as stored; NO_SAVE where nothing may be written (MODE-006); null when it was not saved, which the user has been told. */
  const save = async (then: After): Promise<SampleView | typeof NO_SAVE | null> => {
    if (mode === 'readOnly') return NO_SAVE;
    if (busy.current || isBlocked()) return null;
    busy.current = true;
    setRunning(then);
    try {
      const sent = body();
      const saved = await underOneKey(`sample ${host.revision} ${JSON.stringify(sent)}`, (idempotencyKey) =>
        call(saveBuSampleInfo, { body: sent, ifMatch: host.revision, idempotencyKey }),
      );
      queries.setQueryData(reading.queryKey, saved);
      form.saved();
      return saved;
    } catch (error) {
      await told(error);
      return null;
    } finally {
      busy.current = false;
      setRunning(null);
    }
  };
  /** The id of a copy of the sample as it is stored; null when there is none, which the user has been told. */
  const copy = async (): Promise<string | null> => {
    try {
      return await underOneKey(`copy sample ${sample.id} after ${host.revision}`, (idempotencyKey) =>
        call(copyBuSampleInfo, { query: { id: sample.id, consignId: host.consignId }, idempotencyKey }),
      );
    } catch (error) {
      reportFailure(error);
      return null;
    }
  };
  return { running, save, copy };
};
