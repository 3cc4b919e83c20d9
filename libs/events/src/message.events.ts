import { z } from 'zod';
import { defineEvent, type EventOf } from './define-event.js';
import { Person, personal } from './personal.js';

/**
 * What was sent, to whom and on whose behalf (002 VC-004); a verification code stands in it as ******. One entry a receiver.
 * acceptUserID and acceptUnitID are null for who has no account.
 */
export const MessageRecord = z.object({
  sendSource: z.string(),
  msgType: z.string(),
  msgContent: z.string(),
  sendTime: z.string(),
  isPrivate: z.boolean(),
  acceptUserID: z.string().nullable(),
  acceptUnitID: z.string().nullable(),
  receiver: personal(Person, 'contact'),
});
export type MessageRecord = z.infer<typeof MessageRecord>;

/** Messages before it have no record. */
const records = z.array(MessageRecord).optional();

/** message-<idempotency key>: one message to one receiver, or the same to several. */
export const messageEvents = {
  MessageSent: defineEvent(z.object({ kind: z.string(), subjectId: z.string(), transport: z.string(), records })),
  MessageFailed: defineEvent(z.object({ kind: z.string(), subjectId: z.string(), reason: z.string(), records })),
};
export type MessageEvent = EventOf<typeof messageEvents>;
