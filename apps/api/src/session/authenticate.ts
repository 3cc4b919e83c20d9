import { Controller, Req } from '@nestjs/common';
import { RouteConfig } from '@nestjs/platform-fastify';
import { authenticate } from '#contract';
import { SYSTEM_ACTOR } from '#domain';
import { Passwords } from '../auth/passwords.js';
import { SignInAttempts } from '../auth/sign-in-attempts.js';
import { Users } from '../auth/users.js';
import { Welcome } from '../auth/welcome.js';
import type { ApiRequest } from '../http/api-request.js';
import { contextOf } from '../http/command.js';
import { Handles, type InputOf } from '../http/handles.js';
import { Input } from '../http/input.js';
import { Problem } from '../http/problem.js';

@Controller()
export class Authenticate {
  constructor(
    private readonly users: Users,
    private readonly passwords: Passwords,
    private readonly attempts: SignInAttempts,
    private readonly welcome: Welcome,
  ) {}

  @Handles(authenticate)
  @RouteConfig({ rateLimit: {} })
  async handle(
    @Input() { UserNameOrEmailAddress, password, RememberClient }: InputOf<typeof authenticate>,
    @Req() request: ApiRequest,
  ) {
    const user = await this.users.byNameOrEmail(UserNameOrEmailAddress);
    // The password is weighed also for a name nobody has, and the answer is one: neither its time nor its words tell which part was wrong.
    const right = await this.passwords.match(user?.id ?? null, password);
    const context = contextOf(request, SYSTEM_ACTOR);
    await this.attempts.record(user?.id ?? UserNameOrEmailAddress, right, context, request.ip);
    if (!user?.active || !right) throw Problem.badCredentials();
    return this.welcome.in(user, { remembered: RememberClient }, context);
  }
}
