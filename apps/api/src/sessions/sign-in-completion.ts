import { createHmac, randomBytes, timingSafeEqual } from 'node:crypto';
import { Inject, Injectable } from '@nestjs/common';
import type { AuthResult } from '#contract';
import { load, type CommandContext } from '#domain/event-sourcing';
import { isImpossible } from '#domain/time';
import { consigningUnit, testingUnit, UNIT_STATUS } from '#domain/units';
import type { Engines, Vault } from '#engines';
import { UNIT_TYPE } from '#events';
import type { Caller } from '../auth/caller.js';
import type { LabSecret } from '../auth/lab-systems.js';
import { Sessions, type OpenedSession } from '../auth/sessions.js';
import { SignInAttempts } from '../auth/sign-in-attempts.js';
import { Tokens } from '../auth/tokens.js';
import type { RegisteredUser } from '../auth/users.js';
import type { ApiRequest } from '../http/api-request.js';
import { CLOCK, ENGINES, type Clock } from '../injection-tokens.js';

/** Data of a request that identifies its browser. */
export type Browser = { address: string; cookies: string | undefined; secure: boolean; at: Date };

export const browserOf = ({ ip, headers, protocol, receivedAt }: ApiRequest): Browser => ({
  address: ip,
  cookies: headers.cookie,
  secure: protocol === 'https',
  at: receivedAt,
});

/** The response of a sign-in, and the cookie that marks the browser as known to the user. */
export type SignedIn = { result: AuthResult; deviceCookie: string };

/** The last step of every kind of sign-in: records the sign-in and opens the session. */
@Injectable()
export class SignInCompletion {
  constructor(
    @Inject(ENGINES) private readonly engines: Engines,
    private readonly sessions: Sessions,
    private readonly tokens: Tokens,
    private readonly attempts: SignInAttempts,
    @Inject(CLOCK) private readonly now: Clock,
  ) {}

  async complete(
    user: RegisteredUser,
    options: { remembered?: boolean; labSecret?: LabSecret },
    context: CommandContext,
  ): Promise<AuthResult> {
    await this.attempts.recordSignIn(user.id, context);
    return this.toAuthResult(user, await this.sessions.open(user, options, this.now()));
  }

  /** Opens another session for a signed-in user. */
  async derive(caller: Caller, user: RegisteredUser, options: { onlyRole: string | null }): Promise<AuthResult> {
    return this.toAuthResult(user, await this.sessions.derive(caller, user, options, this.now()));
  }

  private async toAuthResult(
    user: RegisteredUser,
    { accessToken, expireInSeconds }: OpenedSession,
  ): Promise<AuthResult> {
    return {
      accessToken,
      encryptedAccessToken: await this.tokens.seal(accessToken),
      expireInSeconds,
      userId: user.id,
      waitingForActivation: await this.isWaitingForActivation(user),
    };
  }

  private async isWaitingForActivation({ unitId, unitType }: RegisteredUser): Promise<boolean> {
    if (unitId === null) return false;
    if (unitType === UNIT_TYPE.laboratory)
      return !(await load(this.engines.eventStore, testingUnit, unitId)).state?.isActive;
    return (await load(this.engines.eventStore, consigningUnit, unitId)).state?.status === UNIT_STATUS.closed;
  }
}

const DEVICE_COOKIE = 'consign_device';
const DEVICE_LIFE_S = 180 * 24 * 60 * 60;
/** Maximum number of accounts that one browser remembers. The account with the oldest sign-in is dropped first. */
const MAX_ACCOUNTS = 10;

/**
 * The id of the device if the user has signed in on it before, else null. It grants nothing. It only determines which
 * failures count (ADR-013), so that guesses from elsewhere do not lock users out on their own devices.
 */
export const knownDeviceId = async (
  vault: Vault,
  userId: string,
  { cookies, at }: Pick<Browser, 'cookies' | 'at'>,
): Promise<string | null> => {
  const isOfUser = ownershipCheck(await loadSigner(vault), userId);
  const [device = '', expiry = ''] = entriesIn(cookies).find(isOfUser)?.split('.') ?? [];
  const [expiresAt, now] = [Number.parseInt(expiry, 36) * 1000, at.getTime()];
  return expiresAt > now && !isImpossible(expiresAt, now, DEVICE_LIFE_S * 1000) ? device : null;
};

/**
 * The cookie that marks the browser as known to a user who has just signed in. Scripts cannot read it, and other sites
 * do not send it.
 */
export const deviceCookieFor = async (vault: Vault, userId: string, browser: Browser): Promise<string> => {
  const { cookies, at, secure } = browser;
  const sign = await loadSigner(vault);
  const device = (await knownDeviceId(vault, userId, browser)) ?? randomBytes(16).toString('base64url');
  const entry = `${device}.${(Math.floor(at.getTime() / 1000) + DEVICE_LIFE_S).toString(36)}`;
  const isOfUser = ownershipCheck(sign, userId);
  const otherEntries = entriesIn(cookies).filter((otherEntry) => !isOfUser(otherEntry));
  const value = [`${entry}.${sign(userId, entry)}`, ...otherEntries].slice(0, MAX_ACCOUNTS).join('~');
  const attributes = `Path=/api/TokenAuth; Max-Age=${DEVICE_LIFE_S}; HttpOnly; SameSite=Strict${secure ? '; Secure' : ''}`;
  return `${DEVICE_COOKIE}=${value}; ${attributes}`;
};

/** `<device>.<expiry>.<signature>` of each account that has signed in. */
const entriesIn = (cookies: string | undefined): string[] => {
  const value = new RegExp(`(?:^|;\\s*)${DEVICE_COOKIE}=([\\w.~-]{1,2000})(?:;|$)`).exec(cookies ?? '')?.[1] ?? '';
  return value
    .split('~')
    .filter((entry) => /^[\w-]{22}\.[0-9a-z]{1,9}\.[\w-]{43}$/.test(entry))
    .slice(0, MAX_ACCOUNTS);
};

type Sign = (userId: string, text: string) => string;

const ownershipCheck =
  (sign: Sign, userId: string) =>
  (entry: string): boolean => {
    const [device = '', expiry = '', signature = ''] = entry.split('.');
    return timingSafeEqual(Buffer.from(signature), Buffer.from(sign(userId, `${device}.${expiry}`)));
  };

const loadSigner = async (vault: Vault): Promise<Sign> => {
  const secret = await vault.secret('known-devices', () => randomBytes(32).toString('base64url'));
  return (userId, text) => createHmac('sha256', secret).update(`${userId}/${text}`).digest('base64url');
};
