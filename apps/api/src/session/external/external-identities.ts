import { Inject, Injectable } from '@nestjs/common';
import { v5 } from 'uuid';
import { load, type CommandContext } from '#domain/event-sourcing';
import { reservation, reservationId } from '#domain/reference';
import { problem, RuleBroken } from '#domain/rules';
import { fingerprint, type Engines } from '#engines';
import { Users, type RegisteredUser } from '../../auth/users.js';
import { Decisions } from '../../commands/decisions.js';
import { reserveValue } from '../../commands/unique-values.js';
import type { ApiRequest } from '../../http/api-request.js';
import { ENGINES, LOGGER, OPTIONS, type ApiOptions, type Log } from '../../provided.js';
import { providerOfState } from './external-state.js';
import { ProviderRejectedCode, type ExternalIdentity, type IdentityProvider } from './identity-provider.js';

type Callback = { code: string; state: string; thirdType: string; openid: string };
const KIND = 'thirdParty';

/** Who somebody is at a third party, and whose user that is. One identity is one user's: its reservation names the holder (ADR-002). */
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

  /** @throws RuleBroken NO_SUCH_PROVIDER. */
  provider(name: string): IdentityProvider {
    const found = this.providers.find((one) => one.name.toLowerCase() === name.toLowerCase());
    if (!found) throw new RuleBroken(problem('NO_SUCH_PROVIDER', { provider: name.slice(0, 50) }));
    return found;
  }

  /** What a browser came back with: the state first, then the code. @throws RuleBroken THIRD_PARTY_STATE, THIRD_PARTY_CODE, NO_SUCH_PROVIDER, THIRD_PARTY_AWAY. */
  async ofCallback(
    { code, state, thirdType, openid }: Callback,
    request: ApiRequest,
  ): Promise<{ thirdType: string; identity: ExternalIdentity }> {
    if (code === '') throw new RuleBroken(problem('THIRD_PARTY_CODE', {}, 'code'));
    const provider = this.provider(
      await providerOfState(this.engines.vault, { state, cookies: request.headers.cookie, at: request.receivedAt }),
    );
    if (thirdType !== '' && thirdType.toLowerCase() !== provider.name.toLowerCase())
      throw new RuleBroken(problem('THIRD_PARTY_STATE', {}, 'thirdType'));
    const identity = await this.identify(provider, code);
    if (openid !== '' && openid !== identity.openid) throw new RuleBroken(problem('THIRD_PARTY_CODE', {}, 'openid'));
    return { thirdType: provider.name, identity };
  }

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

  /** The user who has bound the identity; null for nobody. */
  async holder(thirdType: string, openid: string): Promise<RegisteredUser | null> {
    const { state } = await load(this.engines.eventStore, reservation, await this.idOf(thirdType, openid));
    const user = state && (await this.users.byId(state.holderId));
    const isBound = user?.bindings?.some((one) => one.thirdType === thirdType && one.identity.openid === openid);
    return user && isBound ? user : null;
  }

  /** Keeps the identity for one user. One that a closed account still holds, its closing having been cut short, is free. @throws RuleBroken THIRD_PARTY_TAKEN. */
  async take(thirdType: string, openid: string, userId: string, context: CommandContext): Promise<void> {
    const { state } = await load(this.engines.eventStore, reservation, await this.idOf(thirdType, openid));
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
          isHeld: async () => (await this.holder(thirdType, openid)) !== null,
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
      await this.idOf(thirdType, openid),
      { type: 'Release', kind: KIND, holderId: userId },
      onReservation('release-identity', context),
    );
  }

  private idOf = async (thirdType: string, openid: string): Promise<string> =>
    reservationId(KIND, await fingerprint(this.engines.vault, valueOf(thirdType, openid)));
}

const valueOf = (thirdType: string, openid: string): string => `third/${thirdType}/${openid}`;

/** If-Match is about the account, not about the identity. */
const onReservation = (step: string, { expectedRevision: _, ...context }: CommandContext): CommandContext => ({
  ...context,
  commandId: v5(step, context.commandId),
});
