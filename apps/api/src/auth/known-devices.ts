import { createHmac, randomBytes, timingSafeEqual } from 'node:crypto';
import { isImpossible } from '#domain/time';
import type { Vault } from '#engines';

const COOKIE = 'consign_device';
const LIFE_S = 180 * 24 * 60 * 60;
/** Accounts that one browser remembers. The one with the oldest sign-in is dropped first. */
const MAX_ACCOUNTS = 10;

type DeviceRequest = { cookies: string | undefined; userId: string; at: Date };

/**
 * The id of the device if the user has signed in on it before, else null. It grants nothing. It only decides which failures count
 * (ADR-013), so that guesses from elsewhere lock nobody out on their own device.
 */
export const knownDeviceId = async (vault: Vault, { cookies, userId, at }: DeviceRequest): Promise<string | null> => {
  const isOfUser = ownershipCheck(await loadSigner(vault), userId);
  const [device = '', until = ''] = entriesIn(cookies).find(isOfUser)?.split('.') ?? [];
  const [ends, now] = [Number.parseInt(until, 36) * 1000, at.getTime()];
  return ends > now && !isImpossible(ends, now, LIFE_S * 1000) ? device : null;
};

/** The cookie that marks the browser as known to a user who has just signed in. Scripts cannot read it and other sites do not send it. */
export const cookieForDevice = async (
  vault: Vault,
  { cookies, userId, at, secure }: DeviceRequest & { secure: boolean },
): Promise<string> => {
  const sign = await loadSigner(vault);
  const device = (await knownDeviceId(vault, { cookies, userId, at })) ?? randomBytes(16).toString('base64url');
  const named = `${device}.${(Math.floor(at.getTime() / 1000) + LIFE_S).toString(36)}`;
  const isOfUser = ownershipCheck(sign, userId);
  const others = entriesIn(cookies).filter((entry) => !isOfUser(entry));
  const value = [`${named}.${sign(userId, named)}`, ...others].slice(0, MAX_ACCOUNTS).join('~');
  return `${COOKIE}=${value}; Path=/api/TokenAuth; Max-Age=${LIFE_S}; HttpOnly; SameSite=Strict${secure ? '; Secure' : ''}`;
};

/** `<device>.<until>.<signature>` of each account that has signed in. */
const entriesIn = (cookies: string | undefined): string[] => {
  const value = new RegExp(`(?:^|;\\s*)${COOKIE}=([\\w.~-]{1,2000})(?:;|$)`).exec(cookies ?? '')?.[1] ?? '';
  return value
    .split('~')
    .filter((entry) => /^[\w-]{22}\.[0-9a-z]{1,9}\.[\w-]{43}$/.test(entry))
    .slice(0, MAX_ACCOUNTS);
};

type Sign = (userId: string, text: string) => string;

const ownershipCheck =
  (sign: Sign, userId: string) =>
  (entry: string): boolean => {
    const [device = '', until = '', given = ''] = entry.split('.');
    return timingSafeEqual(Buffer.from(given), Buffer.from(sign(userId, `${device}.${until}`)));
  };

const loadSigner = async (vault: Vault): Promise<Sign> => {
  const secret = await vault.secret('known-devices', () => randomBytes(32).toString('base64url'));
  return (userId, text) => createHmac('sha256', secret).update(`${userId}/${text}`).digest('base64url');
};
