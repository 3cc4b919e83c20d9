import { z } from 'zod';
import { defineEvent, ERASED, type EventOf, Person, personal } from './define-event.js';
import { UnitType } from './unit.events.js';
import { NotificationChoices } from './notification.events.js';

/** Role keys (ADR-016). The two Chinese names are contract: 000 section 6. */
export const ROLE = {
  client: '委托单位角色',
  lab: '检测单位角色',
  admin: 'admin',
  auditor: 'auditor',
  operator: 'operator',
} as const;
export type Role = (typeof ROLE)[keyof typeof ROLE];

/** Languages of the interface (002 US-016), and its themes. */
export const PreferredLanguage = z.literal(['zh', 'en', 'es']);
export type PreferredLanguage = z.infer<typeof PreferredLanguage>;
export const UiTheme = z.literal(['system', 'light', 'dark']);
export type UiTheme = z.infer<typeof UiTheme>;

/** `description` was added later: older accounts have none, and a change without it leaves it unchanged. */
export const UserProfile = personal(
  z.object({ name: z.string(), phone: z.string(), email: z.string(), description: z.string().optional() }),
  'self',
);
export type UserProfile = z.infer<typeof UserProfile>;

/**
 * Before version 2 the description was stored in plain text beside the profile. It stays readable until the person is
 * erased; later events seal it.
 */
type PlainTextDescription = { profile: UserProfile; description?: string };
const upcastDescription = ({ description, profile, ...data }: PlainTextDescription) => ({
  ...data,
  profile:
    description === undefined
      ? profile
      : { ...profile, description: profile.name === ERASED && description !== '' ? ERASED : description },
});

/**
 * Identity of a user at a third party, e.g. WeChat. `phone` is always empty; it is required for the sealing of a
 * person.
 */
export const ThirdIdentity = personal(
  z.object({ name: z.string(), phone: z.string(), openid: z.string(), headImage: z.string() }),
  'self',
);
export type ThirdIdentity = z.infer<typeof ThirdIdentity>;

/** user-<id>. The password hash is only in the vault. unitType is 1 for a testing unit, 2 for a consigning unit. */
export const userEvents = {
  UserRegistered: defineEvent(
    z.object({
      userName: z.string(),
      profile: UserProfile,
      roles: z.array(z.string()).min(1),
      unitId: z.string().nullable(),
      unitType: UnitType.nullable(),
      unitName: z.string(),
    }),
    [upcastDescription],
  ),
  UserProfileChanged: defineEvent(z.object({ profile: UserProfile }), [upcastDescription]),
  UserPreferencesChanged: defineEvent(z.object({ language: PreferredLanguage.optional(), theme: UiTheme.optional() })),
  /** All of the user's choices; they replace earlier ones. */
  NotificationChannelsChosen: defineEvent(z.object({ choices: NotificationChoices })),
  ThirdPartyBound: defineEvent(z.object({ thirdType: z.string(), identity: ThirdIdentity })),
  ThirdPartyUnbound: defineEvent(z.object({ thirdType: z.string() })),
  /** The account is closed permanently; its user name stays reserved. */
  UserDeleted: defineEvent(z.object({ reason: z.string() })),
  /**
   * Deletes the keys of the person; data sealed with them reads as erased. `toReview` was added later: consignments
   * that contain the person's name with another number or none, the first of `toReviewCount`.
   */
  UserErased: defineEvent(
    z.object({
      reason: z.string(),
      toReview: z.array(z.string()).optional(),
      toReviewCount: z.number().int().optional(),
    }),
  ),
  /**
   * Copies of the person's data are deleted too: files of documents and ledgers, messages in the outbox, bytes of
   * deleted rows. causationId is the erasure.
   */
  ErasedPersonCleared: defineEvent(z.object({ files: z.number(), messages: z.number() })),
  ErasedPersonNotCleared: defineEvent(z.object({ reason: z.string() })),
  /** `reason` was added later: older changes have none. */
  UserDeactivated: defineEvent(z.object({ reason: z.string().optional() })),
  /** Sessions and keys from before `at` stay closed; `at` was added later. */
  UserActivated: defineEvent(z.object({ at: z.string().optional() })),
  /** `reason` was added later: older changes have none. */
  UserRolesChanged: defineEvent(z.object({ roles: z.array(z.string()).min(1), reason: z.string().optional() })),
  /**
   * Ends sessions opened before `at`. `means` is how the password was set: with the old password, with a verification
   * code, by the administrator, or from the shell of the service, which gives a `reason`. `credential` names the
   * password in the vault that is valid from then on; it was added later, when a user could have only one.
   */
  UserPasswordSet: defineEvent(
    z.object({
      at: z.string(),
      means: z.literal(['own', 'code', 'administrator', 'shell']),
      credential: z.string().optional(),
      reason: z.string().optional(),
    }),
  ),
  /** The user signed out everywhere: sessions and keys from before `at` end. */
  UserSessionsEnded: defineEvent(z.object({ at: z.string() })),
  /** An account that had to wait after failed sign-ins was unlocked from the shell of the service. */
  UserUnlocked: defineEvent(z.object({ reason: z.string() })),
};
export type UserEvent = EventOf<typeof userEvents>;

