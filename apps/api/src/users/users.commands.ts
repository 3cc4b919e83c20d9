import { Inject } from '@nestjs/common';
import { Command, CommandHandler, type ICommandHandler } from '@nestjs/cqrs';
import type {
  changeUserActive,
  deleteUser,
  getUser,
  resetUserPassword,
  ResultOf,
  setUnitManager,
  updateUser,
} from '#contract';
import { findEarlierEvent, load, type CommandContext } from '#domain/event-sourcing';
import { problem, refuseIf, RuleBroken, sameId } from '#domain/rules';
import { foldedName, normalizedMobile } from '#domain/text';
import { personProblems, unitManagers, user, type UnitManagerCommand } from '#domain/users';
import type { Engines } from '#engines';
import { rejectWeakPassword } from '../accounts/passwords.commands.js';
import type { Caller } from '../auth/caller.js';
import { Passwords } from '../auth/passwords.js';
import { SignInAttempts } from '../auth/sign-in-attempts.js';
import { UnitManagerAccess } from '../auth/unit-managers.js';
import { Decisions } from '../commands/decisions.js';
import { withMeta, type OperationReturn, type InputOf } from '../http/operation-handlers.js';
import { ENGINES } from '../injection-tokens.js';
import { ExternalIdentities } from '../sessions/external-identities.js';
import { requireManageableAccount, requireManagerFor, requireVisibleAccount } from './account-access.js';
import { toChangedAccount } from './account-view.js';

type Account = ResultOf<typeof getUser>;

/** Changes the name, the contact data and the description of an account. */
export class UpdateUser extends Command<OperationReturn<Account>> {
  constructor(
    readonly input: InputOf<typeof updateUser>,
    readonly caller: Caller,
    readonly context: CommandContext,
  ) {
    super();
  }
}

@CommandHandler(UpdateUser)
export class UpdateUserHandler implements ICommandHandler<UpdateUser> {
  constructor(
    @Inject(ENGINES) private readonly engines: Engines,
    private readonly decisions: Decisions,
    private readonly unitManagers: UnitManagerAccess,
  ) {}

  async execute({ input: { id, name, mobile, emailAddress, description }, caller, context }: UpdateUser) {
    const account = await requireManageableAccount(this.engines.eventStore, caller, id);
    refuseIf(personProblems({ name, mobile }));
    const { phone, email } = account.profile;
    await requireManagerFor(this.unitManagers, caller, id, account, {
      isAboutAccess: mobile !== normalizedMobile(phone) || emailAddress !== email,
    });
    const isUnitManager = await this.unitManagers.isManager(account.unitId, id);
    return toChangedAccount(
      id,
      isUnitManager,
      await this.decisions.decide(
        user,
        id,
        {
          type: 'ChangeUserProfile',
          profile: {
            name,
            phone: mobile,
            email: emailAddress,
            ...(description === undefined ? {} : { description }),
          },
        },
        context,
      ),
    );
  }
}

/**
 * Activates or deactivates an account. Users cannot deactivate their own account, so that somebody can always undo it.
 */
export class ChangeUserActive extends Command<OperationReturn<Account>> {
  constructor(
    readonly input: InputOf<typeof changeUserActive>,
    readonly caller: Caller,
    readonly context: CommandContext,
  ) {
    super();
  }
}

@CommandHandler(ChangeUserActive)
export class ChangeUserActiveHandler implements ICommandHandler<ChangeUserActive> {
  constructor(
    @Inject(ENGINES) private readonly engines: Engines,
    private readonly decisions: Decisions,
    private readonly unitManagers: UnitManagerAccess,
  ) {}

  async execute({ input: { userId, isActive, reason }, caller, context }: ChangeUserActive) {
    const account = await requireManageableAccount(this.engines.eventStore, caller, userId);
    refuseIf(!isActive && sameId(caller.userId, userId) ? problem('OWN_ACCOUNT') : null);
    await requireManagerFor(this.unitManagers, caller, userId, account);
    const changed = await this.decisions.decide(
      user,
      userId,
      isActive ? { type: 'ActivateUser', at: context.at } : { type: 'DeactivateUser', reason },
      context,
    );
    return toChangedAccount(userId, await this.unitManagers.isManager(account.unitId, userId), changed);
  }
}

/**
 * Deletes an account. Histories keep its name as author. Its identities at third parties become available again
 * (ADR-012).
 */
export class DeleteUser extends Command<OperationReturn<ResultOf<typeof deleteUser>>> {
  constructor(
    readonly input: InputOf<typeof deleteUser>,
    readonly caller: Caller,
    readonly context: CommandContext,
  ) {
    super();
  }
}

