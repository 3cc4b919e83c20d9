import { createHash, createHmac, randomBytes, timingSafeEqual } from 'node:crypto';
import { Inject, Injectable } from '@nestjs/common';
import { v5 } from 'uuid';
import { load, type CommandContext } from '#domain/event-sourcing';
import { reservation, reservationId } from '#domain/reference';
import { problem, RuleBroken } from '#domain/rules';
import { fingerprint, type Engines, type Vault } from '#engines';
import { Users, type RegisteredUser } from '../auth/users.js';
import { Decisions } from '../commands/decisions.js';
import { reserveValue } from '../commands/unique-values.js';
import { ENGINES, LOGGER, OPTIONS, type ApiOptions, type Log } from '../injection-tokens.js';
import { ProviderRejectedCode, type ExternalIdentity, type IdentityProvider } from './identity-providers.js';
import type { Browser } from './sign-in-completion.js';

/** The parameters of a callback from a third party. */
export type ExternalCallback = { code: string; state: string; thirdType: string; openid: string };
const KIND = 'thirdParty';

/**
 * Identities at third parties, and the users who have bound them. A reservation binds an identity to one user
 * (ADR-002).
 */
@Injectable()
export class ExternalIdentities {
  constructor(
    @Inject(ENGINES) private readonly engines: Engines,
    private readonly decisions: Decisions,
    @Inject(Users) private readonly users: Users,
    @Inject(OPTIONS) private readonly options: ApiOptions,
    @Inject(LOGGER) private readonly log: Log,
  ) {}

  get providers(): readonly IdentityProvider[] {
    return this.options.providers ?? [];
  }

  /** @throws RuleBroken NO_SUCH_PROVIDER */
  provider(name: string): IdentityProvider {
    const provider = this.providers.find((each) => each.name.toLowerCase() === name.toLowerCase());
    if (!provider) throw new RuleBroken(problem('NO_SUCH_PROVIDER', { provider: name.slice(0, 50) }));
    return provider;
  }

  /**
   * The identity of a callback. The state is checked first, then the code.
   * @throws RuleBroken THIRD_PARTY_STATE, THIRD_PARTY_CODE, NO_SUCH_PROVIDER, THIRD_PARTY_AWAY
   */
  async fromCallback(
    { code, state, thirdType, openid }: ExternalCallback,
    { cookies, at }: Pick<Browser, 'cookies' | 'at'>,
  ): Promise<{ thirdType: string; identity: ExternalIdentity }> {
    if (code === '') throw new RuleBroken(problem('THIRD_PARTY_CODE', {}, 'code'));
    const provider = this.provider(await verifyLoginState(this.engines.vault, { state, cookies, at }));
    if (thirdType !== '' && thirdType.toLowerCase() !== provider.name.toLowerCase())
      throw new RuleBroken(problem('THIRD_PARTY_STATE', {}, 'thirdType'));
    const identity = await this.identify(provider, code);
    if (openid !== '' && openid !== identity.openid) throw new RuleBroken(problem('THIRD_PARTY_CODE', {}, 'openid'));
    return { thirdType: provider.name, identity };
  }

  /** @throws RuleBroken THIRD_PARTY_CODE, THIRD_PARTY_AWAY */
  async identify(provider: IdentityProvider, code: string): Promise<ExternalIdentity> {
    try {
      return await provider.identify(code);
    } catch (error) {
      this.log.warn(
        { provider: provider.name, reason: error instanceof Error ? error.name : 'Error' },
        'a third party did not confirm a sign-in',
      );
      throw new RuleBroken(
        problem(error instanceof ProviderRejectedCode ? 'THIRD_PARTY_CODE' : 'THIRD_PARTY_AWAY', {}, 'code'),
      );
    }
  }

  /** The user who has bound the identity, or null. */
  async findUser(thirdType: string, openid: string): Promise<RegisteredUser | null> {
    const { state } = await load(this.engines.eventStore, reservation, await this.reservationIdOf(thirdType, openid));
    const user = state && (await this.users.byId(state.holderId));
    const isBound = user?.bindings?.some(
      (binding) => binding.thirdType === thirdType && binding.identity.openid === openid,
    );
    return user && isBound ? user : null;
  }

