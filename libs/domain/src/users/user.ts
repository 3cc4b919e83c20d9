import {
  type Actor,
  decode,
  ERASED,
  idOfStream,
  type NotificationChoices,
  type Position,
  type PreferredLanguage,
  type RecordedEvent,
  signInEvents,
  type ThirdIdentity,
  type UiTheme,
  type UserEvent,
  userEvents,
  type UnitType,
} from '#events';
import type { Aggregate } from '../event-sourcing/handle.js';
import type { Projection } from '../event-sourcing/projection.js';
import { isJsonEqual } from '../rules/equality.js';
import { problem, type Problem, refuseIf, RuleBroken } from '../rules/rule-broken.js';
import { foldedName, isBlank, normalizedCode, normalizedMobile, phoneNumbersIn } from '../text/text.js';
import { passwordProblem } from './sign-in.js';

export type UserRegistration = Extract<UserEvent, { type: 'UserRegistered' }>['data'];

export type UserCommand =
  | { type: 'RegisterUser'; registration: UserRegistration }
  | { type: 'ChangeUserProfile'; profile: UserRegistration['profile'] }
  | { type: 'ChangePreferences'; language?: PreferredLanguage; theme?: UiTheme }
  | { type: 'ChooseNotificationChannels'; choices: NotificationChoices }
  | { type: 'BindThirdParty'; thirdType: string; identity: ThirdIdentity }
  | { type: 'UnbindThirdParty'; thirdType: string }
  | { type: 'DeleteUser'; reason: string }
  | { type: 'EraseUser'; reason: string; toReview?: ErasureReviewList }
  /** Sent by the worker after the erasure. */
  | { type: 'RecordCleared'; files: number; messages: number }
  | { type: 'RecordNotCleared'; reason: string }
  | { type: 'DeactivateUser'; reason: string }
  | { type: 'ActivateUser'; at: string }
  | { type: 'ChangeUserRoles'; roles: string[]; reason?: string }
  | {
      type: 'SetPassword';
      at: string;
      means: 'own' | 'code' | 'administrator' | 'shell';
      credential: string;
      reason?: string;
    }
  | { type: 'EndSessions'; at: string }
  | { type: 'UnlockUser'; reason: string };

/** Consignments that must be reviewed after an erasure: `ids` are the first of them, `count` is their total. */
export type ErasureReviewList = { ids: readonly string[]; count: number };

export type ThirdBinding = { thirdType: string; identity: ThirdIdentity };
/**
 * Sessions and keys created before `sessionsFrom` are invalid. It is set by a new password, by reopening the account
 * and by signing out everywhere. `credential` is the current password, `formerCredential` the previous one; if absent,
 * the first password is current. `deleted` and `erased` are permanent; after an erasure nothing of the person can be
 * read.
 */
export type User = UserRegistration & {
  active: boolean;
  sessionsFrom?: string;
  credential?: string | undefined;
  formerCredential?: string | undefined;
  language?: PreferredLanguage;
  theme?: UiTheme;
  bindings?: readonly ThirdBinding[];
  notificationChoices?: NotificationChoices;
  deleted?: true;
  erased?: true;
  toReview?: ErasureReviewList;
};

const REASON_MAX = 200;
const reasonOf = (reason: string): string => {
  const trimmed = reason.trim();
  refuseIf(trimmed.length > REASON_MAX ? problem('TEXT_TOO_LONG', { max: REASON_MAX }, 'reason') : null);
  return trimmed;
};

