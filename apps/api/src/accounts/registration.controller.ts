import { Controller, Req } from '@nestjs/common';
import { CommandBus } from '@nestjs/cqrs';
import { RouteConfig } from '@nestjs/platform-fastify';
import { register, sendToMobile, verifyCode } from '#contract';
import type { Language } from '#domain/text';
import { SYSTEM_ACTOR } from '#domain/users';
import { RequestLanguage, type ApiRequest } from '../http/api-request.js';
import { commandContextOf } from '../http/command-context.js';
import { Input } from '../http/input.js';
import { HandlesOperation, type InputOf } from '../http/operation-handlers.js';
import { CheckVerificationCode, RegisterAccount, SendVerificationCode } from './registration.commands.js';

/** Registration, and the codes by which callers without a session prove a phone number (002 VC-001, VC-002). */
@Controller()
export class RegistrationController {
  constructor(private readonly commands: CommandBus) {}

  @HandlesOperation(register)
  @RouteConfig({ rateLimit: {} })
  async register(@Input() input: InputOf<typeof register>, @Req() request: ApiRequest) {
    await this.commands.execute(new RegisterAccount(input, request.ip, commandContextOf(request, SYSTEM_ACTOR)));
    return { canLogin: true };
  }

  @HandlesOperation(sendToMobile)
  @RouteConfig({ rateLimit: {} })
  sendCode(
    @Input() input: InputOf<typeof sendToMobile>,
    @Req() request: ApiRequest,
    @RequestLanguage() language: Language,
  ) {
    const context = commandContextOf(request, SYSTEM_ACTOR);
    return this.commands.execute(new SendVerificationCode(input, request.ip, language, context));
  }

  @HandlesOperation(verifyCode)
  @RouteConfig({ rateLimit: {} })
  checkCode(@Input() { validateCode, ...target }: InputOf<typeof verifyCode>, @Req() request: ApiRequest) {
    const context = commandContextOf(request, SYSTEM_ACTOR);
    return this.commands.execute(new CheckVerificationCode(target, validateCode, context));
  }
}
