import { Controller, Req } from '@nestjs/common';
import { CommandBus } from '@nestjs/cqrs';
import { RouteConfig } from '@nestjs/platform-fastify';
import { changePassword, getPasswordStrength, resetPasswordByCode } from '#contract';
import type { CommandContext } from '#domain/event-sourcing';
import { PASSWORD_RULES, SYSTEM_ACTOR } from '#domain/users';
import type { Caller } from '../auth/caller.js';
import { CurrentUser, type ApiRequest } from '../http/api-request.js';
import { CurrentCommand, commandContextOf } from '../http/command-context.js';
import { Input } from '../http/input.js';
import { HandlesOperation, type InputOf } from '../http/operation-handlers.js';
import { ChangeOwnPassword, ResetPasswordByCode } from './passwords.commands.js';

/** Users set their own password, with the current one or with a code. Both end all their sessions. */
@Controller()
export class PasswordsController {
  constructor(private readonly commands: CommandBus) {}

  @HandlesOperation(getPasswordStrength)
  rules() {
    return { ...PASSWORD_RULES };
  }

  @HandlesOperation(resetPasswordByCode)
  @RouteConfig({ rateLimit: {} })
  async reset(@Input() input: InputOf<typeof resetPasswordByCode>, @Req() request: ApiRequest): Promise<true> {
    await this.commands.execute(new ResetPasswordByCode(input, commandContextOf(request, SYSTEM_ACTOR)));
    return true;
  }

  @HandlesOperation(changePassword)
  @RouteConfig({ rateLimit: {} })
  async change(
    @Input() input: InputOf<typeof changePassword>,
    @CurrentUser() caller: Caller,
    @CurrentCommand() context: CommandContext,
  ): Promise<true> {
    await this.commands.execute(new ChangeOwnPassword(input, caller, context));
    return true;
  }
}
