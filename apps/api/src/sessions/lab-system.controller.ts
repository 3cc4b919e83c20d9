import { Controller, Req } from '@nestjs/common';
import { CommandBus, QueryBus } from '@nestjs/cqrs';
import { RouteConfig } from '@nestjs/platform-fastify';
import { getLabSystemCode, iLisAuthenticate, renewLabSystemCode } from '#contract';
import type { CommandContext } from '#domain/event-sourcing';
import { SYSTEM_ACTOR } from '#domain/users';
import type { Caller } from '../auth/caller.js';
import { CurrentUser, type ApiRequest } from '../http/api-request.js';
import { commandContextOf, CurrentCommand } from '../http/command-context.js';
import { Input } from '../http/input.js';
import { HandlesOperation, type InputOf } from '../http/operation-handlers.js';
import { GetLabSystemSecret, RenewLabSystemSecret, SignInByLabSystem } from './lab-system.handlers.js';

/**
 * The secret by which a testing unit's own system vouches for the unit's staff, and the sign-in with it (002 AU-015).
 */
@Controller()
export class LabSystemController {
  constructor(
    private readonly commands: CommandBus,
    private readonly queries: QueryBus,
  ) {}

  @HandlesOperation(getLabSystemCode)
  secret(@CurrentUser() caller: Caller) {
    return this.queries.execute(new GetLabSystemSecret(caller));
  }

  @HandlesOperation(renewLabSystemCode)
  renew(
    @Input() input: InputOf<typeof renewLabSystemCode>,
    @CurrentUser() caller: Caller,
    @CurrentCommand() context: CommandContext,
  ) {
    return this.commands.execute(new RenewLabSystemSecret(input, caller, context));
  }

  @HandlesOperation(iLisAuthenticate)
  @RouteConfig({ rateLimit: {} })
  signIn(@Input() input: InputOf<typeof iLisAuthenticate>, @Req() request: ApiRequest) {
    const context = commandContextOf(request, SYSTEM_ACTOR);
    return this.commands.execute(new SignInByLabSystem(input, request.ip, context));
  }
}
