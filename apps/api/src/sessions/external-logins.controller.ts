import { Controller, Req, Res } from '@nestjs/common';
import { CommandBus, QueryBus } from '@nestjs/cqrs';
import { RouteConfig } from '@nestjs/platform-fastify';
import {
  bindThirdLogin,
  externalAuthenticate,
  getExternalAuthenticationProviders,
  getThirdList,
  getThirdUserId,
  getUserByWeChart,
  startExternalLogin,
  unBindThird,
  weixinRedirect,
} from '#contract';
import type { CommandContext } from '#domain/event-sourcing';
import { SYSTEM_ACTOR } from '#domain/users';
import type { Caller } from '../auth/caller.js';
import { CurrentUser, type ApiReply, type ApiRequest } from '../http/api-request.js';
import { commandContextOf, CurrentCommand } from '../http/command-context.js';
import { Input } from '../http/input.js';
import { HandlesOperation, type InputOf } from '../http/operation-handlers.js';
import {
  BindIdentity,
  FindBoundUser,
  IdentifyPerson,
  ListBindings,
  UnbindIdentity,
} from './external-bindings.handlers.js';
import {
  ListIdentityProviders,
  SignInByCallback,
  SignInByProviderCode,
  StartExternalLogin,
} from './external-logins.handlers.js';
import { browserOf } from './sign-in-completion.js';

/**
 * Sign-in by third parties (002 TP-001 to TP-003, TP-008), and binding of their identities to users (TP-004 to TP-007).
 */
@Controller()
export class ExternalLoginsController {
  constructor(
    private readonly commands: CommandBus,
    private readonly queries: QueryBus,
  ) {}

  @HandlesOperation(getExternalAuthenticationProviders)
  providers() {
    return this.queries.execute(new ListIdentityProviders());
  }

  @HandlesOperation(startExternalLogin)
  @RouteConfig({ rateLimit: {} })
  async start(
    @Input() input: InputOf<typeof startExternalLogin>,
    @Req() request: ApiRequest,
    @Res({ passthrough: true }) reply: ApiReply,
  ) {
    const page = { origin: request.headers.origin, host: request.host };
    const { cookie, ...login } = await this.commands.execute(new StartExternalLogin(input, page, browserOf(request)));
    void reply.header('set-cookie', cookie);
    return login;
  }

  @HandlesOperation(weixinRedirect)
  @RouteConfig({ rateLimit: {} })
  async signInByCallback(
    @Input() callback: InputOf<typeof weixinRedirect>,
    @Req() request: ApiRequest,
    @Res({ passthrough: true }) reply: ApiReply,
  ) {
    const context = commandContextOf(request, SYSTEM_ACTOR);
    const { result, deviceCookie } = await this.commands.execute(
      new SignInByCallback(callback, browserOf(request), context),
    );
    void reply.header('set-cookie', deviceCookie);
    return result;
  }

  /** For clients that obtain the code themselves. The code must belong to the named identity. */
  @HandlesOperation(externalAuthenticate)
  @RouteConfig({ rateLimit: {} })
  async signInByCode(
    @Input() input: InputOf<typeof externalAuthenticate>,
    @Req() request: ApiRequest,
    @Res({ passthrough: true }) reply: ApiReply,
  ) {
    const context = commandContextOf(request, SYSTEM_ACTOR);
    const { result, deviceCookie } = await this.commands.execute(
      new SignInByProviderCode(input, browserOf(request), context),
    );
    void reply.header('set-cookie', deviceCookie);
    return result;
  }

  @HandlesOperation(getThirdList)
  bindings(@CurrentUser() { userId }: Caller) {
    return this.queries.execute(new ListBindings(userId));
  }

  @HandlesOperation(bindThirdLogin)
  @RouteConfig({ rateLimit: {} })
  bind(
    @Input() callback: InputOf<typeof bindThirdLogin>,
    @CurrentUser() caller: Caller,
    @Req() request: ApiRequest,
    @CurrentCommand() context: CommandContext,
  ) {
    return this.commands.execute(new BindIdentity(callback, caller, browserOf(request), context));
  }

  @HandlesOperation(unBindThird)
  unbind(
    @Input() { thirdType }: InputOf<typeof unBindThird>,
    @CurrentUser() { userId }: Caller,
    @CurrentCommand() context: CommandContext,
  ) {
    return this.commands.execute(new UnbindIdentity(thirdType, userId, context));
  }

  @HandlesOperation(getUserByWeChart)
  @RouteConfig({ rateLimit: {} })
  person(@Input() callback: InputOf<typeof getUserByWeChart>, @Req() request: ApiRequest) {
    return this.queries.execute(new IdentifyPerson(callback, browserOf(request)));
  }

  @HandlesOperation(getThirdUserId)
  boundUser(@Input() input: InputOf<typeof getThirdUserId>, @CurrentUser() caller: Caller) {
    return this.queries.execute(new FindBoundUser(input, caller));
  }
}
