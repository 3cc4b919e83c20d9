import { Controller, Inject, Req } from '@nestjs/common';
import { RouteConfig } from '@nestjs/platform-fastify';
import { changePassword, getPasswordStrength, resetPasswordByCode } from '#contract';
import { load, type CommandContext } from '#domain/event-sourcing';
import { problem, refuseIf, RuleBroken } from '#domain/rules';
import { PASSWORD_RULES, SYSTEM_ACTOR, user, passwordProblem } from '#domain/users';
import type { Engines } from '#engines';
import type { Caller } from '../auth/caller.js';
import { Passwords } from '../auth/passwords.js';
import { SignInAttempts } from '../auth/sign-in-attempts.js';
import { Verifications, type CodeTarget } from '../auth/verifications.js';
import { CurrentUser, type ApiRequest } from '../http/api-request.js';
import { CurrentCommand, commandContextOf } from '../http/command.js';
import { HandlesOperation, type InputOf } from '../http/handles.js';
import { Input } from '../http/input.js';
import { ENGINES } from '../provided.js';

/** How people set their own password, with the old one or with a code. Either ends all their sessions. */
@Controller()
export class UserPasswordsController {
  constructor(
    @Inject(ENGINES) private readonly engines: Engines,
    private readonly passwords: Passwords,
    private readonly attempts: SignInAttempts,
    private readonly verifications: Verifications,
  ) {}

  @HandlesOperation(getPasswordStrength)
  strength() {
    return { ...PASSWORD_RULES };
  }

  @HandlesOperation(resetPasswordByCode)
  @RouteConfig({ rateLimit: {} })
  async reset(
    @Input() { userName, newPassword, validateCode }: InputOf<typeof resetPasswordByCode>,
    @Req() request: ApiRequest,
  ): Promise<true> {
    refuseWeak(newPassword, userName); // before a try is counted
    const asked: CodeTarget = { sendCodeType: 2, userName, mobile: '' };
    const context = commandContextOf(request, SYSTEM_ACTOR);
    const { userId } = await this.verifications.check(asked, validateCode, context);
    const { state } = userId === null ? { state: null } : await load(this.engines.eventStore, user, userId);
    if (userId === null || !state?.active) throw new RuleBroken(problem('CODE_WRONG', {}, 'validateCode'));
    refuseWeak(newPassword, state.userName); // who signs in by e-mail has another name too
    await this.verifications.use(asked, context);
    await this.set(userId, newPassword, 'code', {
      ...context,
      by: { userId, role: state.roles[0] ?? '', unitId: state.unitId },
    });
    return true;
  }

  @HandlesOperation(changePassword)
  @RouteConfig({ rateLimit: {} })
  async change(
    @Input() { currentPassword, newPassword }: InputOf<typeof changePassword>,
    @CurrentUser() caller: Caller,
    @CurrentCommand() context: CommandContext,
  ): Promise<true> {
    refuseWeak(newPassword, caller.userName);
    const isRight = await this.attempts.attemptOwnPassword(
      caller.userId,
      () => this.passwords.matches(caller.userId, currentPassword),
      context,
    );
    refuseIf(isRight ? null : problem('PASSWORD_WRONG', {}, 'currentPassword'));
    await this.set(caller.userId, newPassword, 'own', context);
    return true;
  }

  private async set(userId: string, password: string, means: 'own' | 'code', context: CommandContext): Promise<void> {
    await this.passwords.replace(userId, password, means, context);
    await this.attempts.clearFailures(userId, context);
  }
}

const refuseWeak = (password: string, userName: string): void => {
  const weakness = passwordProblem(password, userName);
  refuseIf(weakness && { ...weakness, path: 'newPassword' });
};
