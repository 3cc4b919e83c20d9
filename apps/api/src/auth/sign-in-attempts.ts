import { Inject, Injectable } from '@nestjs/common';
import { v4 } from 'uuid';
import { load, refuseLocked, signIns, SYSTEM_ACTOR, type CommandContext } from '#domain';
import { fingerprint, type Engines } from '#engines';
import { Decisions } from '../decisions/decisions.js';
import { ENGINES } from '../provided.js';

/** The lock against guessing, by account; limits by address stand before the handlers. A name that nobody has is locked like any other. */
@Injectable()
export class SignInAttempts {
  constructor(@Inject(ENGINES) private readonly engines: Engines, private readonly decisions: Decisions) {}

  /** To be asked after the password was weighed, so that guesses sent at the same moment count too. @throws RuleBroken ACCOUNT_LOCKED. */
  async record(account: string, isRight: boolean, context: CommandContext): Promise<void> {
    const id = await this.idOf(account);
    const { state } = await load(this.engines.eventStore, signIns, id);
    refuseLocked(state, context.at);
    if (isRight) await this.forgive(account, context);
    else await this.decisions.decide(signIns, id, { type: 'RecordFailure', at: context.at }, by(context));
  }

  /** Somebody is in, by whatever means: what is listed as the last login. @throws RuleBroken ACCOUNT_LOCKED. */
  async welcome(userId: string, context: CommandContext): Promise<void> {
    await this.decisions.decide(signIns, await this.idOf(userId), { type: 'RecordSignIn', userId, at: context.at }, by(context));
  }

  /** Opens an account again whose owner has proven to be one. */
  async forgive(account: string, context: CommandContext): Promise<void> {
    await this.decisions.decide(signIns, await this.idOf(account), { type: 'ForgiveFailures' }, by(context));
  }

  private idOf = (account: string): Promise<string> => fingerprint(this.engines.vault, `sign-in/${account.toLowerCase()}`);
}

/** An attempt of its own, whatever the request says: guesses under one Idempotency-Key are all counted, and If-Match is about another stream. */
const by = ({ expectedRevision: _, ...context }: CommandContext): CommandContext => ({ ...context, by: SYSTEM_ACTOR, commandId: v4() });
