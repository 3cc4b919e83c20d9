import { type UserEvent, userEvents } from '#events';
import type { Aggregate } from '../handle.js';
import { problem, RuleBroken } from '../rules/rule-broken.js';
import { sameFacts } from '../rules/same-facts.js';

export type UserRegistration = Extract<UserEvent, { type: 'UserRegistered' }>['data'];

export type UserCommand =
  | { type: 'RegisterUser'; registration: UserRegistration }
  | { type: 'ChangeUserProfile'; profile: UserRegistration['profile'] }
  | { type: 'DeactivateUser'; reason: string }
  | { type: 'ActivateUser' }
  | { type: 'ChangeUserRoles'; roles: string[]; reason?: string }
  | { type: 'SetPassword'; at: string; means: 'own' | 'code' | 'administrator' };

/** Sessions that were opened before `sessionsFrom` do not hold. */
export type User = UserRegistration & { active: boolean; sessionsFrom?: string };

const decide = (command: UserCommand, user: User | null): UserEvent[] => {
  if (command.type === 'RegisterUser') {
    if (user) throw new RuleBroken(problem('RECORD_EXISTS'));
    return [{ type: 'UserRegistered', data: command.registration }];
  }
  if (!user) throw new RuleBroken(problem('NO_SUCH_USER'));
  switch (command.type) {
    case 'ChangeUserProfile':
      return sameFacts(command.profile, user.profile) ? [] : [{ type: 'UserProfileChanged', data: { profile: command.profile } }];
    case 'DeactivateUser':
      if (command.reason.trim() === '') throw new RuleBroken(problem('REASON_REQUIRED', {}, 'reason'));
      return user.active ? [{ type: 'UserDeactivated', data: { reason: command.reason.trim() } }] : [];
    case 'ActivateUser':
      return user.active ? [] : [{ type: 'UserActivated', data: {} }];
    case 'ChangeUserRoles':
      return sameFacts(command.roles, user.roles) ? [] : [{ type: 'UserRolesChanged', data: { roles: command.roles, ...(command.reason ? { reason: command.reason } : {}) } }];
    case 'SetPassword':
      return [{ type: 'UserPasswordSet', data: { at: command.at, means: command.means } }];
  }
};

const evolve = (user: User | null, event: UserEvent): User | null => {
  if (event.type === 'UserRegistered') return { ...event.data, active: true };
  if (!user) return null;
  switch (event.type) {
    case 'UserProfileChanged':
      return { ...user, profile: event.data.profile };
    case 'UserDeactivated':
      return { ...user, active: false };
    case 'UserActivated':
      return { ...user, active: true };
    case 'UserRolesChanged':
      return { ...user, roles: event.data.roles };
    case 'UserPasswordSet':
      return { ...user, sessionsFrom: event.data.at };
  }
};

/** user-<id>; its password hash is in the vault. @throws RuleBroken RECORD_EXISTS, NO_SUCH_USER, REASON_REQUIRED. */
export const user: Aggregate<typeof userEvents, UserCommand, User | null> = {
  category: 'user',
  events: userEvents,
  decider: { initialState: null, decide, evolve },
};
