import { Inject } from '@nestjs/common';
import { Command, CommandHandler, type ICommandHandler } from '@nestjs/cqrs';
import type { changePassword, resetPasswordByCode } from '#contract';
import { load, type CommandContext } from '#domain/event-sourcing';
import { problem, refuseIf, RuleBroken } from '#domain/rules';
import { passwordProblem, user } from '#domain/users';
import type { Engines } from '#engines';
import type { Caller } from '../auth/caller.js';
import { Passwords } from '../auth/passwords.js';
import { SignInAttempts } from '../auth/sign-in-attempts.js';
import type { InputOf } from '../http/operation-handlers.js';
import { ENGINES } from '../injection-tokens.js';
import { VerificationCodes, type CodeTarget } from './verification-codes.js';

/** Sets a forgotten password with a code that was sent to the account. */
export class ResetPasswordByCode extends Command<void> {
  constructor(
    readonly input: InputOf<typeof resetPasswordByCode>,
    readonly context: CommandContext,
  ) {
    super();
  }
}

@CommandHandler(ResetPasswordByCode)
export class ResetPasswordByCodeHandler implements ICommandHandler<ResetPasswordByCode> {
  constructor(
    @Inject(ENGINES) private readonly engines: Engines,
    private readonly passwords: Passwords,
    private readonly attempts: SignInAttempts,
    private readonly codes: VerificationCodes,
  ) {}

  async execute({ input: { userName, newPassword, validateCode }, context }: ResetPasswordByCode): Promise<void> {
    rejectWeakPassword(newPassword, userName); // checked before an attempt is counted
    const target: CodeTarget = { sendCodeType: 2, userName, mobile: '' };
    const { userId } = await this.codes.check(target, validateCode, context);
    const { state } = userId === null ? { state: null } : await load(this.engines.eventStore, user, userId);
    if (userId === null || !state?.active) throw new RuleBroken(problem('CODE_WRONG', {}, 'validateCode'));
    rejectWeakPassword(newPassword, state.userName); // the input may be an e-mail address instead of the user name
    await this.codes.use(target, context);
    await this.passwords.replace(userId, newPassword, 'code', {
      ...context,
      by: { userId, role: state.roles[0] ?? '', unitId: state.unitId },
    });
    await this.attempts.clearFailures(userId, context);
  }
}

/** Replaces the caller's password. Wrong current passwords count as failed sign-ins. */
export class ChangeOwnPassword extends Command<void> {
  constructor(
    readonly input: InputOf<typeof changePassword>,
    readonly caller: Caller,
    readonly context: CommandContext,
  ) {
    super();
  }
}

@CommandHandler(ChangeOwnPassword)
export class ChangeOwnPasswordHandler implements ICommandHandler<ChangeOwnPassword> {
  constructor(
    private readonly passwords: Passwords,
    private readonly attempts: SignInAttempts,
  ) {}

  async execute({
    input: { currentPassword, newPassword },
    caller: { userId, userName },
    context,
  }: ChangeOwnPassword): Promise<void> {
    rejectWeakPassword(newPassword, userName);
    const isRight = await this.attempts.attemptOwnPassword(
      userId,
      () => this.passwords.matches(userId, currentPassword),
      context,
    );
    refuseIf(isRight ? null : problem('PASSWORD_WRONG', {}, 'currentPassword'));
    await this.passwords.replace(userId, newPassword, 'own', context);
    await this.attempts.clearFailures(userId, context);
  }
}

export const passwordCommandHandlers = [ResetPasswordByCodeHandler, ChangeOwnPasswordHandler];

/** @throws RuleBroken with the problem of a password that is too weak */
export const rejectWeakPassword = (password: string, userName: string): void => {
  const weakness = passwordProblem(password, userName);
  refuseIf(weakness && { ...weakness, path: 'newPassword' });
};
