import { z } from 'zod';
import { defineEvent, type EventOf } from './define-event.js';

/** What a draft names by its id and is called otherwise from some day on. */
export const DraftSubject = z.enum(['consigningUnit', 'testingUnit', 'project']);
export type DraftSubject = z.infer<typeof DraftSubject>;

/**
 * draftNames-<id of the unit or project>: after it was renamed, the drafts whose rows show the new name from here on. Streams and
 * revisions of the drafts stay as they are.
 */
export const draftNameEvents = {
  DraftsNamed: defineEvent(
    z.object({ subject: DraftSubject, name: z.string(), consignmentIds: z.array(z.string()).min(1) }),
  ),
};
export type DraftNameEvent = EventOf<typeof draftNameEvents>;