/**
 * unitManagers-<unit>: the accounts that may act for colleagues. `managers` are all managers from then on. In a unit
 * without such an event the manager is its oldest open account.
 */
const managers = { userId: z.string(), managers: z.array(z.string()).min(1) };
export const unitManagerEvents = {
  UnitManagerGranted: defineEvent(z.object({ ...managers, reason: z.string() })),
  UnitManagerWithdrawn: defineEvent(z.object({ ...managers, reason: z.string() })),
};
export type UnitManagerEvent = EventOf<typeof unitManagerEvents>;

/** Purpose of a verification code: 1 a new account, 2 a forgotten password, 3 another mobile number (002 VC-003). */
export const SendCodeType = z.literal([1, 2, 3]);
export type SendCodeType = z.infer<typeof SendCodeType>;
export const SEND_CODE_TYPE = { newAccount: 1, forgottenPassword: 2, newNumber: 3 } as const satisfies Record<
  string,
  SendCodeType
>;

/**
 * verification-<HMAC of purpose and account>. The code itself is not stored: it is derived from `requestId` and a
 * secret of the vault. `userId` is null if there is no such account; then nothing is sent. `language` is that of the
 * browser, for a user who has chosen none; it was added later.
 */
export const verificationEvents = {
  VerificationCodeRequested: defineEvent(
    z.object({
      requestId: z.string(),
      sendCodeType: SendCodeType,
      userId: z.string().nullable(),
      receiver: personal(Person, 'contact').optional(),
      at: z.string(),
      validUntil: z.string(),
      language: PreferredLanguage.optional(),
    }),
  ),
  /** Recorded before the code is compared, so that concurrent tries are all counted. */
  VerificationCodeTried: defineEvent(z.object({ requestId: z.string() })),
  VerificationCodeUsed: defineEvent(z.object({ requestId: z.string() })),
};
export type VerificationEvent = EventOf<typeof verificationEvents>;

/**
 * signIn-<HMAC of an account, of an account and a network or device, or of a network>: failed sign-ins, which delay the
 * next attempt.
 */
export const signInEvents = {
  /** `round` is that of the account's stream; failures of earlier rounds do not count. It was added later. */
  SignInFailed: defineEvent(z.object({ at: z.string(), round: z.number().int().optional() })),
  /** In the stream of an account and a place: the place is known from now on, and its earlier failures do not count. */
  SignInSucceeded: defineEvent(z.object({ at: z.string() })),
  /**
   * In the stream of an account: earlier failures from any place do not count. `reason` is given if it was unlocked
   * from the shell. Both were added later.
   */
  SignInsForgiven: defineEvent(z.object({ at: z.string().optional(), reason: z.string().optional() })),
  /** At most one per minute and account. */
  UserSignedIn: defineEvent(z.object({ userId: z.string(), at: z.string() })),
};
export type SignInEvent = EventOf<typeof signInEvents>;

