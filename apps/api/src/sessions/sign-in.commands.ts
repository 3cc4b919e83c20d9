import { Inject } from '@nestjs/common';
import { Command, CommandHandler, type ICommandHandler } from '@nestjs/cqrs';
import type { authenticate, AuthResult } from '#contract';
import type { CommandContext } from '#domain/event-sourcing';
import { problem, refuseIf } from '#domain/rules';
import type { Engines } from '#engines';
import type { Caller } from '../auth/caller.js';
import { Passwords } from '../auth/passwords.js';
import { Sessions } from '../auth/sessions.js';
import { SignInAttempts } from '../auth/sign-in-attempts.js';
import { Users } from '../auth/users.js';
import type { InputOf } from '../http/operation-handlers.js';
import { Problem } from '../http/problem.js';
import { ENGINES } from '../injection-tokens.js';
import { deviceCookieFor, knownDeviceId, SignInCompletion, type Browser, type SignedIn } from './sign-in-completion.js';

/** Signs in with a user name or e-mail address and a password. */
export class SignIn extends Command<SignedIn> {
  constructor(
    readonly credentials: InputOf<typeof authenticate>,
    readonly browser: Browser,
    readonly context: CommandContext,
  ) {
    super();
  }
}

@CommandHandler(SignIn)
export class SignInHandler implements ICommandHandler<SignIn> {
  constructor(
    @Inject(ENGINES) private readonly engines: Engines,
    private readonly users: Users,
    private readonly passwords: Passwords,
    private readonly attempts: SignInAttempts,
    private readonly completion: SignInCompletion,
  ) {}

  async execute({
    credentials: { UserNameOrEmailAddress, password, RememberClient },
    browser,
    context,
  }: SignIn): Promise<SignedIn> {
    const { vault } = this.engines;
    const user = await this.users.byNameOrEmail(UserNameOrEmailAddress);
    const device = user && (await knownDeviceId(vault, user.id, browser));
    const isSuccess = await this.attempts.attempt(
      user ? { userId: user.id } : { name: UserNameOrEmailAddress },
      { address: browser.address, device },
      // The password is also verified for an unknown name, so that neither the time nor the error shows which part was
      // wrong.
      async () => (await this.passwords.matches(user?.id ?? null, password)) && user?.active === true,
      context,
    );
    if (!user || !isSuccess) throw Problem.badCredentials();
    const deviceCookie = await deviceCookieFor(vault, user.id, browser);
    return { result: await this.completion.complete(user, { remembered: RememberClient }, context), deviceCookie };
  }
}

/** Ends a session with all sessions of its family. */
export class SignOut extends Command<void> {
  constructor(readonly jti: string) {
    super();
  }
}

@CommandHandler(SignOut)
export class SignOutHandler implements ICommandHandler<SignOut> {
  constructor(private readonly sessions: Sessions) {}

  execute({ jti }: SignOut): Promise<void> {
    return this.sessions.end(jti);
  }
}

/** Opens a session of the caller that is limited to one role, or has all roles for an empty name. */
export class ChangeRole extends Command<AuthResult> {
  constructor(
    readonly roleName: string,
    readonly caller: Caller,
  ) {
    super();
  }
}

@CommandHandler(ChangeRole)
export class ChangeRoleHandler implements ICommandHandler<ChangeRole> {
  constructor(
    private readonly users: Users,
    private readonly completion: SignInCompletion,
  ) {}

  async execute({ roleName, caller }: ChangeRole): Promise<AuthResult> {
    refuseIf(
      roleName === '' || caller.allRoles?.includes(roleName)
        ? null
        : problem('ROLE_UNKNOWN', { role: roleName }, 'roleName'),
    );
    const user = await this.users.byId(caller.userId);
    if (!user) throw Problem.unauthorized();
    return this.completion.derive(caller, user, { onlyRole: roleName || null });
  }
}

export const signInCommandHandlers = [SignInHandler, SignOutHandler, ChangeRoleHandler];