@CommandHandler(DeleteUser)
export class DeleteUserHandler implements ICommandHandler<DeleteUser> {
  constructor(
    @Inject(ENGINES) private readonly engines: Engines,
    private readonly decisions: Decisions,
    private readonly identities: ExternalIdentities,
    private readonly unitManagers: UnitManagerAccess,
  ) {}

  async execute({ input: { id, reason }, caller, context }: DeleteUser) {
    const { events } = await load(this.engines.eventStore, user, id);
    if (!findEarlierEvent(events, context)) await this.requireDeletable(id, caller);
    const { state: deleted, position } = await this.decisions.decide(user, id, { type: 'DeleteUser', reason }, context);
    // Also for a repeated request, because the first one may have stopped after the event.
    for (const { thirdType, identity } of deleted?.bindings ?? [])
      await this.identities.release(thirdType, identity.openid, id, context);
    return withMeta(true as const, { position });
  }

  /** @throws RuleBroken NO_SUCH_USER, MORE_ROLES, OWN_ACCOUNT, UNIT_MANAGER_REQUIRED, IN_PERSON_ONLY */
  private async requireDeletable(id: string, caller: Caller): Promise<void> {
    const account = await requireManageableAccount(this.engines.eventStore, caller, id);
    refuseIf(sameId(caller.userId, id) ? problem('OWN_ACCOUNT') : null);
    await requireManagerFor(this.unitManagers, caller, id, account);
  }
}

/**
 * Sets the password of another user. Requires the caller's own password, so that an unattended console cannot be used
 * to take over accounts. Wrong passwords count as failed sign-ins.
 */
export class ResetUserPassword extends Command<OperationReturn<ResultOf<typeof resetUserPassword>>> {
  constructor(
    readonly input: InputOf<typeof resetUserPassword>,
    readonly caller: Caller,
    readonly context: CommandContext,
  ) {
    super();
  }
}

@CommandHandler(ResetUserPassword)
export class ResetUserPasswordHandler implements ICommandHandler<ResetUserPassword> {
  constructor(
    @Inject(ENGINES) private readonly engines: Engines,
    private readonly passwords: Passwords,
    private readonly attempts: SignInAttempts,
    private readonly unitManagers: UnitManagerAccess,
  ) {}

  async execute({ input: { adminPassword, userId, newPassword, userName }, caller, context }: ResetUserPassword) {
    const account = await requireManageableAccount(this.engines.eventStore, caller, userId);
    await requireManagerFor(this.unitManagers, caller, userId, account, { isAboutAccess: true });
    refuseIf(userName === '' || foldedName(userName) === foldedName(account.userName) ? null : problem('NO_SUCH_USER'));
    rejectWeakPassword(newPassword, account.userName);
    const isRight = await this.attempts.attemptOwnPassword(
      caller.userId,
      () => this.passwords.matches(caller.userId, adminPassword),
      context,
    );
    refuseIf(isRight ? null : problem('PASSWORD_WRONG', {}, 'adminPassword'));
    const { position } = await this.passwords.replace(userId, newPassword, 'administrator', context);
    await this.attempts.clearFailures(userId, context);
    return withMeta(true as const, { position });
  }
}

/**
 * Grants or withdraws the right of unit managers. The unit's stream records it, so that of two concurrent withdrawals
 * the one that would leave no manager is rejected.
 */
export class SetUnitManager extends Command<OperationReturn<ResultOf<typeof setUnitManager>>> {
  constructor(
    readonly input: InputOf<typeof setUnitManager>,
    readonly caller: Caller,
    readonly context: CommandContext,
  ) {
    super();
  }
}

@CommandHandler(SetUnitManager)
export class SetUnitManagerHandler implements ICommandHandler<SetUnitManager> {
  constructor(
    @Inject(ENGINES) private readonly engines: Engines,
    private readonly decisions: Decisions,
    private readonly unitManagers: UnitManagerAccess,
  ) {}

  async execute({ input: { userId, isUnitManager, reason }, caller, context }: SetUnitManager) {
    const { account } = await requireVisibleAccount(this.engines.eventStore, caller, userId);
    const { unitId } = account;
    if (unitId === null) throw new RuleBroken(problem('NOT_OF_A_UNIT'));
    await this.unitManagers.requireActingFor(caller, unitId);
    const { position } = await this.decisions.decide(
      unitManagers,
      unitId,
      async (): Promise<UnitManagerCommand> => ({
        type: isUnitManager ? 'GrantUnitManager' : 'WithdrawUnitManager',
        userId,
        holders: await this.unitManagers.managersOf(unitId),
        reason,
      }),
      context,
    );
    return withMeta({ userId, isUnitManager }, { position });
  }
}

export const userCommandHandlers = [
  UpdateUserHandler,
  ChangeUserActiveHandler,
  DeleteUserHandler,
  ResetUserPasswordHandler,
  SetUnitManagerHandler,
];
