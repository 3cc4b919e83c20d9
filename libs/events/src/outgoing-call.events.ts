import { z } from 'zod';
import { defineEvent, type EventOf } from './define-event.js';

/** What the platform asks of a laboratory's system by itself: takes a message of a submission, hands out the file of a bill. */
export const OutgoingCallKind = z.enum(['message', 'bill']);
export type OutgoingCallKind = z.infer<typeof OutgoingCallKind>;

/**
 * Why a call has failed. `address`: it is not one the platform calls; `status`: the answer's HTTP status; `refused`: the laboratory's own
 * code in the answer; `content`: the file is not what a bill may be; `infected`; `scanner`: the scanner of files did not answer;
 * `no-system`: the laboratory has none any more.
 */
export const OutgoingCallFailure = z.enum([
  'timeout',
  'connection',
  'tls',
  'too-large',
  'address',
  'status',
  'refused',
  'content',
  'infected',
  'scanner',
  'no-system',
]);
export type OutgoingCallFailure = z.infer<typeof OutgoingCallFailure>;

/** `attempt` counts from 1 over all attempts of the call, `status` is null without an answer, `ms` how long it took. */
const Attempt = z.object({
  attempt: z.number().int().min(1),
  status: z.number().int().nullable(),
  ms: z.number().int().min(0),
});
const FailedAttempt = Attempt.extend({ failure: OutgoingCallFailure });

/**
 * outgoingCall-<id of the event that asked for it>: one call to a laboratory's system (000 EM-006, 002 ILIS-009). What the laboratory
 * answers is in no event, since it may hold anything.
 */
export const outgoingCallEvents = {
  /** `revision` is that of the consignment which the call tells of. `unitId` is the laboratory. */
  OutgoingCallRequested: defineEvent(
    z.object({
      unitId: z.string(),
      kind: OutgoingCallKind,
      consignmentId: z.string(),
      consignCode: z.string(),
      revision: z.number().int().min(0),
    }),
  ),
  /** Another attempt follows by itself. */
  OutgoingCallFailed: defineEvent(FailedAttempt),
  /** No attempt follows unless somebody asks for one. */
  OutgoingCallGivenUp: defineEvent(FailedAttempt),
  OutgoingCallSucceeded: defineEvent(Attempt),
  OutgoingCallResendRequested: defineEvent(z.object({ reason: z.string() })),
};
export type OutgoingCallEvent = EventOf<typeof outgoingCallEvents>;