/**
 * networkCodes-<HMAC of a network address and a day>: codes requested from there for phone numbers, for the limit by
 * network. `at` is the minute; in older events it includes the second.
 */
export const networkCodesEvents = {
  CodeAskedForFromNetwork: defineEvent(z.object({ at: z.string() })),
};
export type NetworkCodesEvent = EventOf<typeof networkCodesEvents>;

/**
 * A custom role, created by the administrator. `permissions` are names of permissions of libs/contract. The built-in
 * roles are in ROLE.
 */
export const CustomRole = z.object({
  name: z.string(),
  displayName: z.string(),
  description: z.string(),
  permissions: z.array(z.string()),
});
export type CustomRole = z.infer<typeof CustomRole>;

/** role-<v5 of its name in lower case>, so that names are unique. A change that removes rights has a reason. */
export const roleEvents = {
  RoleCreated: defineEvent(CustomRole),
  RoleChanged: defineEvent(CustomRole.extend({ reason: z.string() })),
  RoleDeleted: defineEvent(z.object({ reason: z.string() })),
};
export type RoleEvent = EventOf<typeof roleEvents>;

/**
 * A recorded tenant. Data is separated by unit; a tenant is only a record (ADR-016). The connection string of its
 * database is a secret: the vault stores it under the name `connection`, empty for none; older events have it in plain
 * text as `connectionString`.
 */
export const Tenant = z.object({
  tenancyName: z.string(),
  name: z.string(),
  administrator: personal(Person.extend({ email: z.string() }), 'contact'),
  connection: z.string(),
  connectionString: z.string().optional(),
  isActive: z.boolean(),
});
export type Tenant = z.infer<typeof Tenant>;

const upcastTenant = ({
  adminEmailAddress,
  connectionString,
  ...tenant
}: {
  adminEmailAddress: string;
  connectionString: string;
}) => ({
  ...tenant,
  administrator: { name: '', phone: '', email: adminEmailAddress },
  connection: '',
  ...(connectionString === '' ? {} : { connectionString }),
});

/** tenant-<v5 of its tenancyName in lower case>, so that names are unique. */
export const tenantEvents = {
  TenantCreated: defineEvent(Tenant, [upcastTenant]),
  /** `reason` is given if the tenant was deactivated. */
  TenantChanged: defineEvent(Tenant.extend({ reason: z.string().optional() }), [upcastTenant]),
  TenantDeleted: defineEvent(z.object({ reason: z.string() })),
};
export type TenantEvent = EventOf<typeof tenantEvents>;

/**
 * labSystem-<testing unit>: the secret with which a unit's own system signs its users in. It is derived from `version`
 * and a secret of the vault.
 */
export const labSystemEvents = {
  LabSystemCodeIssued: defineEvent(z.object({ version: z.number() })),
  LabSystemCodeWithdrawn: defineEvent(z.object({ reason: z.string() })),
};
export type LabSystemEvent = EventOf<typeof labSystemEvents>;

/** Roles of persons in a consignment; masked for an auditor until a reason is given (ADR-003). */
export const PersonOfConsignment = z.enum(['contact', 'ownerWitness', 'supervisionWitness', 'sampler']);
export type PersonOfConsignment = z.infer<typeof PersonOfConsignment>;

/**
 * The person whose data was read: the role in the consignment, and a fingerprint by which that person can find the
 * reading. It contains no name.
 */
export const ReadPerson = z.object({ part: PersonOfConsignment, person: z.string() });
export type ReadPerson = z.infer<typeof ReadPerson>;

/**
 * personalRead-<consignment id>: sealed fields of a consignment's history that were read. personalRead-<user id>: all
 * data about a person, read by somebody else. `reason` must not contain personal data, because it is never sealed.
 */
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
