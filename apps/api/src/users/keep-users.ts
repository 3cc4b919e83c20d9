import { Controller, Inject } from '@nestjs/common';
import { RouteConfig } from '@nestjs/platform-fastify';
import { changeUserActive, deleteUser, resetUserPassword, setUnitManager, updateUser } from '#contract';
import type { CommandContext } from '#domain/event-sourcing';
import { problem, refuseIf, RuleBroken, sameId } from '#domain/rules';
import { foldedName, normalizedMobile } from '#domain/text';
import { personProblems, unitManagers, user, passwordProblem, type UnitManagerCommand, type User } from '#domain/users';
import type { Engines } from '#engines';
import type { Caller } from '../auth/caller.js';
import { Passwords } from '../auth/passwords.js';
import { SignInAttempts } from '../auth/sign-in-attempts.js';
import { UnitManagerAccess, requireInPerson } from '../auth/unit-managers.js';
import { Decisions } from '../commands/decisions.js';
import { withMeta, HandlesOperation, type InputOf } from '../http/operation-handlers.js';
import { CurrentUser } from '../http/api-request.js';
import { CurrentCommand } from '../http/command-context.js';
import { Input } from '../http/input.js';
import { ENGINES } from '../provided.js';
import { ExternalIdentities } from '../session/external/external-identities.js';
import { requireVisibleAccount, requireManageableAccount } from './kept-account.js';
import { readAccountAfter } from './user-account.js';

/** How accounts are kept by others than their owners (002 US-005, US-007, US-011). */
@Controller()
export class ManageUsers {
  constructor(
    @Inject(ENGINES) private readonly engines: Engines,
    private readonly decisions: Decisions,
    private readonly passwords: Passwords,
    private readonly attempts: SignInAttempts,
    private readonly identities: ExternalIdentities,
    private readonly acting: UnitManagerAccess,
  ) {}

  @HandlesOperation(updateUser)
  async update(
    @Input() { id, name, mobile, emailAddress, description }: InputOf<typeof updateUser>,
    @CurrentUser() caller: Caller,
    @CurrentCommand() context: CommandContext,
  ) {
    const account = await requireManageableAccount(this.engines.eventStore, caller, id);
    refuseIf(personProblems({ name, mobile }));
    const { phone, email } = account.profile;
    await this.refuseActing(caller, id, account, {
      isAboutAccess: mobile !== normalizedMobile(phone) || emailAddress !== email,
    });
    const isUnitManager = await this.acting.isManager(account.unitId, id);
    return readAccountAfter(
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

  /** Nobody deactivates the own account, so there is always somebody who could undo it. */
  @HandlesOperation(changeUserActive)
  async activate(
    @Input() { userId, isActive, reason }: InputOf<typeof changeUserActive>,
    @CurrentUser() caller: Caller,
    @CurrentCommand() context: CommandContext,
  ) {
    const account = await requireManageableAccount(this.engines.eventStore, caller, userId);
    refuseIf(!isActive && sameId(caller.userId, userId) ? problem('OWN_ACCOUNT') : null);
    await this.refuseActing(caller, userId, account);
    const done = await this.decisions.decide(
      user,
      userId,
      isActive ? { type: 'ActivateUser', at: context.at } : { type: 'DeactivateUser', reason },
      context,
    );
    return readAccountAfter(userId, await this.acting.isManager(account.unitId, userId), done);
  }

  /** Its history stays, with an author who is still known; its identities elsewhere are free again (ADR-012). */
  @HandlesOperation(deleteUser)
  async delete(
    @Input() { id, reason }: InputOf<typeof deleteUser>,
    @CurrentUser() caller: Caller,
    @CurrentCommand() context: CommandContext,
  ) {
    const account = await requireManageableAccount(this.engines.eventStore, caller, id);
    refuseIf(sameId(caller.userId, id) ? problem('OWN_ACCOUNT') : null);
    await this.refuseActing(caller, id, account);
    const { position } = await this.decisions.decide(user, id, { type: 'DeleteUser', reason }, context);
    for (const { thirdType, identity } of account.bindings ?? [])
      await this.identities.release(thirdType, identity.openid, id, context);
    return withMeta(true as const, { position });
  }

  /** Asks for the caller's own password, so that a console somebody left open gives no account away; wrong ones count as failed sign-ins. */
  @HandlesOperation(resetUserPassword)
  @RouteConfig({ rateLimit: {} })
  async reset(
    @Input() { adminPassword, userId, newPassword, userName }: InputOf<typeof resetUserPassword>,
    @CurrentUser() caller: Caller,
    @CurrentCommand() context: CommandContext,
  ) {
    const account = await requireManageableAccount(this.engines.eventStore, caller, userId);
    await this.refuseActing(caller, userId, account, { isAboutAccess: true });
    refuseIf(userName === '' || foldedName(userName) === foldedName(account.userName) ? null : problem('NO_SUCH_USER'));
    const weakness = passwordProblem(newPassword, account.userName);
    refuseIf(weakness && { ...weakness, path: 'newPassword' });
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

  /** Who may act for colleagues is recorded in a stream of the unit, so that of two who withdraw at once one is refused the last. */
  @HandlesOperation(setUnitManager)
  async setUnitManager(
    @Input() { userId, isUnitManager, reason }: InputOf<typeof setUnitManager>,
    @CurrentUser() caller: Caller,
    @CurrentCommand() context: CommandContext,
  ) {
    const { account } = await requireVisibleAccount(this.engines.eventStore, caller, userId);
    const { unitId } = account;
    if (unitId === null) throw new RuleBroken(problem('NOT_OF_A_UNIT'));
    await this.acting.requireActingFor(caller, unitId);
    const { position } = await this.decisions.decide(
      unitManagers,
      unitId,
      async (): Promise<UnitManagerCommand> => ({
        type: isUnitManager ? 'GrantUnitManager' : 'WithdrawUnitManager',
        userId,
        holders: await this.acting.managersOf(unitId),
        reason,
      }),
      context,
    );
    return withMeta({ userId, isUnitManager }, { position });
  }

  /**
   * Where codes go is a way into the account, and so is a new password; and whoever could close the accounts of unit managers would
   * come by their right. @throws RuleBroken UNIT_MANAGER_REQUIRED, IN_PERSON_ONLY
   */
  private async refuseActing(
    caller: Caller,
    userId: string,
    { unitId }: User,
    { isAboutAccess = false }: { isAboutAccess?: boolean } = {},
  ): Promise<void> {
    if (isAboutAccess) requireInPerson(caller);
    if (sameId(caller.userId, userId)) return;
    if (isAboutAccess || (await this.acting.isManager(unitId, userId)))
      await this.acting.requireActingFor(caller, unitId);
  }
}
