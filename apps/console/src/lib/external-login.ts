import { startExternalLogin } from '#contract';
import { callOperation } from './http.js';

/** The one page that a third party sends browsers back to (002 AU-021). */
export const AUTH_REDIRECT = '/auth-redirect';
const STORED = 'externalLogin';

/**
 * Why somebody was sent to a third party: to sign in, or to bind the identity to who is signed in. `to` is where they
 * go on.
 */
export type ExternalLoginIntent = { kind: 'signIn' | 'bind'; to: string };

/** Leaves for the third party; the errand waits in this tab. `leave` is for tests, which cannot go anywhere. */
export const leaveFor = async (
  provider: string,
  errand: ExternalLoginIntent,
  leave: (address: string) => void = (address) => location.assign(address),
): Promise<void> => {
  const { address } = await callOperation(startExternalLogin, {
    body: { provider, redirectUri: `${location.origin}${AUTH_REDIRECT}` },
  });
  sessionStorage.setItem(STORED, JSON.stringify(errand));
  leave(address);
};

/** What somebody who comes back set out for; without a word of it, to sign in. Told once. */
export const takeLoginIntent = (): ExternalLoginIntent => {
  const stored = sessionStorage.getItem(STORED);
  sessionStorage.removeItem(STORED);
  try {
    const { kind, to } = JSON.parse(stored ?? '') as Partial<ExternalLoginIntent>;
    return { kind: kind === 'bind' ? 'bind' : 'signIn', to: typeof to === 'string' ? to : '/' };
  } catch {
    return { kind: 'signIn', to: '/' };
  }
};
