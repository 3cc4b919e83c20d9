import { Inject, Injectable } from '@nestjs/common';
import { v4 } from 'uuid';
import { load, refuseLocked, signIns, SYSTEM_ACTOR, type CommandContext, type SignInLock } from '#domain';
import { fingerprint, type Engines } from '#engines';
import { Decisions } from '../decisions/decisions.js';
import { ENGINES, OPTIONS, type ApiOptions } from '../provided.js';
import { networkOf } from './network-of.js';

/** The lock against guessing, by account and by network address. A name that nobody has is locked like any other. */
@Injectable()
export class SignInAttempts {
  constructor(
    @Inject(ENGINES) private readonly engines: Engines,
    private readonly decisions: Decisions,
    @Inject(OPTIONS) private readonly options: ApiOptions,
  ) {}

  /**
   * To be asked after the password was weighed, so that guesses sent at the same moment count too. Who signs in names the `address` it
   * comes from; failures there are not forgiven by a right password, which whoever tries those of others has too.
   * @throws RuleBroken ACCOUNT_LOCKED, ADDRESS_LOCKED.
   */
  async record(account: string, isRight: boolean, context: CommandContext, address?: string): Promise<void> {
    const { eventStore } = this.engines;
    const { signInFailuresPerAddress: failures } = this.options;
    const lock: SignInLock = { code: 'ADDRESS_LOCKED', failures };
    const network =
      address === undefined || failures === 0 ? null : await this.fingerprintOf(`address/${networkOf(address)}`);
    if (network !== null) refuseLocked((await load(eventStore, signIns, network)).state, context.at, lock);
    const id = await this.idOf(account);
    const { state } = await load(eventStore, signIns, id);
    refuseLocked(state, context.at);
    if (isRight) return this.forgive(account, context);
    if (network !== null)
      await this.decisions.decide(signIns, network, { type: 'RecordFailure', at: context.at, lock }, by(context));
    await this.decisions.decide(signIns, id, { type: 'RecordFailure', at: context.at }, by(context));
  }

  /** Somebody is in, by whatever means: what is listed as the last login. @throws RuleBroken ACCOUNT_LOCKED. */
  async welcome(userId: string, context: CommandContext): Promise<void> {
    await this.decisions.decide(
      signIns,
      await this.idOf(userId),
      { type: 'RecordSignIn', userId, at: context.at },
      by(context),
    );
  }

  /** Opens an account again whose owner has proven to be one. */
  async forgive(account: string, context: CommandContext): Promise<void> {
    await this.decisions.decide(signIns, await this.idOf(account), { type: 'ForgiveFailures' }, by(context));
  }

  private idOf = (account: string): Promise<string> => this.fingerprintOf(account.toLowerCase());

  /** No account has a name that begins with `address/`. */
  private fingerprintOf = (whom: string): Promise<string> => fingerprint(this.engines.vault, `sign-in/${whom}`);
}

/** An attempt of its own, whatever the request says: guesses under one Idempotency-Key are all counted, and If-Match is about another stream. */
const by = ({ expectedRevision: _, ...context }: CommandContext): CommandContext => ({
  ...context,
  by: SYSTEM_ACTOR,
  commandId: v4(),
});
