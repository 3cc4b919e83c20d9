import { Inject } from '@nestjs/common';
import { Command, CommandHandler, Query, QueryHandler, type ICommandHandler, type IQueryHandler } from '@nestjs/cqrs';
import type { bindThirdLogin, getThirdList, getThirdUserId, getUserByWeChart, ResultOf, unBindThird } from '#contract';
import { load, type CommandContext } from '#domain/event-sourcing';
import { problem, refuseIf, sameId } from '#domain/rules';
import { user, type ThirdBinding, type UserCommand } from '#domain/users';
import type { Engines } from '#engines';
import { ROLE, type EventStore } from '#events';
import { hasRole, type Caller } from '../auth/caller.js';
import { requireInPerson } from '../auth/unit-managers.js';
import { Decisions } from '../commands/decisions.js';
import { withMeta, type OperationReturn, type InputOf } from '../http/operation-handlers.js';
import { ENGINES } from '../injection-tokens.js';
import { ExternalIdentities } from './external-identities.js';
import type { Browser } from './sign-in-completion.js';

type ApiBinding = ResultOf<typeof bindThirdLogin>;

/** The identities that a user has bound. */
export class ListBindings extends Query<ResultOf<typeof getThirdList>> {
  constructor(readonly userId: string) {
    super();
  }
}

@QueryHandler(ListBindings)
export class ListBindingsHandler implements IQueryHandler<ListBindings> {
  constructor(@Inject(ENGINES) private readonly engines: Engines) {}

  async execute({ userId }: ListBindings) {
    return (await bindingsOf(this.engines.eventStore, userId)).map((binding) => toApiBinding(userId, binding));
  }
}

/**
 * Binds the identity of a callback to the caller. @throws RuleBroken IN_PERSON_ONLY, THIRD_PARTY_BOUND,
 * THIRD_PARTY_TAKEN
 */
export class BindIdentity extends Command<OperationReturn<ApiBinding>> {
  constructor(
    readonly callback: InputOf<typeof bindThirdLogin>,
    readonly caller: Caller,
    readonly browser: Browser,
    readonly context: CommandContext,
  ) {
    super();
  }
}

@CommandHandler(BindIdentity)
export class BindIdentityHandler implements ICommandHandler<BindIdentity> {
  constructor(
    private readonly decisions: Decisions,
    private readonly identities: ExternalIdentities,
  ) {}

  async execute({ callback, caller, browser, context }: BindIdentity) {
    requireInPerson(caller);
    const { userId } = caller;
    const {
      thirdType,
      identity: { openid, friendlyName, headImage },
    } = await this.identities.fromCallback(callback, browser);
    const binding: ThirdBinding = { thirdType, identity: { name: friendlyName, phone: '', openid, headImage } };
    await this.decisions.decide(
      user,
      userId,
      async (state): Promise<UserCommand> => {
        // Another identity of the same third party must be unbound before the new one is reserved.
        refuseIf(
          state?.bindings?.some((each) => each.thirdType === thirdType && each.identity.openid !== openid)
            ? problem('THIRD_PARTY_BOUND', {}, 'thirdType')
            : null,
        );
        await this.identities.reserve(thirdType, openid, userId, context);
        return { type: 'BindThirdParty', ...binding };
      },
      context,
    );
    return toApiBinding(userId, binding);
  }
}

/** Removes the binding to a third party, if there is one. */
export class UnbindIdentity extends Command<OperationReturn<ResultOf<typeof unBindThird>>> {
  constructor(
    readonly thirdType: string,
    readonly userId: string,
    readonly context: CommandContext,
  ) {
    super();
  }
}

@CommandHandler(UnbindIdentity)
export class UnbindIdentityHandler implements ICommandHandler<UnbindIdentity> {
  constructor(
    @Inject(ENGINES) private readonly engines: Engines,
    private readonly decisions: Decisions,
    private readonly identities: ExternalIdentities,
  ) {}

  async execute({ thirdType, userId, context }: UnbindIdentity) {
    const bound = (await bindingsOf(this.engines.eventStore, userId)).find(
      (binding) => binding.thirdType.toLowerCase() === thirdType.toLowerCase(),
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
}

/** The person of a callback, for a page that shows the person before the binding. */
export class IdentifyPerson extends Query<ResultOf<typeof getUserByWeChart>> {
  constructor(
    readonly callback: InputOf<typeof getUserByWeChart>,
    readonly browser: Browser,
  ) {
    super();
  }
}

@QueryHandler(IdentifyPerson)
export class IdentifyPersonHandler implements IQueryHandler<IdentifyPerson> {
  constructor(private readonly identities: ExternalIdentities) {}

  async execute({ callback, browser }: IdentifyPerson) {
    const { thirdType, identity } = await this.identities.fromCallback(callback, browser);
    return {
      thirdType,
      openid: identity.openid,
      unionFriendlyName: identity.friendlyName,
      uniionHeadImage: identity.headImage,
    };
  }
}

/** The id of the user who has bound an identity. Only administrators see the ids of other users. */
export class FindBoundUser extends Query<string> {
  constructor(
    readonly input: InputOf<typeof getThirdUserId>,
    readonly caller: Caller,
  ) {
    super();
  }
}

@QueryHandler(FindBoundUser)
export class FindBoundUserHandler implements IQueryHandler<FindBoundUser> {
  constructor(private readonly identities: ExternalIdentities) {}

  async execute({ input: { thirdType, openid }, caller }: FindBoundUser): Promise<string> {
    const providers = this.identities.providers.filter(
      ({ name }) => thirdType === '' || name.toLowerCase() === thirdType.toLowerCase(),
    );
    const boundUsers = await Promise.all(providers.map(({ name }) => this.identities.findUser(name, openid)));
    return (
      boundUsers.find((boundUser) => boundUser && (sameId(boundUser.id, caller.userId) || hasRole(caller, ROLE.admin)))
        ?.id ?? ''
    );
  }
}

export const externalBindingHandlers = [
  ListBindingsHandler,
  BindIdentityHandler,
  UnbindIdentityHandler,
  IdentifyPersonHandler,
  FindBoundUserHandler,
];

const bindingsOf = async (store: EventStore, userId: string): Promise<readonly ThirdBinding[]> =>
  (await load(store, user, userId)).state?.bindings ?? [];

const toApiBinding = (userId: string, { thirdType, identity }: ThirdBinding): ApiBinding => ({
  userID: userId,
  thirdType,
  unionFriendlyName: identity.name,
  uniionHeadImage: identity.headImage,
});
