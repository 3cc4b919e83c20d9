import { Controller, Inject, Req } from '@nestjs/common';
import { RouteConfig } from '@nestjs/platform-fastify';
import { sendToMobile, verifyCode } from '#contract';
import { problem, refuseIf, RuleBroken, type Language } from '#domain/rules';
import { CODE_LIMITS, isMobile, SYSTEM_ACTOR } from '#domain/users';
import type { Engines } from '#engines';
import { Verifications } from '../auth/verifications.js';
import { RequestLanguage, type ApiRequest } from '../http/api-request.js';
import { commandContextOf } from '../http/command.js';
import { HandlesOperation, type InputOf } from '../http/handles.js';
import { Input } from '../http/input.js';
import { ENGINES, OPTIONS, type ApiOptions } from '../provided.js';
import { codeSendingFailed } from './code-outcome.js';
import { NetworkCodeLimits } from './codes-by-network.js';

/** Codes by which somebody who is not signed in proves to hold a number (002 VC-001, VC-002). */
@Controller()
export class VerificationCodes {
  constructor(
    @Inject(ENGINES) private readonly engines: Engines,
    @Inject(OPTIONS) private readonly options: ApiOptions,
    private readonly verifications: Verifications,
    private readonly byNetwork: NetworkCodeLimits,
  ) {}

  /**
   * A failure is told as far as it is known in a moment, where the caller typed the number: there nothing depends on an account. With a
   * forgotten password it would tell who has one, as nothing is sent to nobody (VC-007, ADR-013).
   */
  @HandlesOperation(sendToMobile)
  @RouteConfig({ rateLimit: {} })
  async send(
    @Input() asked: InputOf<typeof sendToMobile>,
    @Req() request: ApiRequest,
    @RequestLanguage() language: Language,
  ) {
    if (asked.sendCodeType !== 2) refuseIf(isMobile(asked.mobile) ? null : problem('MOBILE_INVALID', {}, 'mobile'));
    else refuseIf(asked.userName === '' ? problem('USER_NAME_INVALID', {}, 'userName') : null);
    const context = commandContextOf(request, SYSTEM_ACTOR);
    await this.byNetwork.count(request.ip, context);
    const askedBy = await this.verifications.request(asked, language, context);
    const { codeOutcomeMs } = this.options;
    if (asked.sendCodeType !== 2 && codeOutcomeMs > 0)
      refuseIf(
        (await codeSendingFailed(this.engines, askedBy, codeOutcomeMs))
          ? problem('CODE_NOT_SENT', { seconds: CODE_LIMITS.pauseS })
          : null,
      );
    return { resendAfterSeconds: CODE_LIMITS.pauseS, validForSeconds: CODE_LIMITS.lifeS };
  }

  @HandlesOperation(verifyCode)
  @RouteConfig({ rateLimit: {} })
  async verify(
    @Input() { validateCode, ...asked }: InputOf<typeof verifyCode>,
    @Req() request: ApiRequest,
  ): Promise<boolean> {
    try {
      await this.verifications.check(asked, validateCode, commandContextOf(request, SYSTEM_ACTOR));
      return true;
    } catch (error) {
      if (error instanceof RuleBroken && error.code === 'CODE_WRONG') return false;
      throw error;
    }
  }
}
