import { Controller, Req, Res } from '@nestjs/common';
import { CommandBus } from '@nestjs/cqrs';
import { RouteConfig } from '@nestjs/platform-fastify';
import { authenticate, changeRole, logout } from '#contract';
import { SYSTEM_ACTOR } from '#domain/users';
import type { Caller } from '../auth/caller.js';
import { CurrentUser, type ApiReply, type ApiRequest } from '../http/api-request.js';
import { commandContextOf } from '../http/command-context.js';
import { Input } from '../http/input.js';
import { HandlesOperation, type InputOf } from '../http/operation-handlers.js';
import { browserOf } from './sign-in-completion.js';
import { ChangeRole, SignIn, SignOut } from './sign-in.commands.js';

/** Sign-in with a password, change of role, and sign-out. */
@Controller()
export class SignInController {
  constructor(private readonly commands: CommandBus) {}

  @HandlesOperation(authenticate)
  @RouteConfig({ rateLimit: {} })
  async signIn(
    @Input() input: InputOf<typeof authenticate>,
    @Req() request: ApiRequest,
    @Res({ passthrough: true }) reply: ApiReply,
  ) {
    const context = commandContextOf(request, SYSTEM_ACTOR);
    const { result, deviceCookie } = await this.commands.execute(new SignIn(input, browserOf(request), context));
    void reply.header('set-cookie', deviceCookie);
    return result;
  }

  @HandlesOperation(logout)
  async signOut(@CurrentUser() caller: Caller): Promise<true> {
    await this.commands.execute(new SignOut(caller.jti));
    return true;
  }

  /**
   * The previous token stays valid for other tabs (002 AU-007: the token of a tab takes precedence over the cookie).
   * The new token ends together with it.
   */
  @HandlesOperation(changeRole)
  changeRole(@Input() { roleName }: InputOf<typeof changeRole>, @CurrentUser() caller: Caller) {
    return this.commands.execute(new ChangeRole(roleName, caller));
  }
}
