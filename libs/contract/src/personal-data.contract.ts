import { z } from 'zod';
import { PersonOfConsignment } from '#events';
import { SentMessage } from './account.contract.js';
import { NotificationChoicesView } from './notification.contract.js';
import { atLeast, Guid, listOf, operation, page } from './operation.js';
import { paragraphs, search } from './texts.js';

const R = '/api/v1/personal-reads';

/** A person in a revision of a consignment. `about` is the sample of a sampler; `cardNo` is empty if there is none. */
export const PersonInRevision = z.object({
  part: PersonOfConsignment,
  about: z.string(),
  name: z.string(),
  cardNo: z.string(),
  phone: z.string(),
});
export type PersonInRevision = z.infer<typeof PersonInRevision>;

/**
 * A recorded reading, one row per person. `account`: an administrator read all data about a person, so there is no
 * consignment. `userName` is the current name of the reader; `revision` counts from 0.
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

/** The reading is recorded before the response. If that fails, there is no response. */
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
  result: z.object({ persons: z.array(PersonInRevision) }),
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

/** All data that the platform has about the person of an account, with earlier values. */
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
  /** Notifications of the user, newest first, and the chosen channels. */
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
   * The unit, the consignments and the collected reports that name the person, in any part and revision; newest first,
   * as are `messages` and `readings`.
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
   * Readings of the person: in histories by users who see persons masked, and of all this data by an administrator.
   * Each has reader, time and reason (ADR-019).
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
/** Result of an erasure. */
export const ErasedPerson = z.object({
  keys: z.number(),
  consignments: z.number(),
  /**
   * Consignments that have the person's name with another number or none, for review. They are the first of
   * `toReviewCount`.
   */
  toReview: z.array(z.object({ id: z.string(), consignCode: z.string(), consignType: z.number() })),
  toReviewCount: z.number(),
});
export type ErasedPerson = z.infer<typeof ErasedPerson>;

/**
 * Cannot be undone. The keys of the person are deleted: in the log, in messages, and in consignments that contain one
 * of their numbers. Lists and documents made from these are rebuilt.
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
