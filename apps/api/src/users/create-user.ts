import { Controller, Inject } from '@nestjs/common';
import { v5 } from 'uuid';
import { createUser } from '#contract';
import { findEarlierEvent, load, type CommandContext, type CommandResult } from '#domain/event-sourcing';
import { problem, refuseIf, RuleBroken, type Language } from '#domain/rules';
import { foldedName } from '#domain/text';
import { consigningUnit, consigningUnits, testingUnit, testingUnits } from '#domain/units';
import { accountProblems, user, type User, type UserRegistration } from '#domain/users';
import type { Engines } from '#engines';
import { ROLE } from '#events';
import { hasRole, type Caller } from '../auth/caller.js';
import { Passwords } from '../auth/passwords.js';
import { UnitManagerAccess, requireInPerson } from '../auth/unit-managers.js';
import { reserveUserName } from '../auth/users.js';
import { VerificationCodes, type CodeTarget } from '../accounts/verification-codes.js';
import { Decisions } from '../commands/decisions.js';
import { CurrentUser, RequestLanguage } from '../http/api-request.js';
import { CurrentCommand } from '../http/command-context.js';
import { requireUpToDate } from '../http/view-freshness.js';
import { HandlesOperation, type InputOf } from '../http/operation-handlers.js';
import { Input } from '../http/input.js';
import { ENGINES } from '../provided.js';
import { resolveChosenRoles } from '../roles/chosen-roles.js';
import { requireUnitAccess, requestedUnitId } from '../units/unit-access.js';
import { allConsigningUnits, allTestingUnits } from '../units/unit-rows.js';
import { unitRoleOf } from './kept-account.js';
import { readAccountAfter, readAccount } from './user-account.js';

type Typed = InputOf<typeof createUser>;
type Unit = Pick<UserRegistration, 'unitId' | 'unitType' | 'unitName'>;
const NO_UNIT: Unit = { unitId: null, unitType: null, unitName: '' };
/** Recorded as the reason where an account is created without being opened. */
const CREATED_INACTIVE = '新建时未启用';

/** Opens accounts: people of a unit for colleagues, the administrator for every unit and for the platform's own staff (002 US-004, US-007). */
@Controller()
export class CreateUser {
  constructor(
    @Inject(ENGINES) private readonly engines: Engines,
    private readonly decisions: Decisions,
    private readonly passwords: Passwords,
    private readonly verifications: VerificationCodes,
    private readonly acting: UnitManagerAccess,
  ) {}

  @HandlesOperation(createUser)
  async handle(
    @Input() typed: Typed,
    @CurrentUser() caller: Caller,
    @RequestLanguage() language: Language,
    @CurrentCommand() context: CommandContext,
  ) {
    const {
      userName,
      name,
      emailAddress,
      password,
      confirmPassword = password,
      roleNames,
      description,
      validateCode,
    } = typed;
    const mobile = typed.mobile || typed.phoneNumber;
    const userId = v5('user', context.commandId);
    const { state, head, past } = await load(this.engines.eventStore, user, userId);
    const closing = { ...context, commandId: v5('inactive', context.commandId) };
    if (state && findEarlierEvent(past, context)) {
      // the same request again; it may have ended before the account was closed
      return typed.isActive || findEarlierEvent(past, closing)
        ? readAccount(userId, head.revision, await this.acting.isManager(state.unitId, userId), state)
        : this.answered(userId, await this.close(userId, closing));
    }
    requireInPerson(caller);
    const unit = await this.unitFor(typed, caller);
    const roles = await this.rolesFor(unit, roleNames, caller, language);
    refuseIf([
      ...accountProblems({ userName, name, mobile, password }),
      ...(confirmPassword === password ? [] : [problem('PASSWORDS_DIFFER', {}, 'confirmPassword')]),
    ]);
    const codeFor: CodeTarget = { sendCodeType: 1, userName, mobile };
    if (validateCode !== '') await this.verifications.check(codeFor, validateCode, context);
    await reserveUserName(this.engines, this.decisions, { userName, userId }, context);
    if (validateCode !== '') await this.verifications.use(codeFor, context);
    await this.passwords.setInitial(userId, password);
    const registration: UserRegistration = {
      userName,
      profile: { name, phone: mobile, email: emailAddress, ...(description === '' ? {} : { description }) },
      roles,
      ...unit,
    };
    const opened = await this.decisions.decide(user, userId, { type: 'RegisterUser', registration }, context);
    return this.answered(userId, typed.isActive ? opened : await this.close(userId, closing));
  }

