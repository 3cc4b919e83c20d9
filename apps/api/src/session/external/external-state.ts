import { createHash, createHmac, randomBytes, timingSafeEqual } from 'node:crypto';
import { problem, RuleBroken } from '#domain/rules';
import type { Vault } from '#engines';

/** How long somebody may take to sign in elsewhere. */
const LIFE_S = 10 * 60;
const COOKIE = 'consign_external';

export type IssuedState = { state: string; cookie: string };

/**
 * A `state` for one browser: it holds with the cookie alone that was set when it was issued (002 TP-008), so that nobody is
 * signed in, or bound, by a link that somebody else prepared. Nothing is stored. The cookie tells nothing of a session.
 */
export const issueState = async (
  vault: Vault,
  { provider, at, secure }: { provider: string; at: Date; secure: boolean },
): Promise<IssuedState> => {
  const held = randomBytes(24).toString('base64url');
  const text = [
    provider,
    String(Math.floor(at.getTime() / 1000) + LIFE_S),
    createHash('sha256').update(held).digest('base64url'),
  ].join('.');
  return {
    state: `${text}.${await signed(vault, text)}`,
    cookie: `${COOKIE}=${held}; Path=/api; Max-Age=${LIFE_S}; HttpOnly; SameSite=Lax${secure ? '; Secure' : ''}`,
  };
};

/** Name of the provider that the state was issued for. @throws RuleBroken THIRD_PARTY_STATE for one that is old, changed, or of another browser. */
export const providerOfState = async (
  vault: Vault,
  { state, cookies, at }: { state: string; cookies: string | undefined; at: Date },
): Promise<string> => {
  const [provider = '', until = '', digest = '', mac = ''] = state.split('.');
  const held = new RegExp(`(?:^|;\\s*)${COOKIE}=([\\w-]+)`).exec(cookies ?? '')?.[1] ?? '';
  const holds =
    isSame(mac, await signed(vault, [provider, until, digest].join('.'))) &&
    Number(until) * 1000 > at.getTime() &&
    isSame(createHash('sha256').update(held).digest('base64url'), digest);
  if (!holds) throw new RuleBroken(problem('THIRD_PARTY_STATE', {}, 'state'));
  return provider;
};

const signed = async (vault: Vault, text: string): Promise<string> =>
  createHmac('sha256', await vault.secret('external-login-state', () => randomBytes(32).toString('base64url')))
    .update(text)
    .digest('base64url');

const isSame = (one: string, other: string): boolean =>
  one.length === other.length && timingSafeEqual(Buffer.from(one), Buffer.from(other));
