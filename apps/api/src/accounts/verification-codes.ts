import { Controller, Req } from '@nestjs/common';
import { RouteConfig } from '@nestjs/platform-fastify';
import { sendToMobile, verifyCode } from '#contract';
import { CODE_LIMITS, isMobile, problem, refuseIf, RuleBroken, SYSTEM_ACTOR } from '#domain';
import { Verifications } from '../auth/verifications.js';
import type { ApiRequest } from '../http/api-request.js';
import { contextOf } from '../http/command.js';
import { Handles, type InputOf } from '../http/handles.js';
import { Input } from '../http/input.js';

/** Codes by which somebody who is not signed in proves to hold a number (002 VC-001, VC-002). */
@Controller()
export class VerificationCodes {
  constructor(private readonly verifications: Verifications) {}

  @Handles(sendToMobile)
  @RouteConfig({ rateLimit: {} })
  async send(@Input() asked: InputOf<typeof sendToMobile>, @Req() request: ApiRequest) {
    if (asked.sendCodeType !== 2) refuseIf(isMobile(asked.mobile) ? null : problem('MOBILE_INVALID', {}, 'mobile'));
    else refuseIf(asked.userName === '' ? problem('USER_NAME_INVALID', {}, 'userName') : null);
    await this.verifications.request(asked, contextOf(request, SYSTEM_ACTOR));
    return { resendAfterSeconds: CODE_LIMITS.pauseS, validForSeconds: CODE_LIMITS.lifeS };
  }

  @Handles(verifyCode)
  @RouteConfig({ rateLimit: {} })
  async verify(@Input() { validateCode, ...asked }: InputOf<typeof verifyCode>, @Req() request: ApiRequest): Promise<boolean> {
    try {
      await this.verifications.check(asked, validateCode, contextOf(request, SYSTEM_ACTOR));
      return true;
    } catch (error) {
      if (error instanceof RuleBroken && error.code === 'CODE_WRONG') return false;
      throw error;
    }
  }
}
