import { z } from 'zod';
import { defineEvent, type EventOf } from './define-event.js';

/** message-<idempotency key>: one message to one receiver. The text holds no personal data; the receiver is found in the consignment. */
export const messageEvents = {
  MessageSent: defineEvent(z.object({ kind: z.string(), subjectId: z.string(), transport: z.string() })),
  MessageFailed: defineEvent(z.object({ kind: z.string(), subjectId: z.string(), reason: z.string() })),
};
export type MessageEvent = EventOf<typeof messageEvents>;