  /**
   * Reserves the identity for one user. Releases it first if a deleted account still has it because its deletion was
   * interrupted.
   * @throws RuleBroken THIRD_PARTY_TAKEN
   */
  async reserve(thirdType: string, openid: string, userId: string, context: CommandContext): Promise<void> {
    const { state } = await load(this.engines.eventStore, reservation, await this.reservationIdOf(thirdType, openid));
    if (state && (await this.users.byId(state.holderId))?.deleted)
      await this.release(thirdType, openid, state.holderId, context);
    try {
      await reserveValue(
        this.engines,
        this.decisions,
        {
          kind: KIND,
          value: valueOf(thirdType, openid),
          holderId: userId,
          step: 'take-identity',
          isUsedBy: async () => (await this.findUser(thirdType, openid)) !== null,
        },
        context,
      );
    } catch (error) {
      throw error instanceof RuleBroken && error.code === 'VALUE_TAKEN'
        ? new RuleBroken(problem('THIRD_PARTY_TAKEN'))
        : error;
    }
  }

  async release(thirdType: string, openid: string, userId: string, context: CommandContext): Promise<void> {
    await this.decisions.decide(
      reservation,
      await this.reservationIdOf(thirdType, openid),
      { type: 'Release', kind: KIND, holderId: userId },
      reservationContext('release-identity', context),
    );
  }

  private reservationIdOf = async (thirdType: string, openid: string): Promise<string> =>
    reservationId(KIND, await fingerprint(this.engines.vault, valueOf(thirdType, openid)));
}

const valueOf = (thirdType: string, openid: string): string => `third/${thirdType}/${openid}`;

/** Without the expected revision, because If-Match refers to the account. */
const reservationContext = (step: string, { expectedRevision: _, ...context }: CommandContext): CommandContext => ({
  ...context,
  commandId: v5(step, context.commandId),
});

/** How long a sign-in at the third party may take. */
const STATE_LIFE_S = 10 * 60;
const STATE_COOKIE = 'consign_external';

type IssuedState = { state: string; cookie: string };

/**
 * Issues a `state` for one browser. It is valid only with the cookie that was set with it (002 TP-008), so that nobody
 * is signed in or bound by a link from somebody else. Nothing is stored, and the cookie is not a session.
 */
export const issueLoginState = async (
  vault: Vault,
  { provider, at, secure }: { provider: string; at: Date; secure: boolean },
): Promise<IssuedState> => {
  const cookieValue = randomBytes(24).toString('base64url');
  const text = [
    provider,
    String(Math.floor(at.getTime() / 1000) + STATE_LIFE_S),
    createHash('sha256').update(cookieValue).digest('base64url'),
  ].join('.');
  const attributes = `Path=/api; Max-Age=${STATE_LIFE_S}; HttpOnly; SameSite=Lax${secure ? '; Secure' : ''}`;
  return {
    state: `${text}.${await macOf(vault, text)}`,
    cookie: `${STATE_COOKIE}=${cookieValue}; ${attributes}`,
  };
};

/**
 * The name of the provider that a state was issued for. @throws RuleBroken THIRD_PARTY_STATE if the state is old,
 * changed, or of another browser
 */
export const verifyLoginState = async (
  vault: Vault,
  { state, cookies, at }: { state: string; cookies: string | undefined; at: Date },
): Promise<string> => {
  const [provider = '', expiry = '', digest = '', mac = ''] = state.split('.');
  const cookieValue = new RegExp(`(?:^|;\\s*)${STATE_COOKIE}=([\\w-]+)`).exec(cookies ?? '')?.[1] ?? '';
  const isValid =
    isSameText(mac, await macOf(vault, [provider, expiry, digest].join('.'))) &&
    Number(expiry) * 1000 > at.getTime() &&
    isSameText(createHash('sha256').update(cookieValue).digest('base64url'), digest);
  if (!isValid) throw new RuleBroken(problem('THIRD_PARTY_STATE', {}, 'state'));
  return provider;
};

const macOf = async (vault: Vault, text: string): Promise<string> =>
  createHmac('sha256', await vault.secret('external-login-state', () => randomBytes(32).toString('base64url')))
    .update(text)
    .digest('base64url');

const isSameText = (left: string, right: string): boolean =>
  left.length === right.length && timingSafeEqual(Buffer.from(left), Buffer.from(right));
