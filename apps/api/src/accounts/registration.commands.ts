import { Inject } from '@nestjs/common';
import { Command, CommandHandler, type ICommandHandler } from '@nestjs/cqrs';
import { v5 } from 'uuid';
import type { register, ResultOf, sendToMobile } from '#contract';
import { load, type CommandContext } from '#domain/event-sourcing';
import { problem, refuseIf, RuleBroken } from '#domain/rules';
import type { Language } from '#domain/text';
import { consigningUnit, consigningUnits, testingUnit, testingUnits, UNIT_STATUS } from '#domain/units';
import { accountProblems, CODE_LIMITS, isMobile, user, type UserRegistration } from '#domain/users';
import type { Engines } from '#engines';
import { ROLE, UNIT_TYPE, SEND_CODE_TYPE } from '#events';
import { Passwords } from '../auth/passwords.js';
import { reserveUserName } from '../auth/users.js';
import { Decisions } from '../commands/decisions.js';
import type { InputOf } from '../http/operation-handlers.js';
import { ENGINES, OPTIONS, type ApiOptions } from '../injection-tokens.js';
import { reserveUnitNumber } from '../units/unit-number.js';
import { NEW_CONSIGNING_UNIT, NEW_TESTING_UNIT } from '../units/unit-profiles.js';
import { NetworkCodeLimits, VerificationCodes, hasSendingFailed, type CodeTarget } from './verification-codes.js';

type Registration = InputOf<typeof register>;

/**
 * Registers a unit and its first account. The unit is closed until the administrator opens it, because the platform
 * vouches for its units (ADR-013). A code proves the phone number. The form of the specification has an e-mail address
 * instead and no code. Then nothing is proven, the unit takes the name of the person if it has none, and the
 * registration counts against the code limits of the network.
 */
export class RegisterAccount extends Command<void> {
  constructor(
    readonly registration: Registration,
    readonly address: string,
    readonly context: CommandContext,
  ) {
    super();
  }
}

@CommandHandler(RegisterAccount)
export class RegisterAccountHandler implements ICommandHandler<RegisterAccount> {
  constructor(
    @Inject(ENGINES) private readonly engines: Engines,
    private readonly decisions: Decisions,
    private readonly passwords: Passwords,
    private readonly codes: VerificationCodes,
    private readonly networkLimits: NetworkCodeLimits,
  ) {}

  async execute({ registration, address, context: requestContext }: RegisterAccount): Promise<void> {
    const [userId, unitId] = [v5('user', requestContext.commandId), v5('unit', requestContext.commandId)];
    if ((await load(this.engines.eventStore, user, userId)).state) return; // a repeated request
    const { unitType, userName, mobile, emailAddress, password } = registration;
    const name = `${registration.surname}${registration.name}`;
    const unitName = mobile === '' ? registration.unitName || name : registration.unitName;
    refuseIf([
      ...(unitName === '' ? [problem('UNIT_NAME_REQUIRED', {}, 'unitName')] : []),
      ...accountProblems({ userName, name, mobile: mobile || null, password }),
      ...(mobile === '' && emailAddress === '' ? [problem('EMAIL_INVALID', {}, 'emailAddress')] : []),
    ]);
    const target: CodeTarget = { sendCodeType: 1, userName, mobile };
    if (mobile === '') await this.networkLimits.count(address, requestContext);
    else await this.codes.check(target, registration.validateCode || registration.captchaResponse, requestContext);
    const role = unitType === UNIT_TYPE.laboratory ? ROLE.lab : ROLE.client;
    const context: CommandContext = { ...requestContext, by: { userId, role, unitId } };
    await reserveUserName(this.engines, this.decisions, { userName, userId }, context);
    if (mobile !== '') await this.codes.use(target, requestContext);
    await this.registerUnit(unitId, registration, { name, unitName }, context);
    await this.passwords.setInitial(userId, password);
    const account: UserRegistration = {
      userName,
      profile: { name, phone: mobile, email: emailAddress },
      roles: [role],
      unitId,
      unitType,
      unitName,
    };
    await this.decisions.decide(user, userId, { type: 'RegisterUser', registration: account }, context);
  }

  private async registerUnit(
    unitId: string,
    { unitType, uninCode, mobile }: Registration,
    { name, unitName }: { name: string; unitName: string },
    context: CommandContext,
  ): Promise<void> {
    const unitNo = `R${context.commandId.replaceAll('-', '').slice(0, 9).toUpperCase()}`;
    const number =
      unitType === UNIT_TYPE.laboratory
        ? { view: testingUnits, kind: 'testingUnitNo' as const }
        : { view: consigningUnits, kind: 'consigningUnitNo' as const };
    await reserveUnitNumber(this.engines, this.decisions, { ...number, unitNo, unitId }, context);
    const regTime = context.at;
    if (unitType === UNIT_TYPE.laboratory)
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

/**
 * Sends a code. If the request contains the phone number, the response waits briefly and reports a failed sending,
 * because it does not depend on an account. For a forgotten password this would reveal who has an account, because
 * nothing is sent to unknown users (VC-007, ADR-013).
 */
export class SendVerificationCode extends Command<ResultOf<typeof sendToMobile>> {
  constructor(
    readonly target: InputOf<typeof sendToMobile>,
    readonly address: string,
    readonly language: Language,
    readonly context: CommandContext,
  ) {
    super();
  }
}

@CommandHandler(SendVerificationCode)
export class SendVerificationCodeHandler implements ICommandHandler<SendVerificationCode> {
  constructor(
    @Inject(ENGINES) private readonly engines: Engines,
    @Inject(OPTIONS) private readonly options: ApiOptions,
    private readonly codes: VerificationCodes,
    private readonly networkLimits: NetworkCodeLimits,
  ) {}

  async execute({ target, address, language, context }: SendVerificationCode) {
    const isByNumber = target.sendCodeType !== SEND_CODE_TYPE.forgottenPassword;
    if (isByNumber) refuseIf(isMobile(target.mobile) ? null : problem('MOBILE_INVALID', {}, 'mobile'));
    else refuseIf(target.userName === '' ? problem('USER_NAME_INVALID', {}, 'userName') : null);
    await this.networkLimits.count(address, context);
    const requestEventId = await this.codes.request(target, language, context);
    const { codeOutcomeMs } = this.options;
    if (isByNumber && codeOutcomeMs > 0)
      refuseIf(
        (await hasSendingFailed(this.engines, requestEventId, codeOutcomeMs))
          ? problem('CODE_NOT_SENT', { seconds: CODE_LIMITS.pauseS })
          : null,
      );
    return { resendAfterSeconds: CODE_LIMITS.pauseS, validForSeconds: CODE_LIMITS.lifeS };
  }
}

/** Whether a code is correct. Every check counts as an attempt. */
export class CheckVerificationCode extends Command<boolean> {
  constructor(
    readonly target: CodeTarget,
    readonly code: string,
    readonly context: CommandContext,
  ) {
    super();
  }
}

@CommandHandler(CheckVerificationCode)
export class CheckVerificationCodeHandler implements ICommandHandler<CheckVerificationCode> {
  constructor(private readonly codes: VerificationCodes) {}

  async execute({ target, code, context }: CheckVerificationCode): Promise<boolean> {
    try {
      await this.codes.check(target, code, context);
      return true;
    } catch (error) {
      if (error instanceof RuleBroken && error.code === 'CODE_WRONG') return false;
      throw error;
    }
  }
}

export const registrationCommandHandlers = [
  RegisterAccountHandler,
  SendVerificationCodeHandler,
  CheckVerificationCodeHandler,
];
