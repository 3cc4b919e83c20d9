import { Controller, Inject } from '@nestjs/common';
import { v5 } from 'uuid';
import { createUser } from '#contract';
import {
  accountProblems,
  consigningUnit,
  earlierOf,
  load,
  problem,
  refuseIf,
  RuleBroken,
  testingUnit,
  user,
  type CommandContext,
  type UserRegistration,
} from '#domain';
import type { Engines } from '#engines';
import { ROLE } from '#events';
import { has, type Caller } from '../auth/caller.js';
import { Passwords } from '../auth/passwords.js';
import { Verifications, type CodeFor } from '../auth/verifications.js';
import { Decisions } from '../decisions/decisions.js';
import { By } from '../http/api-request.js';
import { Command } from '../http/command.js';
import { Handles, type InputOf } from '../http/handles.js';
import { Input } from '../http/input.js';
import { ENGINES } from '../provided.js';
import { ownOnly, unitAskedFor } from '../units/own-unit.js';
import { roleOfUnit } from './kept-account.js';
import { accountAfter, accountNow } from './user-account.js';
import { takeUserName } from './user-name.js';

type Unit = Pick<UserRegistration, 'unitId' | 'unitType' | 'unitName'>;
const NO_UNIT: Unit = { unitId: null, unitType: null, unitName: '' };
/** Recorded as the reason where an account is created without being opened. */
const CREATED_INACTIVE = '新建时未启用';
const OF_THE_PLATFORM: readonly string[] = [ROLE.admin, ROLE.auditor, ROLE.operator];

/** Opens accounts: people of a unit for colleagues, the administrator for every unit and for the platform's own staff (002 US-004, US-007). */
@Controller()
export class CreateUser {
  constructor(
    @Inject(ENGINES) private readonly engines: Engines,
    private readonly decisions: Decisions,
    private readonly passwords: Passwords,
    private readonly verifications: Verifications,
  ) {}

  @Handles(createUser)
  async handle(@Input() typed: InputOf<typeof createUser>, @By() caller: Caller, @Command() context: CommandContext) {
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
    if (state && earlierOf(past, context)) {
      // the same request again; it may have ended before the account was closed
      return typed.isActive || earlierOf(past, closing)
        ? accountNow(userId, head.revision, state)
        : accountAfter(userId, await this.close(userId, closing));
    }
    const unitId = typed.unitId ?? (has(caller, ROLE.admin) ? null : unitAskedFor(undefined, caller));
    if (unitId !== null) ownOnly(caller, unitId);
    const unit = unitId === null ? NO_UNIT : await this.unit(unitId);
    const roles = rolesFor(unit, roleNames);
    refuseIf([
      ...accountProblems({ userName, name, mobile, password }),
      ...(confirmPassword === password ? [] : [problem('PASSWORDS_DIFFER', {}, 'confirmPassword')]),
    ]);
    const codeFor: CodeFor = { sendCodeType: 1, userName, mobile };
    if (validateCode !== '') await this.verifications.check(codeFor, validateCode, context);
    await takeUserName(this.engines, this.decisions, { userName, userId }, context);
    if (validateCode !== '') await this.verifications.use(codeFor, context);
    await this.passwords.set(userId, password);
    const registration: UserRegistration = {
      userName,
      profile: { name, phone: mobile, email: emailAddress },
      roles,
      ...unit,
      ...(description === '' ? {} : { description }),
    };
    const opened = await this.decisions.decide(user, userId, { type: 'RegisterUser', registration }, context);
    return accountAfter(userId, typed.isActive ? opened : await this.close(userId, closing));
  }

  private close(userId: string, context: CommandContext) {
    return this.decisions.decide(user, userId, { type: 'DeactivateUser', reason: CREATED_INACTIVE }, context);
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

/** People of a unit have its one role; staff of the platform one or more of the platform's. @throws RuleBroken ROLE_OF_ANOTHER_KIND. */
const rolesFor = ({ unitType }: Unit, asked: readonly string[]): string[] => {
  const own = roleOfUnit(unitType);
  const allowed = own === null ? OF_THE_PLATFORM : [own];
  const roles = own !== null && asked.length === 0 ? [own] : [...new Set(asked)];
  refuseIf(
    roles
      .filter((role) => !allowed.includes(role))
      .map((role) => problem('ROLE_OF_ANOTHER_KIND', { role }, 'roleNames')),
  );
  refuseIf(roles.length === 0 ? problem('ROLE_OF_ANOTHER_KIND', { role: '' }, 'roleNames') : null);
  return roles;
};
