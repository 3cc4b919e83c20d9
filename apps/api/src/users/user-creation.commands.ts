import { Inject } from '@nestjs/common';
import { Command, CommandHandler, type ICommandHandler } from '@nestjs/cqrs';
import { v5 } from 'uuid';
import type { createUser, ResultOf } from '#contract';
import { findEarlierEvent, load, type CommandContext, type CommandResult } from '#domain/event-sourcing';
import { problem, refuseIf, RuleBroken } from '#domain/rules';
import { foldedName, type Language } from '#domain/text';
import { consigningUnit, consigningUnits, testingUnit, testingUnits } from '#domain/units';
import { accountProblems, user, type User, type UserRegistration } from '#domain/users';
import type { Engines } from '#engines';
import { ROLE } from '#events';
import { VerificationCodes, type CodeTarget } from '../accounts/verification-codes.js';
import { hasRole, type Caller } from '../auth/caller.js';
import { Passwords } from '../auth/passwords.js';
import { requireInPerson, UnitManagerAccess } from '../auth/unit-managers.js';
import { reserveUserName } from '../auth/users.js';
import { Decisions } from '../commands/decisions.js';
import type { OperationReturn, InputOf } from '../http/operation-handlers.js';
import { requireUpToDate } from '../http/wait-for-view.js';
import { ENGINES } from '../injection-tokens.js';
import { resolveRequestedRoles } from '../roles/requested-roles.js';
import { requestedUnitId, requireUnitAccess } from '../units/unit-access.js';
import { allConsigningUnits, allTestingUnits } from '../units/unit-rows.js';
import { unitRoleOf } from './account-access.js';
import { toChangedAccount } from './account-view.js';

type NewAccount = InputOf<typeof createUser>;
type Unit = Pick<UserRegistration, 'unitId' | 'unitType' | 'unitName'>;
const NO_UNIT: Unit = { unitId: null, unitType: null, unitName: '' };
/** The recorded reason if an account is created inactive. */
const CREATED_INACTIVE = '新建时未启用';

/**
 * Creates an account. Members of a unit create accounts for colleagues, administrators for all units and for platform
 * staff (002 US-004, US-007).
 */
export class CreateUser extends Command<OperationReturn<ResultOf<typeof createUser>>> {
  constructor(
    readonly input: NewAccount,
    readonly caller: Caller,
    readonly language: Language,
    readonly context: CommandContext,
  ) {
    super();
  }
}

@CommandHandler(CreateUser)
export class CreateUserHandler implements ICommandHandler<CreateUser> {
  constructor(
    @Inject(ENGINES) private readonly engines: Engines,
    private readonly decisions: Decisions,
    private readonly passwords: Passwords,
    private readonly codes: VerificationCodes,
    private readonly unitManagers: UnitManagerAccess,
  ) {}

  async execute({ input, caller, language, context }: CreateUser) {
    const {
      userName,
      name,
      emailAddress,
      password,
      confirmPassword = password,
      roleNames,
      description,
      validateCode,
    } = input;
    const mobile = input.mobile || input.phoneNumber;
    const userId = v5('user', context.commandId);
    const { state, head, events } = await load(this.engines.eventStore, user, userId);
    const closingContext = { ...context, commandId: v5('inactive', context.commandId) };
    if (state && findEarlierEvent(events, context)) {
      // A repeated request. The first one may have ended before the account was deactivated.
      const isComplete = input.isActive || findEarlierEvent(events, closingContext) !== undefined;
      const result = isComplete
        ? { state, revision: head.revision, position: events.at(-1)?.position ?? null, appended: 0 }
        : await this.deactivate(userId, closingContext);
      return this.toResult(userId, result);
    }
    requireInPerson(caller);
    const unit = await this.findUnit(input, caller);
    const roles = await this.resolveRoles(unit, roleNames, caller, language);
    refuseIf([
      ...accountProblems({ userName, name, mobile, password }),
      ...(confirmPassword === password ? [] : [problem('PASSWORDS_DIFFER', {}, 'confirmPassword')]),
    ]);
    const target: CodeTarget = { sendCodeType: 1, userName, mobile };
    if (validateCode !== '') await this.codes.check(target, validateCode, context);
    await reserveUserName(this.engines, this.decisions, { userName, userId }, context);
    if (validateCode !== '') await this.codes.use(target, context);
    await this.passwords.setInitial(userId, password);
    const registration: UserRegistration = {
      userName,
      profile: { name, phone: mobile, email: emailAddress, ...(description === '' ? {} : { description }) },
      roles,
      ...unit,
    };
    const result = await this.decisions.decide(user, userId, { type: 'RegisterUser', registration }, context);
    return this.toResult(userId, input.isActive ? result : await this.deactivate(userId, closingContext));
  }

