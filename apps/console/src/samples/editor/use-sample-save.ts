import { useQueryClient } from '@tanstack/react-query';
import { useCallback, useEffect, useMemo, useRef, useState } from 'react';
import { z } from 'zod';
import { copyBuSampleInfo, getBuSampleInfo, type SampleView, saveBuSampleInfo } from '#contract';
import { NO_SAVE, type SampleFormMode } from '#domain/consignment';
import { CONSIGN_TYPE } from '#events';
import { openAlertDialog } from '../../components/alert-dialog.js';
import { useTexts } from '../../i18n/texts.js';
import { logHandledFailure, reportFailure } from '../../lib/failures.js';
import { ApiError, callOperation } from '../../lib/http.js';
import { deleteUnsavedWork, saveUnsavedWork, readUnsavedWork } from '../../lib/unsaved-work.js';
import { withIdempotencyKey } from '../../lib/idempotent-write.js';
import { queryOptionsOf } from '../../lib/queries.js';
import { useUser } from '../../lib/session.js';
import { useBeforeLeaving } from '../../lib/use-before-leaving.js';
import type { SampleFormContext } from '../selection/offer.js';
import type { Selection } from '../selection/selection.js';
import { toSampleFields, isLeftToLab, type SampleFields, toSaveRequest, toSelection } from './sample-draft.js';
import { texts } from './texts.js';
import type { SampleForm } from './use-sample-form.js';

/** What follows a save: back to the consignment, the next sample, or a copy of this one. */
export type AfterSave = 'close' | 'next' | 'copy';

type UseSampleSaveInput = {
  sample: SampleView;
  host: SampleFormContext;
  mode: SampleFormMode;
  form: SampleForm;
  /** Shows what keeps the form from being saved; true if there is something. */
  isBlocked(): boolean;
  onStale(): void;
};

/** The writes of the sample form. Each carries the revision it is based on. */
export const useSampleSave = ({ sample, host, mode, form, isBlocked, onStale }: UseSampleSaveInput) => {
  const t = useTexts(texts);
  const queries = useQueryClient();
  const [running, setRunning] = useState<AfterSave | null>(null);
  const busy = useRef(false);
  const requestBody = {
    id: sample.id,
    consignId: host.consignId,
    ...(host.pageSource === undefined ? {} : { pageSource: host.pageSource }),
  };
  const sampleQuery = queryOptionsOf(getBuSampleInfo, requestBody);

  /** After a stale save: if somebody else changed this sample, the user chooses between the fields. */
  const adoptNewest = async () => {
    const newest = await queries
      .fetchQuery({ ...sampleQuery, staleTime: 0, meta: { quiet: true } })
      .catch(() => sample);
    if (JSON.stringify(newest) === JSON.stringify(sample)) return;
    if (
      await openAlertDialog({
        title: t('sampleChangedTitle'),
        message: t('sampleChangedText'),
        confirm: t('keepMine'),
        cancel: t('takeTheirs'),
      })
    )
      return;
    form.adopt(newest);
  };
  const showFailure = async (error: unknown) => {
    if (!(error instanceof ApiError && error.status === 412)) return reportFailure(error);
    logHandledFailure(error);
    await adoptNewest();
    onStale();
  };
  const body = () => ({
    ...toSaveRequest(sample, form.fields, form.selection, host.consignType === CONSIGN_TYPE.rawMaterial),
    ...isLeftToLab(mode, sample),
  });
  /**
   * The sample as stored; NO_SAVE if nothing may be written (MODE-006); null if it was not saved (an alert has said
   * so).
   */
  const save = async (afterSave: AfterSave): Promise<SampleView | typeof NO_SAVE | null> => {
    if (mode === 'readOnly') return NO_SAVE;
    if (busy.current || isBlocked()) return null;
    busy.current = true;
    setRunning(afterSave);
    try {
      const request = body();
      const saved = await withIdempotencyKey(`sample ${host.revision} ${JSON.stringify(request)}`, (idempotencyKey) =>
        callOperation(saveBuSampleInfo, { body: request, ifMatch: host.revision, idempotencyKey }),
      );
      queries.setQueryData(sampleQuery.queryKey, saved);
      form.markSaved();
      return saved;
    } catch (error) {
      await showFailure(error);
      return null;
    } finally {
      busy.current = false;
      setRunning(null);
    }
  };
  /** The id of a copy of the stored sample; null if there is none (an alert has said so). */
  const copy = async (): Promise<string | null> => {
    try {
      return await withIdempotencyKey(`copy sample ${sample.id} after ${host.revision}`, (idempotencyKey) =>
        callOperation(copyBuSampleInfo, { query: { id: sample.id, consignId: host.consignId }, idempotencyKey }),
      );
    } catch (error) {
      reportFailure(error);
      return null;
    }
  };
  return { running, save, copy };
};

