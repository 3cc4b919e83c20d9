import { Controller, Inject, Req } from '@nestjs/common';
import { RouteConfig } from '@nestjs/platform-fastify';
import { bindThirdLogin, getThirdList, getThirdUserId, getUserByWeChart, unBindThird } from '#contract';
import { load, type CommandContext } from '#domain/event-sourcing';
import { problem, refuseIf, sameId } from '#domain/rules';
import { user, type ThirdBinding, type UserCommand } from '#domain/users';
import type { Engines } from '#engines';
import { ROLE } from '#events';
import { hasRole, type Caller } from '../../auth/caller.js';
import { requireInPerson } from '../../auth/unit-managers.js';
import { Decisions } from '../../commands/decisions.js';
import { withMeta, HandlesOperation, type InputOf } from '../../http/operation-handlers.js';
import { CurrentUser, type ApiRequest } from '../../http/api-request.js';
import { CurrentCommand } from '../../http/command-context.js';
import { Input } from '../../http/input.js';
import { ENGINES } from '../../provided.js';
import { ExternalIdentities } from './external-identities.js';

/** Identities at third parties that sign in as the caller (002 TP-004 to TP-007). */
@Controller()
export class ThirdBindings {
  constructor(
    @Inject(ENGINES) private readonly engines: Engines,
    private readonly decisions: Decisions,
    private readonly identities: ExternalIdentities,
  ) {}

  @HandlesOperation(getThirdList)
  async list(@CurrentUser() { userId }: Caller) {
    return (await this.bindingsOf(userId)).map((binding) => shown(userId, binding));
  }

  @HandlesOperation(bindThirdLogin)
  @RouteConfig({ rateLimit: {} })
  async bind(
    @Input() callback: InputOf<typeof bindThirdLogin>,
    @CurrentUser() caller: Caller,
    @Req() request: ApiRequest,
    @CurrentCommand() context: CommandContext,
  ) {
    requireInPerson(caller);
    const { userId } = caller;
    const {
      thirdType,
      identity: { openid, friendlyName, headImage },
    } = await this.identities.ofCallback(callback, request);
    const binding: ThirdBinding = { thirdType, identity: { name: friendlyName, phone: '', openid, headImage } };
    await this.decisions.decide(
      user,
      userId,
      async (now): Promise<UserCommand> => {
        // Another one of the same party must be unbound first: only then is this one taken.
        refuseIf(
          now?.bindings?.some((one) => one.thirdType === thirdType && one.identity.openid !== openid)
            ? problem('THIRD_PARTY_BOUND', {}, 'thirdType')
            : null,
        );
        await this.identities.take(thirdType, openid, userId, context);
        return { type: 'BindThirdParty', ...binding };
      },
      context,
    );
    return shown(userId, binding);
  }

  @HandlesOperation(unBindThird)
  async unbind(
    @Input() { thirdType }: InputOf<typeof unBindThird>,
    @CurrentUser() { userId }: Caller,
    @CurrentCommand() context: CommandContext,
  ) {
    const bound = (await this.bindingsOf(userId)).find(
      (one) => one.thirdType.toLowerCase() === thirdType.toLowerCase(),
    );
    if (!bound) return true as const;
    const { position } = await this.decisions.decide(
      user,
      userId,
      { type: 'UnbindThirdParty', thirdType: bound.thirdType },
      context,
    );
    await this.identities.release(bound.thirdType, bound.identity.openid, userId, context);
    return withMeta(true as const, { position });
  }

  @HandlesOperation(getUserByWeChart)
  @RouteConfig({ rateLimit: {} })
  async person(@Input() callback: InputOf<typeof getUserByWeChart>, @Req() request: ApiRequest) {
    const { thirdType, identity } = await this.identities.ofCallback(callback, request);
    return {
      thirdType,
      openid: identity.openid,
      unionFriendlyName: identity.friendlyName,
      uniionHeadImage: identity.headImage,
    };
  }

  /** Whether somebody else has bound an identity is nobody's business but the administrator's. */
  @HandlesOperation(getThirdUserId)
  async userId(@Input() { thirdType, openid }: InputOf<typeof getThirdUserId>, @CurrentUser() caller: Caller) {
    const named = this.identities.providers.filter(
      ({ name }) => thirdType === '' || name.toLowerCase() === thirdType.toLowerCase(),
    );
    const holders = await Promise.all(named.map(({ name }) => this.identities.holder(name, openid)));
    return (
      holders.find((holder) => holder && (sameId(holder.id, caller.userId) || hasRole(caller, ROLE.admin)))?.id ?? ''
    );
  }

  private async bindingsOf(userId: string): Promise<readonly ThirdBinding[]> {
    return (await load(this.engines.eventStore, user, userId)).state?.bindings ?? [];
  }
}

const shown = (userId: string, { thirdType, identity }: ThirdBinding) => ({
  userID: userId,
  thirdType,
  unionFriendlyName: identity.name,
  uniionHeadImage: identity.headImage,
});
