import { z } from 'zod';
import { isAvailableTo, readSubjectAt } from '#domain/consignment';
import { handle, streamName, type CommandContext } from '#domain/event-sourcing';
import { MINUTE_MS } from '#domain/time';
import {
  SUBJECT_COLUMN,
  consignmentList,
  draftNames,
  DRAFTS_NAMED_AT_ONCE,
  SUBJECT_NAME_COLUMN,
  type ConsignmentRow,
} from '#domain/views';
import type { Engines, JobHandler, Views } from '#engines';
import { DraftSubject, type Position } from '#events';
import { answerContext } from '../recorder.js';

const Payload = z.object({
  requestId: z.string(),
  subject: DraftSubject,
  subjectId: z.string(),
  /** Of the event that may have renamed it. */
  revision: z.number(),
  position: z.string(),
});
export type NameDraftsPayload = z.infer<typeof Payload>;

type Stores = Pick<Engines, 'eventStore' | 'views'>;

/** An attempt waits so long for the view; the next one goes on. */
const VIEW_WAIT_MS = MINUTE_MS;

/** After a unit or project was renamed: records which drafts show the new name, so that lists find them by it. */
export const nameDrafts =
  ({ engines, now }: { engines: Stores; now: () => Date }): JobHandler =>
  async (payload, { signal }) => {
    const { requestId, subject, subjectId, revision, position } = Payload.parse(payload);
    const [before, after] = await Promise.all([
      readSubjectAt(engines.eventStore, subject, subjectId, revision - 1),
      readSubjectAt(engines.eventStore, subject, subjectId, revision),
    ]);
    if (!after || after.name === before?.name) return;
    const recording = (first: string): CommandContext => answerContext(requestId, `named from ${first}`, now());
    await recordCurrentNames(engines, { subject, subjectId, position }, recording, signal);
  };

/**
 * Records for lists which drafts of a unit or project are shown under another name than that of today. They are looked
 * up by the index of whose they are, in a view that has passed `position` and whatever was recorded before, and told in
 * events of hundreds. A renaming that was overtaken by a later one finds the later name, so the order in which two are
 * worked off does not matter. `recording` makes the context of an event from its first draft. @throws Error while the
 * view is behind
 */
export const recordCurrentNames = async (
  { eventStore, views }: Stores,
  { subject, subjectId, position }: { subject: DraftSubject; subjectId: string; position: Position },
  recording: (first: string) => CommandContext,
  signal: AbortSignal,
  viewWaitMs = VIEW_WAIT_MS,
): Promise<void> => {
  const today = await readSubjectAt(eventStore, subject, subjectId);
  if (!today) return;
  const recorded = (await eventStore.readLast(streamName(draftNames, subjectId)))?.position ?? position;
  const shown = recorded > position ? recorded : position;
  if (!(await views.waitFor(consignmentList, shown, viewWaitMs))) throw new Error('the view is behind');
  for await (const drafts of draftsNaming(views, subject, subjectId)) {
    signal.throwIfAborted();
    const consignmentIds = drafts
      .filter(
        (draft) => draft[SUBJECT_NAME_COLUMN[subject]] !== today.name && isAvailableTo(today, draft.consignUnitId),
      )
      .map(({ id }) => id);
    const command = { type: 'NameDrafts', subject, name: today.name, consignmentIds } as const;
    await handle(eventStore, draftNames, subjectId, command, recording(consignmentIds[0] ?? ''));
  }
};

/** All consignments that name a subject and were never submitted, in pages from the oldest on. */
async function* draftsNaming(views: Views, subject: DraftSubject, subjectId: string): AsyncGenerator<ConsignmentRow[]> {
  for (let from = ''; ;) {
    const { rows } = await views.find<ConsignmentRow>(consignmentList, {
      where: [
        { column: SUBJECT_COLUMN[subject], eq: subjectId },
        { column: 'commitConsignTime', eq: null },
        { column: 'position', from },
      ],
      sort: [{ column: 'position', direction: 'asc' }],
      limit: DRAFTS_NAMED_AT_ONCE,
      withoutTotal: true,
    });
    const others = rows.filter(({ position }) => position !== from); // without the last one of the page before
    if (others.length > 0) yield others;
    const last = rows.at(-1)?.position;
    if (last === undefined || rows.length < DRAFTS_NAMED_AT_ONCE) return;
    from = last;
  }
}
