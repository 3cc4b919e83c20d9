import { useCallback, useEffect, useRef, useState } from 'react';
import { useWatch } from 'react-hook-form';
import { z } from 'zod';
import type { ConsignmentView } from '#contract';
import { deleteUnsavedWork, saveUnsavedWork, type UnsavedWork, readUnsavedWork } from '../../../lib/unsaved-work.js';
import { useUser } from '../../../lib/session.js';
import { useBeforeLeaving } from '../../../lib/use-before-leaving.js';
import { type FormValues, toFormValues } from '../form-values.js';
import {
  changedGroups,
  type Group,
  type GroupKey,
  type Groups,
  groupsOf,
  sameGroup,
} from '../merge/three-way-merge.js';
import type { Draft } from '../use-draft.js';

const AnyGroups = z.record(z.string(), z.record(z.string(), z.union([z.string(), z.number(), z.boolean(), z.null()])));
const Content = z.object({ revision: z.number(), base: AnyGroups, typed: AnyGroups });

/** Unsaved input of a consignment's form: only the differences, with the stored values and their revision. */
export type UnsavedDraft = { at: string; revision: number; base: Groups; typed: Groups };

/**
 * The id under which input is stored. A draft that was never edited is dropped after a day, so its input belongs to the
 * next new consignment of its kind, whatever its id.
 */
const subjectIdOf = ({
  id,
  revision,
  consignType,
}: Pick<ConsignmentView, 'id' | 'revision' | 'consignType'>): string => (revision === 0 ? `new/${consignType}` : id);

const subjectOf = (consignId: string): string => `consignment/${consignId}`;

/** False if the browser does not allow it to be stored. */
const saveDraft = (userId: string, consignId: string, { at, ...content }: UnsavedDraft): Promise<boolean> =>
  saveUnsavedWork({ userId, subject: subjectOf(consignId), at, content });

const draftOf = ({ at, content }: UnsavedWork): UnsavedDraft | null => {
  const parsed = Content.safeParse(content);
  return parsed.success ? { at, ...(parsed.data as Omit<UnsavedDraft, 'at'>) } : null;
};

/**
 * The user's unsaved work on a consignment, at most 30 days old; null if there is none, or if an older console stored
 * it in another form.
 */
export const readDraft = async (userId: string, consignId: string): Promise<UnsavedDraft | null> => {
  const work = await readUnsavedWork(userId, subjectOf(consignId));
  return work && draftOf(work);
};

export const deleteDraft = (userId: string, consignId: string): Promise<void> =>
  deleteUnsavedWork(userId, subjectOf(consignId));

/** Groups of a draft that differ in the form now. */
export const differingGroups = (current: Groups, { typed }: UnsavedDraft): GroupKey[] =>
  (Object.entries(typed) as [GroupKey, Group][])
    .filter(([key, group]) => current[key] !== undefined && !sameGroup(current[key], group))
    .map(([key]) => key);

/** Merges both; if both have a group, the newer one counts. */
const mergeDrafts = (older: UnsavedDraft | null, newer: UnsavedDraft): UnsavedDraft =>
  older ? { ...newer, base: { ...older.base, ...newer.base }, typed: { ...older.typed, ...newer.typed } } : newer;

/** Pause in typing after which the input is stored. */
const PAUSE_MS = 500;

export type Autosave = {
  /** The stored draft that was neither restored nor discarded yet; null if the form contains all of it. */
  offer: UnsavedDraft | null;
  /** Ends the offer: from here on only the content of the form is stored. */
  settle(): void;
  /** Stores at once, before something that may end the page. */
  flush(): Promise<void>;
  /** When the newest input was stored; null: nothing is stored. */
  savedAt: string | null;
};

/**
 * Stores input in this browser, per user and consignment, without calling save (ADR-041). Until an earlier draft is
 * settled, it stays stored together with the new input.
 */
export const useAutosave = ({ base, form }: Draft): Autosave => {
  const { userId } = useUser();
  const earlierDraft = useRef<UnsavedDraft | null>(null);
  const [storedDraft, setStoredDraft] = useState<UnsavedDraft | null | 'unread'>('unread');
  const [savedAt, setSavedAt] = useState<string | null>(null);
  const values = useWatch({ control: form.control }) as FormValues;
  const isRead = storedDraft !== 'unread';
  const subject = subjectIdOf(base);
  const previousSubject = useRef(subject);

  useEffect(() => {
    // Only once per page: a tab that becomes current again would find its own input.
    if (isRead) return;
    let isActive = true;
    void readDraft(userId, subject).then((draft) => {
      if (!isActive) return;
      earlierDraft.current = draft;
      setStoredDraft(draft);
    });
    return () => {
      isActive = false;
    };
  }, [isRead, userId, subject]);

  const flush = useCallback(async () => {
    if (!isRead) return;
    const loaded = groupsOf(toFormValues(base));
    if (earlierDraft.current && differingGroups(loaded, earlierDraft.current).length === 0) earlierDraft.current = null;
    const changes = changedGroups(loaded, groupsOf(form.getValues()));
    if (Object.keys(changes).length === 0) {
      setSavedAt(null);
      await (earlierDraft.current ? saveDraft(userId, subject, earlierDraft.current) : deleteDraft(userId, subject));
    } else {
      const time = new Date().toISOString();
      // The testing unit is stored as well, because addresses and qualifications belong to one unit.
      const baseOfChanges = Object.fromEntries(
        Object.entries(loaded).filter(([key]) => key in changes || key === 'testUnit'),
      );
      if (
        await saveDraft(
          userId,
          subject,
          mergeDrafts(earlierDraft.current, { at: time, revision: base.revision, base: baseOfChanges, typed: changes }),
        )
      )
        setSavedAt(time);
    }
    // After the first save the draft has an id of its own, under which the input is stored from now on.
    if (previousSubject.current !== subject) {
      await deleteDraft(userId, previousSubject.current);
      previousSubject.current = subject;
    }
  }, [isRead, base, form, userId, subject]);

  useEffect(() => {
    const timer = setTimeout(() => void flush(), PAUSE_MS);
    return () => clearTimeout(timer);
  }, [flush, values]);

  useBeforeLeaving(flush);

  const settle = useCallback(() => {
    earlierDraft.current = null;
    setStoredDraft(null);
    void flush();
  }, [flush]);
  const offer =
    isRead && storedDraft !== null && differingGroups(groupsOf(values), storedDraft).length > 0 ? storedDraft : null;
  return { offer, settle, flush, savedAt };
};
