import { z } from 'zod';
import { PersonOfConsignment } from '#events';
import { atLeast, Guid, listOf, operation, page } from './operation.js';
import { paragraphs, search } from './texts.js';

const R = '/api/v1/personal-reads';

/** Somebody as they stand in a revision; `about` names the sample that a sampler took, `cardNo` is empty where there is none. */
export const PersonShown = z.object({
  part: PersonOfConsignment,
  about: z.string(),
  name: z.string(),
  cardNo: z.string(),
  phone: z.string(),
});
export type PersonShown = z.infer<typeof PersonShown>;

/** A reading as the log has it, a row a person; `account`: an administrator was shown all that is held about one, so it is of no consignment. `userName` is who read, as called today; `revision` counts from 0. */
export const PersonalReadView = z.object({
  id: z.string(),
  at: z.string(),
  userId: z.string(),
  userName: z.string(),
  consignmentId: z.string(),
  consignCode: z.string(),
  revision: z.number(),
  part: PersonOfConsignment.or(z.literal('account')),
  reason: z.string(),
});
export type PersonalReadView = z.infer<typeof PersonalReadView>;

/** The reading is recorded before anything is answered; without the record there is no answer. */
export const readHistoryPersons = operation({
  name: 'ReadHistoryPersons',
  family: 'v1',
  method: 'POST',
  path: R,
  source: 'ADR-019',
  summary: 'Shows an auditor who the masked persons of a revision are, for a reason, and records that it did',
  body: z.object({
    consignmentId: Guid,
    revision: z.number().int().min(0),
    parts: z
      .array(PersonOfConsignment)
      .min(1)
      .max(4)
      .transform((parts) => [...new Set(parts)].toSorted()),
    reason: paragraphs(200).default(''),
  }),
  result: z.object({ persons: z.array(PersonShown) }),
});
export const listPersonalReads = operation({
  name: 'ListPersonalReads',
  family: 'v1',
  method: 'GET',
  path: R,
  source: 'ADR-019',
  summary:
    'Who was shown whose personal data, when and for which reason, newest first; search matches number and reason',
  query: z.object({
    ...page,
    ...atLeast,
    maxResultCount: z.coerce.number().int().min(1).max(100).default(10),
    search: search(200).default(''),
  }),
  result: listOf(PersonalReadView),
});
