import { z } from 'zod';
import type { SampleView } from '#contract';
import { forgetWork, keepWork, keptWork } from '../../lib/kept-work.js';
import { fieldsOf, type SampleFields, selectionOf } from './sample-draft.js';
import type { Selection } from './selection.js';

/** What the form holds of a sample. */
export type Held = { fields: SampleFields; selection: Selection };
/** What was typed into a sample's form and not saved: only what differs, each with what stood there. */
export type KeptSample = {
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

export const stored = (sample: SampleView): Held => ({ fields: fieldsOf(sample), selection: selectionOf(sample) });

/** What differs between what is stored and what the form holds; null for nothing. */
export const typedInto = (loaded: Held, now: Held, at: string): KeptSample | null => {
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

/** What of it can be put into the form: where somebody else has saved since, theirs stands; null when nothing is left of it. */
export const restorable = ({ at, fields, selection }: KeptSample, loaded: Held): KeptSample | null => {
  const left = Object.entries(fields).filter(
    ([key, { stood, typed }]) => isSame(stood, loaded.fields[key as keyof SampleFields]) && !isSame(typed, stood),
  );
  const choice = selection && isSameSelection(selection.stood, loaded.selection) ? selection : null;
  return left.length > 0 || choice ? { at, fields: Object.fromEntries(left), selection: choice } : null;
};

/** Both together; where both have a field, the newer one counts. */
export const together = (older: KeptSample | null, newer: KeptSample | null): KeptSample | null =>
  older && newer
    ? { at: newer.at, fields: { ...older.fields, ...newer.fields }, selection: newer.selection ?? older.selection }
    : (newer ?? older);

/** False when the browser does not let anything be kept. */
export const keepSample = (userId: string, sampleId: string, { at, ...content }: KeptSample): Promise<boolean> =>
  keepWork({ userId, subject: subjectOf(sampleId), at, content });

export const forgetSample = (userId: string, sampleId: string): Promise<void> =>
  forgetWork(userId, subjectOf(sampleId));

/** What this user left of a sample, at most 30 days ago; null for nothing, and for what an older console wrote differently. */
export const readKeptSample = async (userId: string, sampleId: string): Promise<KeptSample | null> => {
  const work = await keptWork(userId, subjectOf(sampleId));
  const read = Content.safeParse(work?.content);
  return work && read.success ? { at: work.at, ...read.data } : null;
};