const decide = (command: UserCommand, user: User | null): UserEvent[] => {
  if (command.type === 'RegisterUser') {
    if (user) throw new RuleBroken(problem('RECORD_EXISTS'));
    return [{ type: 'UserRegistered', data: command.registration }];
  }
  if (!user) throw new RuleBroken(problem('NO_SUCH_USER'));
  if (command.type === 'EraseUser') {
    refuseIf(isBlank(command.reason) ? problem('REASON_REQUIRED', {}, 'reason') : null);
    const { reason, toReview = { ids: [], count: 0 } } = command;
    if (user.erased) return [];
    const review = { toReview: [...toReview.ids], toReviewCount: toReview.count };
    return [{ type: 'UserErased', data: { reason: reasonOf(reason), ...(toReview.count === 0 ? {} : review) } }];
  }
  if (command.type === 'RecordCleared') {
    const { files, messages } = command;
    return [{ type: 'ErasedPersonCleared', data: { files, messages } }];
  }
  if (command.type === 'RecordNotCleared')
    return [{ type: 'ErasedPersonNotCleared', data: { reason: command.reason } }];
  if (user.deleted) throw new RuleBroken(problem('NO_SUCH_USER'));
  switch (command.type) {
    case 'ChangeUserProfile': {
      const { description = user.profile.description ?? '', ...otherFields } = command.profile;
      const isDescribed = description !== '' || user.profile.description !== undefined;
      const profile = { ...otherFields, ...(isDescribed ? { description } : {}) };
      return isJsonEqual(profile, user.profile) ? [] : [{ type: 'UserProfileChanged', data: { profile } }];
    }
    case 'ChangePreferences': {
      const { type: _, ...preferences } = command;
      return isJsonEqual(
        { language: user.language, theme: user.theme },
        { language: user.language, theme: user.theme, ...preferences },
      )
        ? []
        : [{ type: 'UserPreferencesChanged', data: preferences }];
    }
    case 'ChooseNotificationChannels':
      return isJsonEqual(command.choices, user.notificationChoices ?? {})
        ? []
        : [{ type: 'NotificationChannelsChosen', data: { choices: command.choices } }];
    case 'BindThirdParty': {
      const { thirdType, identity } = command;
      const existing = user.bindings?.find((binding) => binding.thirdType === thirdType);
      refuseIf(
        existing && existing.identity.openid !== identity.openid ? problem('THIRD_PARTY_BOUND', {}, 'thirdType') : null,
      );
      return existing && isJsonEqual(existing.identity, identity)
        ? []
        : [{ type: 'ThirdPartyBound', data: { thirdType, identity } }];
    }
    case 'UnbindThirdParty':
      return user.bindings?.some(({ thirdType }) => thirdType === command.thirdType)
        ? [{ type: 'ThirdPartyUnbound', data: { thirdType: command.thirdType } }]
        : [];
    case 'DeleteUser':
      return [{ type: 'UserDeleted', data: { reason: reasonOf(command.reason) } }];
    case 'DeactivateUser':
      return user.active ? [{ type: 'UserDeactivated', data: { reason: reasonOf(command.reason) } }] : [];
    case 'ActivateUser':
      return user.active ? [] : [{ type: 'UserActivated', data: { at: command.at } }];
    case 'ChangeUserRoles':
      return isJsonEqual(command.roles, user.roles)
        ? []
        : [
            {
              type: 'UserRolesChanged',
              data: { roles: command.roles, ...(command.reason ? { reason: command.reason } : {}) },
            },
          ];
    case 'SetPassword': {
      const { at, means, credential, reason } = command;
      return [
        {
          type: 'UserPasswordSet',
          data: { at, means, credential, ...(reason === undefined ? {} : { reason: reasonOf(reason) }) },
        },
      ];
    }
    case 'EndSessions':
      return [{ type: 'UserSessionsEnded', data: { at: command.at } }];
    case 'UnlockUser':
      return [{ type: 'UserUnlocked', data: { reason: reasonOf(command.reason) } }];
  }
};

const evolve = (user: User | null, event: UserEvent): User | null => {
  if (event.type === 'UserRegistered') return { ...event.data, active: true };
  if (!user) return null;
  switch (event.type) {
    case 'UserProfileChanged':
      return { ...user, profile: { ...user.profile, ...event.data.profile } };
    case 'UserPreferencesChanged':
      return { ...user, ...event.data };
    case 'NotificationChannelsChosen':
      return { ...user, notificationChoices: event.data.choices };
    case 'ThirdPartyBound':
      return { ...user, bindings: [...removeBinding(user, event.data.thirdType), event.data] };
    case 'ThirdPartyUnbound':
      return { ...user, bindings: removeBinding(user, event.data.thirdType) };
    case 'UserDeleted':
      return { ...user, active: false, deleted: true };
    case 'UserErased':
      return {
        ...user,
        active: false,
        deleted: true,
        erased: true,
        toReview: { ids: event.data.toReview ?? [], count: event.data.toReviewCount ?? 0 },
        bindings: [],
        profile: { name: ERASED, phone: ERASED, email: ERASED, description: '' },
      };
    case 'UserDeactivated':
      return { ...user, active: false };
    case 'UserActivated':
      return { ...user, active: true, ...(event.data.at === undefined ? {} : { sessionsFrom: event.data.at }) };
    case 'UserRolesChanged':
      return { ...user, roles: event.data.roles };
    case 'UserPasswordSet':
      return {
        ...user,
        sessionsFrom: event.data.at,
        credential: event.data.credential,
        formerCredential: user.credential,
      };
    case 'UserSessionsEnded':
      return { ...user, sessionsFrom: event.data.at };
    case 'ErasedPersonCleared':
    case 'ErasedPersonNotCleared':
    case 'UserUnlocked':
      return user;
  }
};

