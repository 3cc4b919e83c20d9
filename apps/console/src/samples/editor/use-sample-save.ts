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

type Given = {
  sample: SampleView;
  host: SampleFormContext;
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
  const [running, setRunning] = useState<AfterSave | null>(null);
  const busy = useRef(false);
  const requestBody = {
    id: sample.id,
    consignId: host.consignId,
    ...(host.pageSource === undefined ? {} : { pageSource: host.pageSource }),
  };
  const reading = queryOptionsOf(getBuSampleInfo, requestBody);

  /** After a stale save: where somebody changed this very sample, the user says whose fields stay. */
  const takeOver = async () => {
    const newest = await queries.fetchQuery({ ...reading, staleTime: 0, meta: { quiet: true } }).catch(() => sample);
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
    form.takeOver(newest);
  };
  const showFailure = async (error: unknown) => {
    if (!(error instanceof ApiError && error.status === 412)) return reportFailure(error);
    logHandledFailure(error);
    await takeOver();
    onStale();
  };
  const body = () => ({
    ...toSaveRequest(sample, form.fields, form.selection, host.consignType === CONSIGN_TYPE.rawMaterial),
    ...isLeftToLab(mode, sample),
  });
  /**
   * The sample as stored; NO_SAVE where nothing may be written (MODE-006); null when it was not saved, which the user
   * has been told.
   */
  const save = async (then: AfterSave): Promise<SampleView | typeof NO_SAVE | null> => {
    if (mode === 'readOnly') return NO_SAVE;
    if (busy.current || isBlocked()) return null;
    busy.current = true;
    setRunning(then);
    try {
      const sent = body();
      const saved = await withIdempotencyKey(`sample ${host.revision} ${JSON.stringify(sent)}`, (idempotencyKey) =>
        callOperation(saveBuSampleInfo, { body: sent, ifMatch: host.revision, idempotencyKey }),
      );
      queries.setQueryData(reading.queryKey, saved);
      form.saved();
      return saved;
    } catch (error) {
      await showFailure(error);
      return null;
    } finally {
      busy.current = false;
      setRunning(null);
    }
  };
  /** The id of a copy of the sample as it is stored; null when there is none, which the user has been told. */
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

type UseChildSaveGiven = {
  sample: SampleView;
  host: SampleFormContext;
  mode: SampleFormMode;
  form: SampleForm;
  onStale(): void;
};

/**
 * Stores the own sample of a raw material. A failure counts in the error log and says nothing more; the form stays as
 * it is (SERR-010).
 */
export const useChildSave = ({ sample, host, mode, form, onStale }: UseChildSaveGiven) => {
  const [running, setRunning] = useState(false);
  const save = async (): Promise<SampleView | null> => {
    if (running) return null;
    const {
      buSampleInfoRefSampleInfo: _rows,
      deleteMaterialSampleInfoIds: _deleted,
      ...whole
    } = toSaveRequest(sample, form.fields, form.selection, true);
    const body = { ...whole, isMaterial: true, ...isLeftToLab(mode, sample) };
    setRunning(true);
    try {
      return await withIdempotencyKey(`material sample ${host.revision} ${JSON.stringify(body)}`, (idempotencyKey) =>
        callOperation(saveBuSampleInfo, { body, ifMatch: host.revision, idempotencyKey }),
      );
    } catch (error) {
      logHandledFailure(error);
      // The consignment is read again, so that the next try is made on what it is now.
      if (error instanceof ApiError && error.status === 412) onStale();
      return null;
    } finally {
      setRunning(false);
    }
  };
  return { running, save };
};

/** What the form holds of a sample. */
export type SampleFormState = { fields: SampleFields; selection: Selection };
/** What was typed into a sample's form and not saved: only what differs, each with what stood there. */
type KeptSample = {
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

/** The number of somebody's identity card is typed again rather than left lying in a browser. */
const NEVER_KEPT: ReadonlySet<string> = new Set<keyof SampleFields>(['extractPersonCardNum']);

const subjectOf = (sampleId: string): string => `sample/${sampleId}`;
const isSame = (one: unknown, other: unknown): boolean => JSON.stringify(one) === JSON.stringify(other);
const isSameSelection = (one: Selection, other: Selection): boolean =>
  isSame({ ...one, chosen: [...one.chosen] }, { ...other, chosen: [...other.chosen] });

const stored = (sample: SampleView): SampleFormState => ({
  fields: toSampleFields(sample),
  selection: toSelection(sample),
});

/** What differs between what is stored and what the form holds; null for nothing. */
const typedInto = (loaded: SampleFormState, now: SampleFormState, at: string): KeptSample | null => {
  const changed = (Object.keys(now.fields) as (keyof SampleFields)[]).filter(
    (key) => !NEVER_KEPT.has(key) && !isSame(loaded.fields[key], now.fields[key]),
  );
  const selection = isSameSelection(loaded.selection, now.selection)
    ? null
    : { stood: loaded.selection, typed: now.selection };
  if (changed.length === 0 && !selection) return null;
  return {
    at,
    fields: Object.fromEntries(changed.map((key) => [key, { stood: loaded.fields[key], typed: now.fields[key] }])),
    selection,
  };
};

/**
 * What of it can be put into the form: where somebody else has saved since, theirs stands; null when nothing is left of
 * it.
 */
const restorable = ({ at, fields, selection }: KeptSample, loaded: SampleFormState): KeptSample | null => {
  const left = Object.entries(fields).filter(
    ([key, { stood, typed }]) => isSame(stood, loaded.fields[key as keyof SampleFields]) && !isSame(typed, stood),
  );
  const choice = selection && isSameSelection(selection.stood, loaded.selection) ? selection : null;
  return left.length > 0 || choice ? { at, fields: Object.fromEntries(left), selection: choice } : null;
};

/** Both together; where both have a field, the newer one counts. */
const together = (older: KeptSample | null, newer: KeptSample | null): KeptSample | null =>
  older && newer
    ? { at: newer.at, fields: { ...older.fields, ...newer.fields }, selection: newer.selection ?? older.selection }
    : (newer ?? older);

/** False when the browser does not let anything be kept. */
const keepSample = (userId: string, sampleId: string, { at, ...content }: KeptSample): Promise<boolean> =>
  saveUnsavedWork({ userId, subject: subjectOf(sampleId), at, content });

const forgetSample = (userId: string, sampleId: string): Promise<void> =>
  deleteUnsavedWork(userId, subjectOf(sampleId));

/**
 * What this user left of a sample, at most 30 days ago; null for nothing, and for what an older console wrote
 * differently.
 */
const readKeptSample = async (userId: string, sampleId: string): Promise<KeptSample | null> => {
  const work = await readUnsavedWork(userId, subjectOf(sampleId));
  const read = Content.safeParse(work?.content);
  return work && read.success ? { at: work.at, ...read.data } : null;
};

/** Pause in typing after which what was typed is kept. */
const PAUSE_MS = 500;

/** Keeps what is typed into a sample's form in this browser, as a consignment's is (ADR-041), and offers it again. */
export const useUnsavedSample = (sample: SampleView, form: SampleForm, enabled: boolean) => {
  const { userId } = useUser();
  const { id } = sample;
  const [found, setFound] = useState<KeptSample | null | 'unread'>('unread');
  const isDropped = useRef(false);
  // What has been saved since, here or by somebody else, stands.
  const offer = useMemo(
    () => (found === 'unread' ? null : found && restorable(found, stored(sample))),
    [found, sample],
  );

  useEffect(() => {
    if (!enabled || found !== 'unread') return;
    let open = true;
    void readKeptSample(userId, id).then((read) => {
      if (open) setFound(read);
    });
    return () => {
      open = false;
    };
  }, [enabled, found, userId, id]);

  const { fields, selection, touched } = form;
  const keep = useCallback(async () => {
    if (!enabled || found === 'unread' || isDropped.current) return;
    const merged = together(
      offer,
      touched ? typedInto(stored(sample), { fields, selection }, new Date().toISOString()) : null,
    );
    await (merged ? keepSample(userId, id, merged) : forgetSample(userId, id));
  }, [enabled, found, offer, touched, sample, fields, selection, userId, id]);

  useEffect(() => {
    const timer = setTimeout(() => void keep(), PAUSE_MS);
    return () => clearTimeout(timer);
  }, [keep]);

  // Whatever ends the form, the way back in the browser's history, too.
  useBeforeLeaving(keep);

  const restore = () => {
    if (!offer) return;
    form.change(Object.fromEntries(Object.entries(offer.fields).map(([key, { typed }]) => [key, typed])));
    if (offer.selection) form.select(offer.selection.typed);
    setFound(null);
  };
  /** The user does not want it: neither what was found nor what is typed. */
  const drop = () => {
    isDropped.current = true;
    void forgetSample(userId, id);
  };
  return { offer, restore, discard: () => setFound(null), drop };
};
