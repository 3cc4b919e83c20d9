import { z } from 'zod';
import { OUTGOING_CALL_LIMITS, OUTGOING_CALL_STATES } from '#domain/lab-systems';
import { OutgoingCallFailure, OutgoingCallKind } from '#events';
import { Guid, listOf, operation, page } from '../operation.js';
import { opaque, paragraphs } from '../texts.js';

const PATH = '/api/v1/lab/outgoing';

/**
 * A call of the platform to a laboratory's system. `attempts` counts all attempts. `lastStatus` is the HTTP status of
 * the newest response, null if there is none; `lastMs` is the duration of that call in milliseconds. Times are UTC.
 * Responses of laboratories are not stored.
 */
export const OutgoingCall = z.object({
  id: z.string(),
  kind: OutgoingCallKind,
  consignmentId: z.string(),
  consignCode: z.string(),
  state: z.enum(OUTGOING_CALL_STATES),
  attempts: z.number().int(),
  requestedAt: z.string(),
  lastAt: z.string().nullable(),
  lastStatus: z.number().int().nullable(),
  lastFailure: OutgoingCallFailure.nullable(),
  lastMs: z.number().int().nullable(),
});
export type OutgoingCall = z.infer<typeof OutgoingCall>;

/** The unit whose calls an administrator reads. Unit managers read those of their own unit. */
const unitId = Guid.optional();

export const listOutgoingCalls = operation({
  name: 'ListOutgoingCalls',
  family: 'v1',
  method: 'GET',
  path: PATH,
  summary: 'Calls to the system of a laboratory, the newest first: messages of submissions, bills that are fetched',
  source: 'EM-006, ILIS-009',
  query: z.object({
    unitId,
    state: z.enum(OUTGOING_CALL_STATES).optional(),
    kind: OutgoingCallKind.optional(),
    ...page,
  }),
  result: listOf(OutgoingCall),
});
export const resendOutgoingCall = operation({
  name: 'ResendOutgoingCall',
  family: 'v1',
  method: 'POST',
  path: `${PATH}/:callId/resend`,
  summary: 'Makes a call again that was given up, or that the laboratory has lost',
  source: 'EM-006, ILIS-009',
  query: z.object({ callId: opaque(200) }),
  body: z.object({ reason: paragraphs(OUTGOING_CALL_LIMITS.reason).optional() }).optional(),
  result: OutgoingCall,
});