const removeBinding = ({ bindings = [] }: User, thirdType: string): ThirdBinding[] =>
  bindings.filter((binding) => binding.thirdType !== thirdType);

/**
 * Stream user-<id>. The password hash is in the vault.
 * @throws RuleBroken RECORD_EXISTS, NO_SUCH_USER, REASON_REQUIRED, TEXT_TOO_LONG, THIRD_PARTY_BOUND.
 */
export const user: Aggregate<typeof userEvents, UserCommand, User | null> = {
  category: 'user',
  events: userEvents,
  decider: { initialState: null, decide, evolve },
};

/**
 * An account for its history, with the member names of the interface. It has neither the credential nor the third
 * party's identifier of the person (002 US-003).
 */
export const toApiUser = ({ userName, profile, unitName, roles, active, bindings = [] }: User): object => ({
  userName,
  name: profile.name,
  mobile: profile.phone,
  emailAddress: profile.email,
  unitName,
  roles,
  isActive: active,
  description: profile.description ?? '',
  thirdParties: bindings.map(({ thirdType, identity }) => `${thirdType} ${identity.name}`.trim()),
});

/** Actor of imports and jobs, which no user starts. There is no such account, so nobody can sign in as it. */
export const SYSTEM_ACTOR: Actor = { userId: '00000000-0000-5000-8000-000000000000', role: 'system', unitId: null };

/**
 * Actor of account commands run on the shell of the service. It is not a user either, and is named as such wherever
 * authors are shown.
 */
export const SHELL_OPERATOR: Actor = {
  userId: '00000000-0000-5000-8000-000000000002',
  role: 'shell operator',
  unitId: null,
};

const USER_NAME = /^[\p{L}\p{Nd}._-]{3,50}$/u;
const MOBILE = /^1[3-9]\d{9}$/;
const EMAIL_ADDRESS = /^[^\s@]+@[^\s@]+$/;

/** Whether the text is a mobile number of mainland China, with or without prefix and blanks. */
export const isMobile = (text: string): boolean => MOBILE.test(normalizedMobile(text));

/** Whether the text is an e-mail address. The host may have no dot, as in a local network. */
export const isEmailAddress = (text: string): boolean => EMAIL_ADDRESS.test(normalizedCode(text));

/** The problems of the data about an account's person. */
export const personProblems = ({ name, mobile }: { name: string; mobile: string }): Problem[] => [
  ...nameProblems(name),
  ...mobileProblems(mobile),
];

const nameProblems = (name: string): Problem[] => (isBlank(name) ? [problem('PERSON_NAME_REQUIRED', {}, 'name')] : []);
const mobileProblems = (mobile: string): Problem[] =>
  isMobile(mobile) ? [] : [problem('MOBILE_INVALID', {}, 'mobile')];

/**
 * The problems of a new account's raw input; empty if it is valid. `mobile` is null if none is required. Each path is
 * the member name of the interface (002 US-004, US-006).
 */
export const accountProblems = ({
  userName,
  name,
  mobile,
  password,
}: {
  userName: string;
  name: string;
  mobile: string | null;
  password: string;
}): Problem[] => [
  ...nameProblems(name),
  ...(USER_NAME.test(userName) ? [] : [problem('USER_NAME_INVALID', {}, 'userName')]),
  ...(mobile === null ? [] : mobileProblems(mobile)),
  ...[passwordProblem(password, userName)].filter((weakness) => weakness !== null),
];

/** A user in lists. Authorisation uses the folded stream, never this row (ADR-012). */
export type UserRow = {
  id: string;
  userName: string;
  name: string;
  phone: string;
  email: string;
  roles: string[];
  unitId: string | null;
  unitType: UnitType | null;
  unitName: string;
  isActive: boolean;
  description: string;
  creationTime: string;
  lastLoginTime: string | null;
  /** Log position of its registration: sorts accounts in the order in which they were opened. */
  position: Position;
};

