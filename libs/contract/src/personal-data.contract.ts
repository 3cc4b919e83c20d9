import { z } from 'zod';
import { PersonOfConsignment } from '#events';
import { SentMessage } from './account.contract.js';
import { NotificationChoicesView } from './notification.contract.js';
import { atLeast, Guid, listOf, operation, page } from './operation.js';
import { paragraphs, search } from './texts.js';

const R = '/api/v1/personal-reads';

/**
 * Somebody as they stand in a revision; `about` names the sample that a sampler took, `cardNo` is empty where there is
 * none.
 */
export const PersonShown = z.object({
  part: PersonOfConsignment,
  about: z.string(),
  name: z.string(),
  cardNo: z.string(),
  phone: z.string(),
});
export type PersonShown = z.infer<typeof PersonShown>;

/**
 * A reading as the log has it, a row a person; `account`: an administrator was shown all that is held about one, so it
 * is of no consignment. `userName` is who read, as called today; `revision` counts from 0.
 */
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

const P = '/api/v1/users/:userId/personal-data';

/** Everything the platform holds about the person of an account, as it stands and as it stood. */
export const PersonalData = z.object({
  userId: z.string(),
  userName: z.string(),
  takenAt: z.string(),
  profiles: z.array(
    z.object({ since: z.string(), name: z.string(), phone: z.string(), email: z.string(), description: z.string() }),
  ),
  unit: z.object({ id: z.string(), name: z.string() }).nullable(),
  roles: z.array(z.string()),
  isActive: z.boolean(),
  lastLoginTime: z.string().nullable(),
  thirdParties: z.array(
    z.object({ thirdType: z.string(), name: z.string(), openid: z.string(), headImage: z.string() }),
  ),
  messages: z.array(SentMessage),
  /** What the platform told the user of, newest first, and by which other ways it should. */
  notifications: z.array(
    z.object({
      kind: z.string(),
      consignCode: z.string(),
      projectName: z.string(),
      at: z.string(),
      isRead: z.boolean(),
    }),
  ),
  notificationChoices: NotificationChoicesView.shape.choices,
  /**
   * The unit, its consignments and its fetched reports that name the person in whatever part, in any revision; newest
   * first, as are `messages` and `readings`.
   */
  namedIn: z.array(
    z.object({
      kind: z.literal(['unit', 'consignment', 'report']),
      id: z.string(),
      number: z.string(),
      name: z.string(),
      phone: z.string(),
    }),
  ),
  /**
   * Readings of the person in histories by somebody who sees persons masked, and of all this by an administrator: by
   * whom, when and why (ADR-019).
   */
  readings: z.array(PersonalReadView),
});
export type PersonalData = z.infer<typeof PersonalData>;

export const getPersonalData = operation({
  name: 'GetPersonalData',
  family: 'v1',
  method: 'GET',
  path: P,
  summary: 'What is held about the person of an account: one’s own, for the administrator anybody’s',
  source: 'ADR-003',
  query: z.object({ userId: Guid }),
  result: PersonalData,
});
/** What an erasure answers. */
export const ErasedPerson = z.object({
  keys: z.number(),
  consignments: z.number(),
  /**
   * Consignments that hold the person's name with another number or none, for somebody to look at: the first of
   * `toReviewCount`.
   */
  toReview: z.array(z.object({ id: z.string(), consignCode: z.string(), consignType: z.number() })),
  toReviewCount: z.number(),
});
export type ErasedPerson = z.infer<typeof ErasedPerson>;

/**
 * Cannot be undone: the keys of the person are deleted, in the log, in messages and in the consignments that name one
 * of their numbers; lists and documents made of these are made anew.
 */
export const erasePerson = operation({
  name: 'ErasePerson',
  family: 'v1',
  method: 'POST',
  path: `${P}/erasure`,
  summary: 'Erases the person of an account for good, with a reason; the account is closed',
  source: 'ADR-003',
  query: z.object({ userId: Guid }),
  body: z.object({ reason: paragraphs(200).default('') }),
  result: ErasedPerson,
});