  private async answered(userId: string, opened: CommandResult<User | null>) {
    const unitId = opened.state?.unitId ?? null;
    return readAccountAfter(userId, await this.acting.isManager(unitId, userId), opened);
  }

  private close(userId: string, context: CommandContext) {
    return this.decisions.decide(user, userId, { type: 'DeactivateUser', reason: CREATED_INACTIVE }, context);
  }

  /** The unit of a new account: the one that is named by id or by name, the caller's own, none for staff of the platform. */
  private async unitFor({ unitId, testUnitName, roleNames }: Typed, caller: Caller): Promise<Unit> {
    if (!hasRole(caller, ROLE.admin)) {
      const own = unitId ?? requestedUnitId(undefined, caller);
      requireUnitAccess(caller, own);
      return this.unit(own);
    }
    if (unitId !== null) return this.unit(unitId);
    return testUnitName === '' ? NO_UNIT : this.unitNamed(testUnitName, roleNames);
  }

  /** Names of units may recur, so one that does not tell which unit is meant is refused. @throws RuleBroken NO_SUCH_UNIT. */
  private async unitNamed(name: string, roleNames: readonly string[]): Promise<Unit> {
    await Promise.all([requireUpToDate(this.engines, testingUnits), requireUpToDate(this.engines, consigningUnits)]);
    const isIt = (other: string) => foldedName(other) === foldedName(name);
    const tests = roleNames.includes(ROLE.client)
      ? []
      : (await allTestingUnits(this.engines.views)).filter(({ testUnitName }) => isIt(testUnitName));
    const consigns = roleNames.includes(ROLE.lab)
      ? []
      : (await allConsigningUnits(this.engines.views)).filter((unit) => isIt(unit.name));
    const [only, ...others] = [...tests, ...consigns];
    if (!only || others.length > 0) throw new RuleBroken(problem('NO_SUCH_UNIT', {}, 'testUnitName'));
    return this.unit(only.id);
  }

  /**
   * People of a unit give colleagues the role of its kind; the administrator gives any that goes with the account.
   * @throws RuleBroken ROLE_OF_ANOTHER_KIND, ROLE_UNKNOWN, PERMISSION_OF_PLATFORM.
   */
  private async rolesFor(unit: Unit, asked: readonly string[], caller: Caller, language: Language): Promise<string[]> {
    const own = unitRoleOf(unit.unitType);
    const names = own !== null && asked.length === 0 ? [own] : asked;
    if (!hasRole(caller, ROLE.admin))
      refuseIf(
        names
          .filter((name) => name !== own)
          .map((name) => problem('ROLE_OF_ANOTHER_KIND', { role: name }, 'roleNames')),
      );
    return resolveChosenRoles(this.engines.eventStore, unit, names, language);
  }

  /** The kind of a unit is what it is, whatever the request says. @throws RuleBroken NO_SUCH_UNIT. */
  private async unit(unitId: string): Promise<Unit> {
    const { eventStore } = this.engines;
    const [tests, consigns] = await Promise.all([
      load(eventStore, testingUnit, unitId),
      load(eventStore, consigningUnit, unitId),
    ]);
    if (tests.state) return { unitId, unitType: 1, unitName: tests.state.testUnitName };
    if (consigns.state) return { unitId, unitType: 2, unitName: consigns.state.name };
    throw new RuleBroken(problem('NO_SUCH_UNIT', {}, 'unitId'));
  }
}
