import { createContext, useContext } from 'react';
import { authenticate, changeRole, getUserInfo, logout, type ResultOf, type UserInfo } from '#contract';
import { ROLE } from '#events';
import { textOf } from '../i18n/texts.js';
import { forgetPosition } from './event-position.js';
import { errorLog } from './failures.js';
import { callOperation } from './http.js';
import { applyUserLanguage } from './own-language.js';
import { queryClient } from './queries.js';
import { texts } from './texts.js';
import { clearToken, storeToken, storeTokenForTab } from './token.js';

/** The user who is signed in. It is set in the shell; public pages have null. */
export const SessionContext = createContext<UserInfo | null>(null);

export const useUser = (): UserInfo => {
  const user = useContext(SessionContext);
  if (!user) throw new Error('useUser stands outside of the signed-in part of the console');
  return user;
};

export const hasRole = (user: Pick<UserInfo, 'roles'>, ...roles: readonly string[]): boolean =>
  roles.some((role) => user.roles.includes(role));
/** Marks a testing-institution user (ROLE-003). */
export const isTestingUnit = (user: Pick<UserInfo, 'roles'>): boolean => hasRole(user, ROLE.lab);
export const isClient = (user: Pick<UserInfo, 'roles'>): boolean => hasRole(user, ROLE.client);

/** Users who see names unmasked, and may therefore filter by them; an auditor sees them masked. */
export const canSeePersons = (user: Pick<UserInfo, 'roles'>): boolean =>
  hasRole(user, ROLE.client, ROLE.lab, ROLE.admin);

/** The token is not valid: the user has to sign in (002 AU-011). */
export class NotSignedIn extends Error {
  override name = 'NobodySignedIn';
}

/** VA-025; internal errors, in English in every language. */
const checkedUser = (user: ResultOf<typeof getUserInfo> | null): UserInfo => {
  if (!user) throw new NotSignedIn(textOf(texts, 'noUser'));
  if (!Array.isArray(user.roles) || user.roles.length === 0) throw new Error(textOf(texts, 'noRoles'));
  if (hasRole(user, ROLE.client, ROLE.lab) && user.unitId === null) throw new Error(textOf(texts, 'noUnit'));
  return user;
};

/** Read once after sign-in or reload (ROLE-007). */
export const userQuery = {
  queryKey: ['GetUserInfo'] as const,
  queryFn: async () => {
    const user = checkedUser(await callOperation(getUserInfo, { query: { webUrl: location.origin } }));
    await applyUserLanguage(user);
    return user;
  },
  staleTime: Number.POSITIVE_INFINITY,
  gcTime: Number.POSITIVE_INFINITY,
  refetchOnWindowFocus: false,
};

/**
 * Signs in and stores the token. The user name is trimmed (VA-025). @throws ApiError with the server's message
 * (ERR-005).
 */
export const signIn = async (userName: string, password: string, remember: boolean): Promise<void> => {
  const { accessToken } = await callOperation(authenticate, {
    body: { UserNameOrEmailAddress: userName.trim(), password, RememberClient: remember },
  });
  storeToken(accessToken, remember);
};

/**
 * Continues in one of the user's roles, or without a name in all of them (002 AU-009): the new token belongs to this
 * tab, and everything is read again with it, the user and so the routes first.
 */
export const switchRole = async (roleName: string): Promise<void> => {
  const { accessToken } = await callOperation(changeRole, { body: { roleName } });
  storeTokenForTab(accessToken);
  forgetPosition();
  await queryClient.resetQueries();
};

/** Removes token, roles and everything read, without a call (ROLE-011). */
export const signOutLocally = (): void => {
  clearToken();
  forgetPosition();
  queryClient.clear();
};

/**
 * Signs out at the server, then removes the session and the error log. The user is signed out here even if the server
 * cannot be reached.
 */
export const signOut = async (): Promise<void> => {
  try {
    await callOperation(logout);
  } finally {
    signOutLocally();
    errorLog.set([]);
  }
};
