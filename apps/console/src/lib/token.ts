import { claimsOfToken, type TokenClaims } from '#contract';
import { embeddingOrigin } from './embedding-origin.js';

/** Where the access token is stored (ROLE-010, ADR-012): the session of this tab, or a cookie; the session wins. */
const NAME = 'consign_token';
/** For a page inside a laboratory's system: no other page of the tab may use a token with so few rights. */
const EMBEDDED = 'consign_embedded_token';
/** Seven days, for a user who asked to stay signed in (K-007). */
const REMEMBERED_SECONDS = 7 * 24 * 3600;

const cookie = (value: string, lifetime: string): string =>
  `${NAME}=${encodeURIComponent(value)}; Path=/; SameSite=Lax${location.protocol === 'https:' ? '; Secure' : ''}${lifetime}`;

const fromCookie = (): string | null => {
  const entry = document.cookie.split('; ').find((part) => part.startsWith(`${NAME}=`));
  return entry ? decodeURIComponent(entry.slice(NAME.length + 1)) || null : null;
};

/** The token of the user who signed in at the platform itself, in this browser. */
export const readOwnToken = (): string | null => sessionStorage.getItem(NAME) || fromCookie();

export const readToken = (): string | null =>
  embeddingOrigin.get() === null ? readOwnToken() : sessionStorage.getItem(EMBEDDED);

/** The user named in the token (ROLE-012), shown until the server has responded. */
export const readClaims = (): TokenClaims | null => claimsOfToken(readToken() ?? '');

/**
 * Remembered: a cookie of seven days. Otherwise a session cookie, so that new tabs of this browser session are signed
 * in too.
 */
export const storeToken = (token: string, remember: boolean): void => {
  sessionStorage.removeItem(NAME);
  document.cookie = cookie(token, remember ? `; Max-Age=${REMEMBERED_SECONDS}` : '');
};

/** A token for this tab only, above any cookie: an embedded login or a changed role. */
export const storeTokenForTab = (token: string): void => sessionStorage.setItem(NAME, token);

export const storeEmbeddedToken = (token: string): void => sessionStorage.setItem(EMBEDDED, token);

/** Local sign-out: no call is made (ROLE-011). */
export const clearToken = (): void => {
  sessionStorage.removeItem(EMBEDDED);
  if (embeddingOrigin.get() !== null) return;
  sessionStorage.removeItem(NAME);
  document.cookie = cookie('', '; Max-Age=0');
};