  private async toResult(userId: string, result: CommandResult<User | null>) {
    const unitId = result.state?.unitId ?? null;
    return toChangedAccount(userId, await this.unitManagers.isManager(unitId, userId), result);
  }

  private deactivate(userId: string, context: CommandContext) {
    return this.decisions.decide(user, userId, { type: 'DeactivateUser', reason: CREATED_INACTIVE }, context);
  }

  /** The unit of a new account: the unit with the given id or name, else the caller's own; none for platform staff. */
  private async findUnit({ unitId, testUnitName, roleNames }: NewAccount, caller: Caller): Promise<Unit> {
    if (!hasRole(caller, ROLE.admin)) {
      const ownUnitId = unitId ?? requestedUnitId(undefined, caller);
      requireUnitAccess(caller, ownUnitId);
      return this.loadUnit(ownUnitId);
    }
    if (unitId !== null) return this.loadUnit(unitId);
    return testUnitName === '' ? NO_UNIT : this.findUnitByName(testUnitName, roleNames);
  }

  /** Units may share a name, so an ambiguous name is rejected. @throws RuleBroken NO_SUCH_UNIT */
  private async findUnitByName(name: string, roleNames: readonly string[]): Promise<Unit> {
    await Promise.all([requireUpToDate(this.engines, testingUnits), requireUpToDate(this.engines, consigningUnits)]);
    const hasName = (candidate: string) => foldedName(candidate) === foldedName(name);
    const testing = roleNames.includes(ROLE.client)
      ? []
      : (await allTestingUnits(this.engines.views)).filter(({ testUnitName }) => hasName(testUnitName));
    const consigning = roleNames.includes(ROLE.lab)
      ? []
      : (await allConsigningUnits(this.engines.views)).filter((unit) => hasName(unit.name));
    const [match, ...otherMatches] = [...testing, ...consigning];
    if (!match || otherMatches.length > 0) throw new RuleBroken(problem('NO_SUCH_UNIT', {}, 'testUnitName'));
    return this.loadUnit(match.id);
  }

  /**
   * Members of a unit can only assign the role of their type of unit, administrators any role that the account may
   * have.
   * @throws RuleBroken ROLE_OF_ANOTHER_KIND, ROLE_UNKNOWN, PERMISSION_OF_PLATFORM
   */
  private async resolveRoles(
    unit: Unit,
    requestedRoles: readonly string[],
    caller: Caller,
    language: Language,
  ): Promise<string[]> {
    const unitRole = unitRoleOf(unit.unitType);
    const names = unitRole !== null && requestedRoles.length === 0 ? [unitRole] : requestedRoles;
    if (!hasRole(caller, ROLE.admin))
      refuseIf(
        names
          .filter((name) => name !== unitRole)
          .map((name) => problem('ROLE_OF_ANOTHER_KIND', { role: name }, 'roleNames')),
      );
    return resolveRequestedRoles(this.engines.eventStore, unit, names, language);
  }

  /** Reads the type of a unit from its stream instead of the request. @throws RuleBroken NO_SUCH_UNIT */
  private async loadUnit(unitId: string): Promise<Unit> {
    const { eventStore } = this.engines;
    const [testing, consigning] = await Promise.all([
      load(eventStore, testingUnit, unitId),
      load(eventStore, consigningUnit, unitId),
    ]);
    if (testing.state) return { unitId, unitType: 1, unitName: testing.state.testUnitName };
    if (consigning.state) return { unitId, unitType: 2, unitName: consigning.state.name };
    throw new RuleBroken(problem('NO_SUCH_UNIT', {}, 'unitId'));
  }
}
export const userCreationCommandHandlers = [CreateUserHandler];
