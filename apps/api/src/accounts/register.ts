import { Controller, Inject, Req } from '@nestjs/common';
import { RouteConfig } from '@nestjs/platform-fastify';
import { v5 } from 'uuid';
import { register } from '#contract';
import { load, type CommandContext } from '#domain/event-sourcing';
import { problem, refuseIf } from '#domain/rules';
import { consigningUnit, consigningUnits, testingUnit, testingUnits, UNIT_STATUS } from '#domain/units';
import { accountProblems, SYSTEM_ACTOR, user, type UserRegistration } from '#domain/users';
import type { Engines } from '#engines';
import { ROLE } from '#events';
import { Passwords } from '../auth/passwords.js';
import { reserveUserName } from '../auth/users.js';
import { Verifications, type CodeTarget } from '../auth/verifications.js';
import { Decisions } from '../decisions/decisions.js';
import type { ApiRequest } from '../http/api-request.js';
import { commandContextOf } from '../http/command.js';
import { HandlesOperation, type InputOf } from '../http/handles.js';
import { Input } from '../http/input.js';
import { ENGINES } from '../provided.js';
import { reserveUnitNumber } from '../units/unit-number.js';
import { NEW_CONSIGNING_UNIT } from '../units/unit-profiles.js';
import { NEW_TESTING_UNIT } from '../units/unit-profiles.js';
import { NetworkCodeLimits } from './codes-by-network.js';

type Typed = InputOf<typeof register>;

/**
 * Opens a unit and its first account. The platform vouches for its units, so a new one is closed until the administrator opens it (ADR-013).
 * A phone number is proven by a code. The specification's own form has none: with an e-mail address instead, the unit bears the
 * name of its person, nothing is proven, and registrations count as codes do for their network address.
 */
@Controller()
export class Register {
  constructor(
    @Inject(ENGINES) private readonly engines: Engines,
    private readonly decisions: Decisions,
    private readonly passwords: Passwords,
    private readonly verifications: Verifications,
    private readonly byNetwork: NetworkCodeLimits,
  ) {}

  @HandlesOperation(register)
  @RouteConfig({ rateLimit: {} })
  async handle(@Input() typed: Typed, @Req() request: ApiRequest) {
    const asked = commandContextOf(request, SYSTEM_ACTOR);
    const [userId, unitId] = [v5('user', asked.commandId), v5('unit', asked.commandId)];
    if ((await load(this.engines.eventStore, user, userId)).state) return { canLogin: true }; // the same request again
    const { unitType, userName, mobile, emailAddress, password } = typed;
    const name = `${typed.surname}${typed.name}`;
    const unitName = mobile === '' ? typed.unitName || name : typed.unitName;
    refuseIf([
      ...(unitName === '' ? [problem('UNIT_NAME_REQUIRED', {}, 'unitName')] : []),
      ...accountProblems({ userName, name, mobile: mobile || null, password }),
      ...(mobile === '' && emailAddress === '' ? [problem('EMAIL_INVALID', {}, 'emailAddress')] : []),
    ]);
    const codeFor: CodeTarget = { sendCodeType: 1, userName, mobile };
    if (mobile === '') await this.byNetwork.count(request.ip, asked);
    else await this.verifications.check(codeFor, typed.validateCode || typed.captchaResponse, asked);
    const role = unitType === 1 ? ROLE.lab : ROLE.client;
    const context: CommandContext = { ...asked, by: { userId, role, unitId } };
    await reserveUserName(this.engines, this.decisions, { userName, userId }, context);
    if (mobile !== '') await this.verifications.use(codeFor, asked);
    await this.openUnit(unitId, typed, { name, unitName }, context);
    await this.passwords.setInitial(userId, password);
    const registration: UserRegistration = {
      userName,
      profile: { name, phone: mobile, email: emailAddress },
      roles: [role],
      unitId,
      unitType,
      unitName,
    };
    await this.decisions.decide(user, userId, { type: 'RegisterUser', registration }, context);
    return { canLogin: true };
  }

  private async openUnit(
    unitId: string,
    { unitType, uninCode, mobile }: Typed,
    { name, unitName }: { name: string; unitName: string },
    context: CommandContext,
  ): Promise<void> {
    const unitNo = `R${context.commandId.replaceAll('-', '').slice(0, 9).toUpperCase()}`;
    const place =
      unitType === 1
        ? { view: testingUnits, kind: 'testingUnitNo' as const }
        : { view: consigningUnits, kind: 'consigningUnitNo' as const };
    await reserveUnitNumber(this.engines, this.decisions, { ...place, unitNo, unitId }, context);
    const regTime = context.at;
    if (unitType === 1)
      await this.decisions.decide(
        testingUnit,
        unitId,
        {
          type: 'RegisterTestingUnit',
          unit: {
            ...NEW_TESTING_UNIT,
            unitNo,
            testUnitName: unitName,
            contact: { name: '', phone: mobile },
            regTime,
            isActive: false,
          },
        },
        context,
      );
    else
      await this.decisions.decide(
        consigningUnit,
        unitId,
        {
          type: 'RegisterConsigningUnit',
          unit: {
            ...NEW_CONSIGNING_UNIT,
            unitNo,
            name: unitName,
            uninCode,
            regTime,
            registrant: { name, phone: mobile },
            status: UNIT_STATUS.closed,
          },
        },
        context,
      );
  }
}
