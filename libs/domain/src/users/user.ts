import {
  ERASED,
  type NotificationChoices,
  type PreferredLanguage,
  type ThirdIdentity,
  type UiTheme,
  type UserEvent,
  userEvents,
} from '#events';
import type { Aggregate } from '../handle.js';
import { problem, refuseIf, RuleBroken } from '../rules/rule-broken.js';
import { sameFacts } from '../rules/same-facts.js';
import { isBlank } from '../text/text.js';

export type UserRegistration = Extract<UserEvent, { type: 'UserRegistered' }>['data'];

export type UserCommand =
  | { type: 'RegisterUser'; registration: UserRegistration }
  | { type: 'ChangeUserProfile'; profile: UserRegistration['profile'] }
  | { type: 'ChangePreferences'; language?: PreferredLanguage; theme?: UiTheme }
  | { type: 'ChooseNotificationChannels'; choices: NotificationChoices }
  | { type: 'BindThirdParty'; thirdType: string; identity: ThirdIdentity }
  | { type: 'UnbindThirdParty'; thirdType: string }
  | { type: 'DeleteUser'; reason: string }
  | { type: 'EraseUser'; reason: string; toReview?: ToReview }
  /** By the worker, after the erasure. */
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

/** Consignments that somebody must look at after an erasure: the first of all there are. */
export type ToReview = { ids: readonly string[]; count: number };

export type ThirdBinding = { thirdType: string; identity: ThirdIdentity };
/**
 * Sessions that were opened and keys that were made before `sessionsFrom` do not hold: a new password, an account that is opened again, and a user who signed out everywhere. `credential` is the password that counts, `formerCredential` the one before it;
 * absent: the first. `deleted` is for good, and so is `erased`: nothing of the person can be read any more.
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
  toReview?: ToReview;
};

const REASON_MAX = 200;
const reasonOf = (reason: string): string => {
  const given = reason.trim();
  refuseIf(given.length > REASON_MAX ? problem('TEXT_TOO_LONG', { max: REASON_MAX }, 'reason') : null);
  return given;
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
      const { description = user.profile.description ?? '', ...named } = command.profile;
      const isDescribed = description !== '' || user.profile.description !== undefined;
      const profile = { ...named, ...(isDescribed ? { description } : {}) };
      return sameFacts(profile, user.profile) ? [] : [{ type: 'UserProfileChanged', data: { profile } }];
    }
    case 'ChangePreferences': {
      const { type: _, ...chosen } = command;
      return sameFacts(
        { language: user.language, theme: user.theme },
        { language: user.language, theme: user.theme, ...chosen },
      )
        ? []
        : [{ type: 'UserPreferencesChanged', data: chosen }];
    }
    case 'ChooseNotificationChannels':
      return sameFacts(command.choices, user.notificationChoices ?? {})
        ? []
        : [{ type: 'NotificationChannelsChosen', data: { choices: command.choices } }];
    case 'BindThirdParty': {
      const { thirdType, identity } = command;
      const held = user.bindings?.find((one) => one.thirdType === thirdType);
      refuseIf(held && held.identity.openid !== identity.openid ? problem('THIRD_PARTY_BOUND', {}, 'thirdType') : null);
      return held && sameFacts(held.identity, identity)
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
      return sameFacts(command.roles, user.roles)
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
      return { ...user, bindings: [...without(user, event.data.thirdType), event.data] };
    case 'ThirdPartyUnbound':
      return { ...user, bindings: without(user, event.data.thirdType) };
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

const without = ({ bindings = [] }: User, thirdType: string): ThirdBinding[] =>
  bindings.filter((one) => one.thirdType !== thirdType);

/** user-<id>; its password hash is in the vault. @throws RuleBroken RECORD_EXISTS, NO_SUCH_USER, REASON_REQUIRED, THIRD_PARTY_BOUND. */
export const user: Aggregate<typeof userEvents, UserCommand, User | null> = {
  category: 'user',
  events: userEvents,
  decider: { initialState: null, decide, evolve },
};
