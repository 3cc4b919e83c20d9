import { Inject, Injectable } from '@nestjs/common';
import { v4 } from 'uuid';
import { load, type CommandContext } from '#domain/event-sourcing';
import { refuseIf } from '#domain/rules';
import { foldedName } from '#domain/text';
import {
  waitProblem,
  isRecentlyUnlocked,
  isRecentPlace,
  requireWaitOver,
  signIns,
  SYSTEM_ACTOR,
  type SignInCommand,
  type SignInLimit,
  type SignIns,
} from '#domain/users';
import { type Engines, fingerprint, KeyedMutex, type Vault } from '#engines';
import { Decisions } from '../commands/decisions.js';
import { ENGINES, OPTIONS, type ApiOptions } from '../injection-tokens.js';
import { networkOfAddress } from './network-limits.js';

/** The origin of an attempt. `device` is set if this user has signed in on the device before. */
export type AttemptOrigin = { address: string; device: string | null };

/**
 * Limits guessing (ADR-013). An unknown name is treated like any other, and the response to a wrong password depends on
 * counted failures only. It shows neither whether the account exists nor where it is known.
 */
@Injectable()
export class SignInAttempts {
  private readonly mutex = new KeyedMutex();

  constructor(
    @Inject(ENGINES) private readonly engines: Engines,
    private readonly decisions: Decisions,
    @Inject(OPTIONS) private readonly options: ApiOptions,
  ) {}

  /**
   * Whether a sign-in succeeds. Attempts at one account from one place run one after the other, so that no simultaneous
   * attempt escapes the count. From a place where the account is known, the right password succeeds despite failures
   * elsewhere.
   * @throws RuleBroken ACCOUNT_LOCKED, ADDRESS_LOCKED
   */
  async attempt(
    target: GuessTarget,
    { address, device }: AttemptOrigin,
    isRight: () => Promise<boolean>,
    context: CommandContext,
  ): Promise<boolean> {
    const account = await this.streamIdOf(signInStreamKey.account(target));
    if (device !== null)
      return this.attemptFrom(account, await this.streamIdOf(signInStreamKey.device(device)), isRight, context);
    const place = await this.streamIdOf(signInStreamKey.place(target, address));
    const network = await this.streamIdOf(signInStreamKey.network(address));
    return this.mutex.run(place, async () => {
      const [accountState, placeState, networkState] = await Promise.all([
        this.stateOf(account),
        this.stateOf(place),
        this.stateOf(network),
      ]);
      requireWaitOver(placeState, context.at, { of: 'place', round: accountState.round });
      const refusal =
        waitProblem(accountState, context.at, ACCOUNT) ?? waitProblem(networkState, context.at, this.networkLimit);
      const isPasswordRight = await isRight();
      const isOpen =
        refusal === null || isRecentPlace(placeState, context.at) || isRecentlyUnlocked(accountState, context.at);
      if (isPasswordRight && isOpen) {
        await this.record(place, { type: 'RecordSuccess', at: context.at }, context);
        return true;
      }
      await this.recordFailure(place, { of: 'place', round: accountState.round }, context);
      await this.recordFailure(account, ACCOUNT, context);
      if (this.networkLimit.failures > 0) await this.recordFailure(network, this.networkLimit, context);
      refuseIf(refusal);
      return false;
    });
  }

  /**
   * Whether a signed-in user knows the current password. Only attempts with a session can delay the next attempt.
   * @throws RuleBroken ACCOUNT_LOCKED
   */
  async attemptOwnPassword(userId: string, isRight: () => Promise<boolean>, context: CommandContext): Promise<boolean> {
    return this.attemptFrom(
      await this.streamIdOf(signInStreamKey.account({ userId })),
      await this.streamIdOf(signInStreamKey.own(userId)),
      isRight,
      context,
    );
  }

