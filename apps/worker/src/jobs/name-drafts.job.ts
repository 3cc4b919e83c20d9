import { z } from 'zod';
import {
  COLUMN_OF_SUBJECT,
  consignmentList,
  draftNames,
  DRAFTS_NAMED_AT_ONCE,
  handle,
  sameId,
  subjectAt,
  type ConsignmentRow,
} from '#domain';
import type { Engines, JobHandler, Views } from '#engines';
import { DraftSubject } from '#events';
import { answering } from '../recorder.js';

const Payload = z.object({
  requestId: z.string(),
  subject: DraftSubject,
  subjectId: z.string(),
  /** Of the event that may have renamed it. */
  revision: z.number(),
  position: z.string(),
});
export type NameDraftsPayload = z.infer<typeof Payload>;

type Context = { engines: Pick<Engines, 'eventStore' | 'views'>; now: () => Date };

/** An attempt waits so long for the view; the next one goes on. */
const PATIENCE_MS = 60_000;

/**
 * After a unit or project was renamed: records which drafts show the new name, so that lists find them by it. They are looked up by the
 * index of whose they are, and told in events of hundreds; a draft that was saved since names the unit by its new name already.
 */
export const nameDrafts =
  ({ engines: { eventStore, views }, now }: Context): JobHandler =>
  async (given, { signal }) => {
    const { requestId, subject, subjectId, revision, position } = Payload.parse(given);
    const [before, after] = await Promise.all([
      subjectAt(eventStore, subject, subjectId, revision - 1),
      subjectAt(eventStore, subject, subjectId, revision),
    ]);
    if (!after || after.name === before?.name) return;
    if (!(await views.waitFor(consignmentList, position, PATIENCE_MS))) throw new Error('the view is behind');
    for await (const drafts of draftsNaming(views, subject, subjectId)) {
      signal.throwIfAborted();
      const consignmentIds = drafts
        .filter(({ consignUnitId }) => after.ownerId === null || sameId(after.ownerId, consignUnitId))
        .map(({ id }) => id);
      await handle(
        eventStore,
        draftNames,
        subjectId,
        { type: 'NameDrafts', subject, name: after.name, consignmentIds },
        answering(requestId, `named from ${consignmentIds[0] ?? ''}`, now()),
      );
    }
  };

/** All consignments that name a subject and were never submitted, in pages from the oldest on. */
async function* draftsNaming(views: Views, subject: DraftSubject, subjectId: string): AsyncGenerator<ConsignmentRow[]> {
  for (let from = ''; ;) {
    const { rows } = await views.find<ConsignmentRow>(consignmentList, {
      where: [
        { column: COLUMN_OF_SUBJECT[subject], eq: subjectId },
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
