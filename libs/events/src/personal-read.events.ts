import { z } from 'zod';
import { defineEvent, type EventOf } from './define-event.js';

/** Parts that persons play in a consignment; an auditor sees them masked until a reason was given (ADR-003). */
export const PersonOfConsignment = z.enum(['contact', 'ownerWitness', 'supervisionWitness', 'sampler']);
export type PersonOfConsignment = z.infer<typeof PersonOfConsignment>;

/** Whose data was shown: which part the person plays, and a fingerprint by which that person finds the reading. Nobody's name is in it. */
export const ReadPerson = z.object({ part: PersonOfConsignment, person: z.string() });
export type ReadPerson = z.infer<typeof ReadPerson>;

/** personalRead-<consignment id>: sealed fields of a consignment's history that somebody was shown. personalRead-<user id>: everything held about a person, shown to somebody else. No personal data belongs into `reason`, as it is never sealed. */
export const personalReadEvents = {
  PersonalDataRead: defineEvent(
    z.object({
      consignmentId: z.string(),
      consignCode: z.string(),
      revision: z.number().int(),
      persons: z.array(ReadPerson).min(1),
      reason: z.string().min(1).max(200),
    }),
  ),
  /** `person` is the fingerprint of the account. */
  AccountDataRead: defineEvent(z.object({ person: z.string() })),
};
export type PersonalReadEvent = EventOf<typeof personalReadEvents>;