  /** Records a sign-in by any means. It is shown as the last login. */
  async recordSignIn(userId: string, context: CommandContext): Promise<void> {
    await this.record(
      await this.streamIdOf(signInStreamKey.account({ userId })),
      { type: 'RecordSignIn', userId, at: context.at },
      context,
    );
  }

  /** Makes the account known at a network, after a sign-in by other means than a password. */
  async trustNetwork(userId: string, address: string, context: CommandContext): Promise<void> {
    await this.record(
      await this.streamIdOf(signInStreamKey.place({ userId }, address)),
      { type: 'RecordSuccess', at: context.at },
      context,
    );
  }

  /** Clears all failures of an account, because its owner has been verified or it has a new password. */
  async clearFailures(userId: string, context: CommandContext): Promise<void> {
    await this.record(
      await this.streamIdOf(signInStreamKey.account({ userId })),
      { type: 'ForgiveFailures', at: context.at },
      context,
    );
  }

  /** An attempt from a place that others cannot use. Only the failures of that place count. */
  private attemptFrom(
    account: string,
    place: string,
    isRight: () => Promise<boolean>,
    context: CommandContext,
  ): Promise<boolean> {
    return this.mutex.run(place, async () => {
      const [{ round }, placeState] = await Promise.all([this.stateOf(account), this.stateOf(place)]);
      requireWaitOver(placeState, context.at, { of: 'place', round });
      const isPasswordRight = await isRight();
      if (isPasswordRight) await this.record(place, { type: 'RecordSuccess', at: context.at }, context);
      else await this.recordFailure(place, { of: 'place', round }, context);
      return isPasswordRight;
    });
  }

  private get networkLimit() {
    return { of: 'network', failures: this.options.signInFailuresPerAddress } as const;
  }

  private recordFailure(id: string, limit: SignInLimit, context: CommandContext): Promise<void> {
    return this.record(id, { type: 'RecordFailure', at: context.at, limit }, context);
  }

  /**
   * Each event has its own command id, so that all guesses under one Idempotency-Key are counted. If-Match is not
   * passed on, because it belongs to another stream. The events of one request have no id in common, so that the log
   * does not show which accounts are used from one network.
   */
  private async record(id: string, command: SignInCommand, { at, by }: CommandContext): Promise<void> {
    const commandId = v4();
    const author = { ...SYSTEM_ACTOR, ...(by.via && { via: by.via }) };
    await this.decisions.decide(signIns, id, command, { by: author, at, commandId, correlationId: commandId });
  }

  private async stateOf(id: string): Promise<SignIns> {
    return (await load(this.engines.eventStore, signIns, id)).state;
  }

  private streamIdOf = (key: string): Promise<string> => signInStreamId(this.engines.vault, key);
}

const ACCOUNT = { of: 'account' } as const;

/** The target of guesses: the password of a user or of an unknown name, or the secret of a laboratory's system. */
export type GuessTarget = { userId: string } | { name: string } | { labSystem: string };

/**
 * The keys that failures are counted under. User ids have none of the prefixes of the other keys, and unknown names
 * always follow `name/`.
 */
export const signInStreamKey = {
  account: (target: GuessTarget): string => {
    if ('userId' in target) return target.userId.toLowerCase();
    return 'name' in target ? `name/${foldedName(target.name)}` : `lab-system/${foldedName(target.labSystem)}`;
  },
  /** One account from one network. */
  place: (target: GuessTarget, address: string): string =>
    `at/${networkOfAddress(address)}/${signInStreamKey.account(target)}`,
  network: (address: string): string => `address/${networkOfAddress(address)}`,
  device: (device: string): string => `device/${device}`,
  /** Guesses of the current password by a signed-in user. */
  own: (userId: string): string => `own/${userId.toLowerCase()}`,
};

/** The id of the stream for a key. It is a fingerprint, so that the log shows neither names nor addresses. */
export const signInStreamId = (vault: Vault, key: string): Promise<string> => fingerprint(vault, `sign-in/${key}`);
