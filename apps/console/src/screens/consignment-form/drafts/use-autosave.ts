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

/**
 * What somebody typed into the form of a consignment and did not save: only what differs, with what stood there and on
 * which revision.
 */
export type UnsavedDraft = { at: string; revision: number; base: Groups; typed: Groups };

/**
 * What typing is kept under. A draft as it was created is dropped after a day, so what is typed into it belongs to the
 * next new consignment of its kind, whichever id that has.
 */
const keptUnder = ({ id, revision, consignType }: Pick<ConsignmentView, 'id' | 'revision' | 'consignType'>): string =>
  revision === 0 ? `new/${consignType}` : id;

const subjectOf = (consignId: string): string => `consignment/${consignId}`;

/** False when the browser does not let anything be kept. */
const keepDraft = (userId: string, consignId: string, { at, ...content }: UnsavedDraft): Promise<boolean> =>
  saveUnsavedWork({ userId, subject: subjectOf(consignId), at, content });

const draftOf = ({ at, content }: UnsavedWork): UnsavedDraft | null => {
  const read = Content.safeParse(content);
  return read.success ? { at, ...(read.data as Omit<UnsavedDraft, 'at'>) } : null;
};

/**
 * What this user left of a consignment, at most 30 days ago; null for nothing, and for what an older console wrote
 * differently.
 */
export const readDraft = async (userId: string, consignId: string): Promise<UnsavedDraft | null> => {
  const work = await readUnsavedWork(userId, subjectOf(consignId));
  return work && draftOf(work);
};

export const deleteDraft = (userId: string, consignId: string): Promise<void> =>
  deleteUnsavedWork(userId, subjectOf(consignId));

/** Groups of a draft that the form has and shows differently now. */
export const differingGroups = (now: Groups, { typed }: UnsavedDraft): GroupKey[] =>
  (Object.entries(typed) as [GroupKey, Group][])
    .filter(([key, group]) => now[key] !== undefined && !sameGroup(now[key], group))
    .map(([key]) => key);

/** Both together; where both have a group, the newer one counts. */
const together = (older: UnsavedDraft | null, newer: UnsavedDraft): UnsavedDraft =>
  older ? { ...newer, base: { ...older.base, ...newer.base }, typed: { ...older.typed, ...newer.typed } } : newer;

/** Pause in typing after which what was typed is kept. */
const PAUSE_MS = 500;

export type Autosave = {
  /** What was found when the form opened and neither restored nor discarded yet; null when the form shows all of it. */
  offer: UnsavedDraft | null;
  /** The offer is dealt with: only what stands in the form now is kept from here on. */
  settle(): void;
  /** Keeps at once, before something that may end the page. */
  flush(): Promise<void>;
  /** When the newest typing was kept; null: nothing is kept. */
  keptAt: string | null;
};

/**
 * Keeps what is typed in this browser, per user and consignment, never by calling save (ADR-041).
 * Until an earlier draft is settled it stays on disk beside what is typed now.
 */
export const useAutosave = ({ base, form }: Draft): Autosave => {
  const { userId } = useUser();
  const earlier = useRef<UnsavedDraft | null>(null);
  const [found, setFound] = useState<UnsavedDraft | null | 'unread'>('unread');
  const [keptAt, setKeptAt] = useState<string | null>(null);
  const values = useWatch({ control: form.control }) as FormValues;
  const isRead = found !== 'unread';
  const subject = keptUnder(base);
  const keptBefore = useRef(subject);

  useEffect(() => {
    // Once a page: a tab that comes back to the front would find its own typing.
    if (isRead) return;
    let open = true;
    void readDraft(userId, subject).then((read) => {
      if (!open) return;
      earlier.current = read;
      setFound(read);
    });
    return () => {
      open = false;
    };
  }, [isRead, userId, subject]);

  const flush = useCallback(async () => {
    if (!isRead) return;
    const loaded = groupsOf(toFormValues(base));
    if (earlier.current && differingGroups(loaded, earlier.current).length === 0) earlier.current = null;
    const typed = changedGroups(loaded, groupsOf(form.getValues()));
    if (Object.keys(typed).length === 0) {
      setKeptAt(null);
      await (earlier.current ? keepDraft(userId, subject, earlier.current) : deleteDraft(userId, subject));
    } else {
      const at = new Date().toISOString();
      // The testing unit is kept along: addresses and qualifications of one mean nothing to another.
      const stood = Object.fromEntries(Object.entries(loaded).filter(([key]) => key in typed || key === 'testUnit'));
      if (
        await keepDraft(userId, subject, together(earlier.current, { at, revision: base.revision, base: stood, typed }))
      )
        setKeptAt(at);
    }
    // The draft was written to for the first time: what was typed is its own from now on.
    if (keptBefore.current !== subject) {
      await deleteDraft(userId, keptBefore.current);
      keptBefore.current = subject;
    }
  }, [isRead, base, form, userId, subject]);

  useEffect(() => {
    const timer = setTimeout(() => void flush(), PAUSE_MS);
    return () => clearTimeout(timer);
  }, [flush, values]);

  useBeforeLeaving(flush);

  const settle = useCallback(() => {
    earlier.current = null;
    setFound(null);
    void flush();
  }, [flush]);
  const offer = isRead && found !== null && differingGroups(groupsOf(values), found).length > 0 ? found : null;
  return { offer, settle, flush, keptAt };
};
