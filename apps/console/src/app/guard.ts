import { UNIT_OPENING } from '../lib/paths.js';
import { accessKeysOfUser, type RoutedUser, canOpen, type RouteEntry, findScreen } from './route-registry.js';

/** What to do with an address: show a screen, go elsewhere, or read first who is signed in. */
export type RouteDecision =
  | { kind: 'show'; entry: RouteEntry }
  | { kind: 'identify'; entry: RouteEntry }
  | { kind: 'refresh'; to: string }
  | { kind: 'go'; to: string; state?: { from: string } };

/** `/redirect<path>` mounts the view of that path again (NAV-004). */
const REFRESH = '/redirect/';
const LOGIN = '/login';

type Address = { pathname: string; search: string; hash: string };

/** Only an address of this console is a valid return address: `//other.site` and `https://...` are not. */
export const safeRedirectTarget = (redirect: string | null): string =>
  redirect && /^\/(?![/\\])/.test(redirect) ? redirect : '/dashboard';

/**
 * Decides about an address (ROLE-006, ROLE-007, NAV-004, RG-001 to RG-006). Pure.
 * Without a token, public screens open and everything else leads to the login, which leads back afterwards. With a
 * token, the user is read first; a screen of another role leads to /401, an unknown address to /404. Users of a unit
 * that was never opened are led to the page that says so.
 */
export const decideRoute = (
  entries: readonly RouteEntry[],
  address: Address,
  hasToken: boolean,
  user: RoutedUser | null,
): RouteDecision => {
  const path = `${address.pathname}${address.search}${address.hash}`;
  if (address.pathname === '/') return { kind: 'go', to: '/dashboard' };
  if (address.pathname.startsWith(REFRESH))
    return { kind: 'refresh', to: safeRedirectTarget(path.slice(REFRESH.length - 1)) };
  const entry = findScreen(entries, address.pathname);
  // A signed-in user needs no login page and goes home, or to the return address (RG-006).
  if (hasToken && address.pathname === LOGIN)
    return { kind: 'go', to: safeRedirectTarget(new URLSearchParams(address.search).get('redirect')) };
  if (entry?.isPublic) return { kind: 'show', entry };
  if (!hasToken) return { kind: 'go', to: `${LOGIN}?redirect=${encodeURIComponent(path)}` };
  if (!entry) return { kind: 'go', to: '/404', state: { from: address.pathname } };
  if (!user) return { kind: 'identify', entry };
  if (user.unitIsUnopened && !entry.unopenedUnit) return { kind: 'go', to: UNIT_OPENING };
  if (entry.unopenedUnit === 'only' && !user.unitIsUnopened) return { kind: 'go', to: '/dashboard' };
  if (!canOpen(entry, accessKeysOfUser(user))) return { kind: 'go', to: '/401', state: { from: address.pathname } };
  const elsewhere = entry.redirectTo?.(user) ?? null;
  return elsewhere === null ? { kind: 'show', entry } : { kind: 'go', to: elsewhere };
};
