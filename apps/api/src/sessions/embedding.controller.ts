import { Controller, Req } from '@nestjs/common';
import { CommandBus } from '@nestjs/cqrs';
import { RouteConfig } from '@nestjs/platform-fastify';
import { exchangeEmbeddingCode, getTokenByUnitCode, issueEmbeddingCode } from '#contract';
import { SYSTEM_ACTOR } from '#domain/users';
import type { Caller } from '../auth/caller.js';
import { CurrentUser, type ApiRequest } from '../http/api-request.js';
import { commandContextOf } from '../http/command-context.js';
import { Input } from '../http/input.js';
import { HandlesOperation, type InputOf } from '../http/operation-handlers.js';
import { ExchangeEmbeddingCode, IssueEmbeddingCode, OpenEmbeddedSession } from './embedding.commands.js';

/** High, because all pages of a laboratory come from one address of its network, and all its codes from its server. */
const PER_ADDRESS = { max: 1200 };

/** Sessions for pages inside a laboratory's system (ADR-014). */
@Controller()
export class EmbeddingController {
  constructor(private readonly commands: CommandBus) {}

  @HandlesOperation(issueEmbeddingCode)
  @RouteConfig({ rateLimit: PER_ADDRESS })
  issueCode(@Input() input: InputOf<typeof issueEmbeddingCode>, @Req() request: ApiRequest) {
    const context = commandContextOf(request, SYSTEM_ACTOR);
    return this.commands.execute(new IssueEmbeddingCode(input, request.ip, context));
  }

  @HandlesOperation(exchangeEmbeddingCode)
  @RouteConfig({ rateLimit: PER_ADDRESS })
  exchangeCode(@Input() input: InputOf<typeof exchangeEmbeddingCode>) {
    return this.commands.execute(new ExchangeEmbeddingCode(input));
  }

  @HandlesOperation(getTokenByUnitCode)
  openSession(@Input() input: InputOf<typeof getTokenByUnitCode>, @CurrentUser() caller: Caller) {
    return this.commands.execute(new OpenEmbeddedSession(input, caller));
  }
}
