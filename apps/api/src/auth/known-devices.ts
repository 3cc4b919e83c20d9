import { createHmac, randomBytes, timingSafeEqual } from 'node:crypto';
import { isImpossible } from '#domain/time';
import type { Vault } from '#engines';

const COOKIE = 'consign_device';
const LIFE_S = 180 * 24 * 60 * 60;
/** Accounts that one browser remembers; the one signed in to longest ago goes first. */
const MOST_ACCOUNTS = 10;

type Asked = { cookies: string | undefined; userId: string; at: Date };

/**
 * The device that a browser names for a user, where it was signed in before; null for one that was not. It grants nothing: it only tells
 * whose failures count (ADR-013), so that nobody is locked out at an own device by guesses from elsewhere.
 */
export const knownDeviceId = async (vault: Vault, { cookies, userId, at }: Asked): Promise<string | null> => {
  const isOfUser = checkFor(await signatureOf(vault), userId);
  const [device = '', until = ''] = entriesIn(cookies).find(isOfUser)?.split('.') ?? [];
  const [ends, now] = [Number.parseInt(until, 36) * 1000, at.getTime()];
  return ends > now && !isImpossible(ends, now, LIFE_S * 1000) ? device : null;
};

/** The cookie by which a browser names itself for a user who has just signed in. A script cannot read it, and no other site's page sends it. */
export const cookieForDevice = async (
  vault: Vault,
  { cookies, userId, at, secure }: Asked & { secure: boolean },
): Promise<string> => {
  const sign = await signatureOf(vault);
  const device = (await knownDeviceId(vault, { cookies, userId, at })) ?? randomBytes(16).toString('base64url');
  const named = `${device}.${(Math.floor(at.getTime() / 1000) + LIFE_S).toString(36)}`;
  const isOfUser = checkFor(sign, userId);
  const others = entriesIn(cookies).filter((entry) => !isOfUser(entry));
  const value = [`${named}.${sign(userId, named)}`, ...others].slice(0, MOST_ACCOUNTS).join('~');
  return `${COOKIE}=${value}; Path=/api/TokenAuth; Max-Age=${LIFE_S}; HttpOnly; SameSite=Strict${secure ? '; Secure' : ''}`;
};

/** `<device>.<until>.<signature>`, one for each account that was signed in to. */
const entriesIn = (cookies: string | undefined): string[] => {
  const value = new RegExp(`(?:^|;\\s*)${COOKIE}=([\\w.~-]{1,2000})(?:;|$)`).exec(cookies ?? '')?.[1] ?? '';
  return value
    .split('~')
    .filter((entry) => /^[\w-]{22}\.[0-9a-z]{1,9}\.[\w-]{43}$/.test(entry))
    .slice(0, MOST_ACCOUNTS);
};

type Sign = (userId: string, text: string) => string;

const checkFor =
  (sign: Sign, userId: string) =>
  (entry: string): boolean => {
    const [device = '', until = '', given = ''] = entry.split('.');
    return timingSafeEqual(Buffer.from(given), Buffer.from(sign(userId, `${device}.${until}`)));
  };

const signatureOf = async (vault: Vault): Promise<Sign> => {
  const secret = await vault.secret('known-devices', () => randomBytes(32).toString('base64url'));
  return (userId, text) => createHmac('sha256', secret).update(`${userId}/${text}`).digest('base64url');
};