export const users: Projection<UserRow> = {
  name: 'users',
  version: 7,
  types: [...Object.keys(userEvents), 'UserSignedIn'],
  idsOf: (event) =>
    event.type === 'UserSignedIn' ? signInOf(event).map(({ userId }) => userId) : [idOfStream(event.stream)],
  project(row, event, id) {
    const [signIn] = signInOf(event);
    if (signIn)
      return row && (row.lastLoginTime === null || row.lastLoginTime < signIn.at)
        ? { ...row, lastLoginTime: signIn.at }
        : row;
    return apply(row, decode(userEvents, event), event, id);
  },
  view: {
    columns: {
      userName: { type: 'text', of: (row) => row.userName.toLowerCase() },
      email: { type: 'text', of: (row) => row.email.toLowerCase() },
      unitId: { type: 'text', of: (row) => row.unitId },
      isActive: { type: 'integer', of: (row) => Number(row.isActive) },
      creationTime: { type: 'text', of: (row) => row.creationTime },
      position: { type: 'text', of: (row) => row.position },
    },
    /** Telephone numbers are also searchable by their digits, see `normalizedNumberSearch`. */
    search: (row) =>
      [row.userName, ...phoneNumbersIn(row.userName), row.name, row.phone, ...phoneNumbersIn(row.phone), row.unitName]
        .filter((text, index, all) => all.indexOf(text) === index)
        .join('\n'),
    indexes: [['unitId', 'position'], ['position', '_id', 'isActive'], ['email']],
    counted: [['isActive']],
  },
};

const signInOf = (event: RecordedEvent): { userId: string; at: string }[] => {
  if (event.type !== 'UserSignedIn') return [];
  const { type, data } = decode(signInEvents, event);
  return type === 'UserSignedIn' ? [data] : [];
};

const apply = (
  row: UserRow | null,
  event: UserEvent,
  { position, metadata }: RecordedEvent,
  id: string,
): UserRow | null => {
  if (event.type === 'UserRegistered') {
    const { profile, ...user } = event.data;
    return {
      id,
      ...user,
      description: '',
      ...profile,
      isActive: true,
      creationTime: metadata.at,
      lastLoginTime: row?.lastLoginTime ?? null,
      position,
    };
  }
  if (!row) return null;
  switch (event.type) {
    case 'UserProfileChanged':
      return { ...row, ...event.data.profile };
    case 'UserDeactivated':
      return { ...row, isActive: false };
    case 'UserActivated':
      return { ...row, isActive: true };
    case 'UserRolesChanged':
      return { ...row, roles: event.data.roles };
    case 'UserDeleted':
    case 'UserErased':
      return null;
    case 'UserPasswordSet':
    case 'UserPreferencesChanged':
    case 'NotificationChannelsChosen':
    case 'ThirdPartyBound':
    case 'ThirdPartyUnbound':
    case 'ErasedPersonCleared':
    case 'ErasedPersonNotCleared':
    case 'UserSessionsEnded':
    case 'UserUnlocked':
      return row;
  }
};

/**
 * The account that signs in under a user name. The id is the folded name, and also the name in lower case if it
 * differs. Accounts registered before names were folded may share a folded name. It then belongs to the account whose
 * lower case name it is, otherwise to the first one.
 */
export type UserByNameRow = { id: string; userId: string };

/** The keys to look up a user name by, in this order. */
export const userNameKeys = (userName: string): string[] => [
  ...new Set([userName.toLowerCase(), foldedName(userName)]),
];

const idsOf = (event: Parameters<Projection<UserByNameRow>['idsOf']>[0]): string[] => {
  const { type, data } = decode(userEvents, event);
  return type === 'UserRegistered' ? userNameKeys(data.userName) : [];
};

export const usersByName: Projection<UserByNameRow> = {
  name: 'usersByName',
  version: 2,
  types: ['UserRegistered'],
  idsOf,
  project(row, event, id) {
    const isOwn = idsOf(event)[0] === id;
    return row && !isOwn ? row : { id, userId: idOfStream(event.stream) };
  },
  view: { columns: { userId: { type: 'text', of: (row) => row.userId } }, search: null, indexes: [] },
};
