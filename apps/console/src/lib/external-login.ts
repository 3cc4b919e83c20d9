import { startExternalLogin } from '#contract';
import { callOperation } from './http.js';

/** The page to which a third party redirects browsers (002 AU-021). */
export const AUTH_REDIRECT = '/auth-redirect';
const STORAGE_KEY = 'externalLogin';

/**
 * Why the user was redirected to a third party: to sign in, or to bind the identity to the current user. `to` is the
 * address to go on to.
 */
export type ExternalLoginIntent = { kind: 'signIn' | 'bind'; to: string };

/**
 * Redirects to the third party; the purpose is stored in this tab. `navigateTo` is for tests, which cannot navigate.
 */
export const leaveFor = async (
  provider: string,
  intent: ExternalLoginIntent,
  navigateTo: (address: string) => void = (address) => location.assign(address),
): Promise<void> => {
  const { address } = await callOperation(startExternalLogin, {
    body: { provider, redirectUri: `${location.origin}${AUTH_REDIRECT}` },
  });
  sessionStorage.setItem(STORAGE_KEY, JSON.stringify(intent));
  navigateTo(address);
};

/** The purpose with which the user left; by default, to sign in. Can be read once. */
export const takeLoginIntent = (): ExternalLoginIntent => {
  const stored = sessionStorage.getItem(STORAGE_KEY);
  sessionStorage.removeItem(STORAGE_KEY);
  try {
    const { kind, to } = JSON.parse(stored ?? '') as Partial<ExternalLoginIntent>;
    return { kind: kind === 'bind' ? 'bind' : 'signIn', to: typeof to === 'string' ? to : '/' };
  } catch {
    return { kind: 'signIn', to: '/' };
  }
};
