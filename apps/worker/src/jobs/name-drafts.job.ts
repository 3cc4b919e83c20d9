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
import { resultContext } from '../recorder.js';

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

/** How long one attempt waits for the view; the next attempt continues. */
const VIEW_WAIT_MS = MINUTE_MS;

/** After a unit or project was renamed: records which drafts show the new name, so that lists find them by it. */
export const nameDrafts =
  ({ engines, now }: { engines: Stores; now: () => Date }): JobHandler =>
  async (payload, { signal }) => {
    const { requestId, subject, subjectId, revision, position } = Payload.parse(payload);
    const [previous, renamed] = await Promise.all([
      readSubjectAt(engines.eventStore, subject, subjectId, revision - 1),
      readSubjectAt(engines.eventStore, subject, subjectId, revision),
    ]);
    if (!renamed || renamed.name === previous?.name) return;
    const contextFor = (firstDraftId: string): CommandContext =>
      resultContext(requestId, `named from ${firstDraftId}`, now());
    await recordCurrentNames(engines, { subject, subjectId, position }, contextFor, signal);
  };

/**
 * Records the current name of a unit or project for those of its drafts that are listed under another name. The drafts
 * are looked up in a view that has passed `position` and everything that was recorded before, and are recorded in
 * events of some hundred drafts. A renaming always records the latest name, so the order in which two renamings are
 * processed does not matter. `contextFor` makes the context of an event from the id of its first draft. @throws Error
 * while the view is behind
 */
export const recordCurrentNames = async (
  { eventStore, views }: Stores,
  { subject, subjectId, position }: { subject: DraftSubject; subjectId: string; position: Position },
  contextFor: (firstDraftId: string) => CommandContext,
  signal: AbortSignal,
  viewWaitMs = VIEW_WAIT_MS,
): Promise<void> => {
  const current = await readSubjectAt(eventStore, subject, subjectId);
  if (!current) return;
  const recordedPosition = (await eventStore.readLast(streamName(draftNames, subjectId)))?.position ?? position;
  const requiredPosition = recordedPosition > position ? recordedPosition : position;
  if (!(await views.waitFor(consignmentList, requiredPosition, viewWaitMs))) throw new Error('the view is behind');
  for await (const drafts of draftPages(views, subject, subjectId)) {
    signal.throwIfAborted();
    const consignmentIds = drafts
      .filter(
        (draft) => draft[SUBJECT_NAME_COLUMN[subject]] !== current.name && isAvailableTo(current, draft.consignUnitId),
      )
      .map(({ id }) => id);
    const command = { type: 'NameDrafts', subject, name: current.name, consignmentIds } as const;
    await handle(eventStore, draftNames, subjectId, command, contextFor(consignmentIds[0] ?? ''));
  }
};

/** All consignments that name a subject and were never submitted, in pages, the oldest first. */
async function* draftPages(views: Views, subject: DraftSubject, subjectId: string): AsyncGenerator<ConsignmentRow[]> {
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
    const newRows = rows.filter(({ position }) => position !== from); // without the last one of the page before
    if (newRows.length > 0) yield newRows;
    const lastPosition = rows.at(-1)?.position;
    if (lastPosition === undefined || rows.length < DRAFTS_NAMED_AT_ONCE) return;
    from = lastPosition;
  }
}