type UseChildSaveInput = {
  sample: SampleView;
  host: SampleFormContext;
  mode: SampleFormMode;
  form: SampleForm;
  onStale(): void;
};

/** Stores the own sample of a raw material. A failure is logged and not shown; the form stays as it is (SERR-010). */
export const useChildSave = ({ sample, host, mode, form, onStale }: UseChildSaveInput) => {
  const [running, setRunning] = useState(false);
  const save = async (): Promise<SampleView | null> => {
    if (running) return null;
    const {
      buSampleInfoRefSampleInfo: _rows,
      deleteMaterialSampleInfoIds: _deleted,
      ...sampleRequest
    } = toSaveRequest(sample, form.fields, form.selection, true);
    const body = { ...sampleRequest, isMaterial: true, ...isLeftToLab(mode, sample) };
    setRunning(true);
    try {
      return await withIdempotencyKey(`material sample ${host.revision} ${JSON.stringify(body)}`, (idempotencyKey) =>
        callOperation(saveBuSampleInfo, { body, ifMatch: host.revision, idempotencyKey }),
      );
    } catch (error) {
      logHandledFailure(error);
      // Reads the consignment again, so that the next try is based on its current revision.
      if (error instanceof ApiError && error.status === 412) onStale();
      return null;
    } finally {
      setRunning(false);
    }
  };
  return { running, save };
};

/** Content of a sample's form. */
export type SampleFormState = { fields: SampleFields; selection: Selection };
/** Unsaved input of a sample's form: only the differences, each with the stored value. */
type UnsavedSample = {
  at: string;
  fields: Partial<Record<keyof SampleFields, { stood: unknown; typed: unknown }>>;
  selection: { stood: Selection; typed: Selection } | null;
};

const Choice = z.custom<Selection>(
  (value) => typeof value === 'object' && value !== null && (value as Selection).chosen instanceof Map,
);
const Content = z.object({
  fields: z.record(z.string(), z.object({ stood: z.unknown(), typed: z.unknown() })),
  selection: z.object({ stood: Choice, typed: Choice }).nullable(),
});

/** The number of an identity card is never stored in a browser; the user types it again. */
const UNSTORED_FIELDS: ReadonlySet<string> = new Set<keyof SampleFields>(['extractPersonCardNum']);

const subjectOf = (sampleId: string): string => `sample/${sampleId}`;
const isSame = (left: unknown, right: unknown): boolean => JSON.stringify(left) === JSON.stringify(right);
const isSameSelection = (left: Selection, right: Selection): boolean =>
  isSame({ ...left, chosen: [...left.chosen] }, { ...right, chosen: [...right.chosen] });

const storedState = (sample: SampleView): SampleFormState => ({
  fields: toSampleFields(sample),
  selection: toSelection(sample),
});

/** The differences between the stored sample and the form; null if there are none. */
const unsavedChanges = (loaded: SampleFormState, current: SampleFormState, at: string): UnsavedSample | null => {
  const changedKeys = (Object.keys(current.fields) as (keyof SampleFields)[]).filter(
    (key) => !UNSTORED_FIELDS.has(key) && !isSame(loaded.fields[key], current.fields[key]),
  );
  const selection = isSameSelection(loaded.selection, current.selection)
    ? null
    : { stood: loaded.selection, typed: current.selection };
  if (changedKeys.length === 0 && !selection) return null;
  return {
    at,
    fields: Object.fromEntries(
      changedKeys.map((key) => [key, { stood: loaded.fields[key], typed: current.fields[key] }]),
    ),
    selection,
  };
};

