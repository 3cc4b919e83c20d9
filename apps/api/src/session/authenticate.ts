import { Controller, Inject, Req } from '@nestjs/common';
import { RouteConfig } from '@nestjs/platform-fastify';
import { authenticate } from '#contract';
import { SYSTEM_ACTOR } from '#domain';
import { Passwords } from '../auth/passwords.js';
import { Sessions } from '../auth/sessions.js';
import { SignInAttempts } from '../auth/sign-in-attempts.js';
import { Users } from '../auth/users.js';
import type { ApiRequest } from '../http/api-request.js';
import { contextOf } from '../http/command.js';
import { Handles, type InputOf } from '../http/handles.js';
import { Input } from '../http/input.js';
import { Problem } from '../http/problem.js';
import { CLOCK, type Clock } from '../provided.js';

@Controller()
export class Authenticate {
  constructor(private readonly users: Users, private readonly passwords: Passwords, private readonly sessions: Sessions, private readonly attempts: SignInAttempts, @Inject(CLOCK) private readonly now: Clock) {}

  @Handles(authenticate)
  @RouteConfig({ rateLimit: {} })
  async handle(@Input() { UserNameOrEmailAddress, password, RememberClient }: InputOf<typeof authenticate>, @Req() request: ApiRequest) {
    const user = await this.users.byNameOrEmail(UserNameOrEmailAddress);
    // The password is weighed also for a name nobody has, and the answer is one: neither its time nor its words tell which part was wrong.
    const right = await this.passwords.match(user?.id ?? null, password);
    await this.attempts.record(user?.id ?? UserNameOrEmailAddress, right, contextOf(request, SYSTEM_ACTOR));
    if (!user?.active || !right) throw Problem.badCredentials();
    return this.sessions.open(user, RememberClient, this.now());
  }
}
