import { Inject, Injectable } from '@nestjs/common';
import type { AuthResult } from '#contract';
import { load, type CommandContext } from '#domain/event-sourcing';
import { consigningUnit, testingUnit, UNIT_STATUS } from '#domain/units';
import type { Engines } from '#engines';
import { CLOCK, ENGINES, type Clock } from '../provided.js';
import type { Caller } from './caller.js';
import type { LabSecret } from './lab-systems.js';
import { Sessions, type OpenedSession } from './sessions.js';
import { SignInAttempts } from './sign-in-attempts.js';
import { Tokens } from './tokens.js';
import type { RegisteredUser } from './users.js';

/** What follows once somebody has proven to be a user, by whatever means: a session, and the login on record. */
@Injectable()
export class SignInCompletion {
  constructor(
    @Inject(ENGINES) private readonly engines: Engines,
    private readonly sessions: Sessions,
    private readonly tokens: Tokens,
    private readonly attempts: SignInAttempts,
    @Inject(CLOCK) private readonly now: Clock,
  ) {}

  /** Signs in. */
  async complete(
    user: RegisteredUser,
    asked: { remembered?: boolean; labSecret?: LabSecret },
    context: CommandContext,
  ): Promise<AuthResult> {
    await this.attempts.recordSignIn(user.id, context);
    return this.toAuthResult(user, await this.sessions.open(user, asked, this.now()));
  }

  /** Another session of somebody who is in already. */
  async derive(caller: Caller, user: RegisteredUser, asked: { onlyRole: string | null }): Promise<AuthResult> {
    return this.toAuthResult(user, await this.sessions.derive(caller, user, asked, this.now()));
  }

  private async toAuthResult(
    user: RegisteredUser,
    { accessToken, expireInSeconds }: OpenedSession,
  ): Promise<AuthResult> {
    return {
      accessToken,
      encryptedAccessToken: await this.tokens.seal(accessToken),
      expireInSeconds,
      userId: user.id,
      waitingForActivation: await this.isWaitingForActivation(user),
    };
  }

  private async isWaitingForActivation({ unitId, unitType }: RegisteredUser): Promise<boolean> {
    if (unitId === null) return false;
    if (unitType === 1) return !(await load(this.engines.eventStore, testingUnit, unitId)).state?.isActive;
    return (await load(this.engines.eventStore, consigningUnit, unitId)).state?.status === UNIT_STATUS.closed;
  }
}
