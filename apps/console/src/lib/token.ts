import { claimsOfToken, type TokenClaims } from '#contract';

/** Where the access token lies (ROLE-010, DECISIONS 29): this tab's session, or a cookie; the session wins. */
const NAME = 'consign_token';
/** Seven days, for a user who asked to stay signed in (K-007). */
const REMEMBERED_SECONDS = 7 * 24 * 3600;

const cookie = (value: string, lifetime: string): string =>
  `${NAME}=${encodeURIComponent(value)}; Path=/; SameSite=Lax${location.protocol === 'https:' ? '; Secure' : ''}${lifetime}`;

const fromCookie = (): string | null => {
  const found = document.cookie.split('; ').find((part) => part.startsWith(`${NAME}=`));
  return found ? decodeURIComponent(found.slice(NAME.length + 1)) || null : null;
};

export const readToken = (): string | null => sessionStorage.getItem(NAME) || fromCookie();

/** Whose the token is by its own words (ROLE-012): to be shown until the server has told. */
export const readClaims = (): TokenClaims | null => claimsOfToken(readToken() ?? '');

/** Remembered: a cookie of seven days. Otherwise a session cookie, so that new tabs of this browser session are signed in too. */
export const storeToken = (token: string, remember: boolean): void => {
  sessionStorage.removeItem(NAME);
  document.cookie = cookie(token, remember ? `; Max-Age=${REMEMBERED_SECONDS}` : '');
};

/** A token for this tab only, above any cookie: an embedded login or a changed role. */
export const storeTokenForTab = (token: string): void => sessionStorage.setItem(NAME, token);

/** Local sign-out: no call is made (ROLE-011). */
export const clearToken = (): void => {
  sessionStorage.removeItem(NAME);
  document.cookie = cookie('', '; Max-Age=0');
};
