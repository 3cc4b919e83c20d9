import { Controller, Inject, Req, Res } from '@nestjs/common';
import { RouteConfig } from '@nestjs/platform-fastify';
import { authenticate } from '#contract';
import { SYSTEM_ACTOR } from '#domain/users';
import type { Engines } from '#engines';
import { cookieForDevice, knownDeviceId } from '../auth/known-devices.js';
import { Passwords } from '../auth/passwords.js';
import { SignInAttempts } from '../auth/sign-in-attempts.js';
import { SignInCompletion } from '../auth/sign-in-completion.js';
import { Users } from '../auth/users.js';
import type { ApiReply, ApiRequest } from '../http/api-request.js';
import { commandContextOf } from '../http/command-context.js';
import { HandlesOperation, type InputOf } from '../http/operation-handlers.js';
import { Input } from '../http/input.js';
import { Problem } from '../http/problem.js';
import { ENGINES } from '../provided.js';

@Controller()
export class Authenticate {
  constructor(
    @Inject(ENGINES) private readonly engines: Engines,
    private readonly users: Users,
    private readonly passwords: Passwords,
    private readonly attempts: SignInAttempts,
    private readonly welcome: SignInCompletion,
  ) {}

  @HandlesOperation(authenticate)
  @RouteConfig({ rateLimit: {} })
  async handle(
    @Input() { UserNameOrEmailAddress, password, RememberClient }: InputOf<typeof authenticate>,
    @Req() request: ApiRequest,
    @Res({ passthrough: true }) reply: ApiReply,
  ) {
    const user = await this.users.byNameOrEmail(UserNameOrEmailAddress);
    const context = commandContextOf(request, SYSTEM_ACTOR);
    const browser = { cookies: request.headers.cookie, at: request.receivedAt };
    const device = user && (await knownDeviceId(this.engines.vault, { ...browser, userId: user.id }));
    const isIn = await this.attempts.attempt(
      user ? { userId: user.id } : { name: UserNameOrEmailAddress },
      { address: request.ip, device },
      // Weighed also for a name nobody has, and the answer is one: neither its time nor its words tell which part was wrong.
      async () => (await this.passwords.matches(user?.id ?? null, password)) && user?.active === true,
      context,
    );
    if (!user || !isIn) throw Problem.badCredentials();
    const secure = request.protocol === 'https';
    void reply.header('set-cookie', await cookieForDevice(this.engines.vault, { ...browser, userId: user.id, secure }));
    return this.welcome.complete(user, { remembered: RememberClient }, context);
  }
}
