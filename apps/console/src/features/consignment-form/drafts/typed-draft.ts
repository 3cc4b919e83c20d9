import { z } from 'zod';
import type { ConsignmentView } from '#contract';
import { forgetWork, keepWork, type KeptWork, keptWork } from '../../../lib/kept-work.js';
import { type Group, type GroupKey, type Groups, sameGroup } from '../merge/field-groups.js';

const AnyGroups = z.record(z.string(), z.record(z.string(), z.union([z.string(), z.number(), z.boolean(), z.null()])));
const Content = z.object({ revision: z.number(), base: AnyGroups, typed: AnyGroups });

/** What somebody typed into the form of a consignment and did not save: only what differs, with what stood there and on which revision. */
export type TypedDraft = { at: string; revision: number; base: Groups; typed: Groups };

/**
 * What typing is kept under. A draft as it was created is dropped after a day, so what is typed into it belongs to the next new
 * consignment of its kind, whichever id that has.
 */
export const keptUnder = ({
  id,
  revision,
  consignType,
}: Pick<ConsignmentView, 'id' | 'revision' | 'consignType'>): string => (revision === 0 ? `new/${consignType}` : id);

const subjectOf = (consignId: string): string => `consignment/${consignId}`;

/** False when the browser does not let anything be kept. */
export const keepDraft = (userId: string, consignId: string, { at, ...content }: TypedDraft): Promise<boolean> =>
  keepWork({ userId, subject: subjectOf(consignId), at, content });

const draftOf = ({ at, content }: KeptWork): TypedDraft | null => {
  const read = Content.safeParse(content);
  return read.success ? { at, ...(read.data as Omit<TypedDraft, 'at'>) } : null;
};

/** What this user left of a consignment, at most 30 days ago; null for nothing, and for what an older console wrote differently. */
export const readDraft = async (userId: string, consignId: string): Promise<TypedDraft | null> => {
  const work = await keptWork(userId, subjectOf(consignId));
  return work && draftOf(work);
};

export const forgetDraft = (userId: string, consignId: string): Promise<void> =>
  forgetWork(userId, subjectOf(consignId));

/** Groups of a draft that the form has and shows differently now. */
export const differingFrom = (now: Groups, { typed }: TypedDraft): GroupKey[] =>
  (Object.entries(typed) as [GroupKey, Group][])
    .filter(([key, group]) => now[key] !== undefined && !sameGroup(now[key], group))
    .map(([key]) => key);

/** Both together; where both have a group, the newer one counts. */
export const together = (older: TypedDraft | null, newer: TypedDraft): TypedDraft =>
  older ? { ...newer, base: { ...older.base, ...newer.base }, typed: { ...older.typed, ...newer.typed } } : newer;