/** The part that can be restored: fields that somebody else has saved since are left out; null if nothing remains. */
const restorable = ({ at, fields, selection }: UnsavedSample, loaded: SampleFormState): UnsavedSample | null => {
  const restorableFields = Object.entries(fields).filter(
    ([key, { stood, typed }]) => isSame(stood, loaded.fields[key as keyof SampleFields]) && !isSame(typed, stood),
  );
  const choice = selection && isSameSelection(selection.stood, loaded.selection) ? selection : null;
  return restorableFields.length > 0 || choice
    ? { at, fields: Object.fromEntries(restorableFields), selection: choice }
    : null;
};

/** Merges both; if both have a field, the newer one counts. */
const mergeUnsaved = (older: UnsavedSample | null, newer: UnsavedSample | null): UnsavedSample | null =>
  older && newer
    ? { at: newer.at, fields: { ...older.fields, ...newer.fields }, selection: newer.selection ?? older.selection }
    : (newer ?? older);

/** False if the browser does not allow it to be stored. */
const saveUnsavedSample = (userId: string, sampleId: string, { at, ...content }: UnsavedSample): Promise<boolean> =>
  saveUnsavedWork({ userId, subject: subjectOf(sampleId), at, content });

const deleteUnsavedSample = (userId: string, sampleId: string): Promise<void> =>
  deleteUnsavedWork(userId, subjectOf(sampleId));

/**
 * The user's unsaved work on a sample, at most 30 days old; null if there is none, or if an older console stored it in
 * another form.
 */
const readUnsavedSample = async (userId: string, sampleId: string): Promise<UnsavedSample | null> => {
  const work = await readUnsavedWork(userId, subjectOf(sampleId));
  const parsed = Content.safeParse(work?.content);
  return work && parsed.success ? { at: work.at, ...parsed.data } : null;
};

/** Pause in typing after which the input is stored. */
const PAUSE_MS = 500;

/** Stores the input of a sample's form in this browser, as for a consignment (ADR-041), and offers it again. */
export const useUnsavedSample = (sample: SampleView, form: SampleForm, enabled: boolean) => {
  const { userId } = useUser();
  const { id } = sample;
  const [storedSample, setStoredSample] = useState<UnsavedSample | null | 'unread'>('unread');
  const isDropped = useRef(false);
  // Fields that were saved since, here or by somebody else, are not offered.
  const offer = useMemo(
    () => (storedSample === 'unread' ? null : storedSample && restorable(storedSample, storedState(sample))),
    [storedSample, sample],
  );

  useEffect(() => {
    if (!enabled || storedSample !== 'unread') return;
    let open = true;
    void readUnsavedSample(userId, id).then((unsavedSample) => {
      if (open) setStoredSample(unsavedSample);
    });
    return () => {
      open = false;
    };
  }, [enabled, storedSample, userId, id]);

  const { fields, selection, hasChanges } = form;
  const store = useCallback(async () => {
    if (!enabled || storedSample === 'unread' || isDropped.current) return;
    const merged = mergeUnsaved(
      offer,
      hasChanges ? unsavedChanges(storedState(sample), { fields, selection }, new Date().toISOString()) : null,
    );
    await (merged ? saveUnsavedSample(userId, id, merged) : deleteUnsavedSample(userId, id));
  }, [enabled, storedSample, offer, hasChanges, sample, fields, selection, userId, id]);

  useEffect(() => {
    const timer = setTimeout(() => void store(), PAUSE_MS);
    return () => clearTimeout(timer);
  }, [store]);

  // Also for the browser's back button.
  useBeforeLeaving(store);

  const restore = () => {
    if (!offer) return;
    form.change(Object.fromEntries(Object.entries(offer.fields).map(([key, { typed }]) => [key, typed])));
    if (offer.selection) form.select(offer.selection.typed);
    setStoredSample(null);
  };
  /** The user discards both the earlier and the current input. */
  const drop = () => {
    isDropped.current = true;
    void deleteUnsavedSample(userId, id);
  };
  return { offer, restore, discard: () => setStoredSample(null), drop };
};
