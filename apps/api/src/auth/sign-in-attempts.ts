import { Inject, Injectable } from '@nestjs/common';
import { v4 } from 'uuid';
import { load, type CommandContext } from '#domain/event-sourcing';
import { refuseIf } from '#domain/rules';
import {
  waitProblem,
  isRecentlyUnlocked,
  isKnownPlace,
  requireWaitOver,
  signIns,
  SYSTEM_ACTOR,
  type SignInCommand,
  type SignInLimit,
  type SignIns,
} from '#domain/users';
import type { Engines } from '#engines';
import { Decisions } from '../decisions/decisions.js';
import { ENGINES, OPTIONS, type ApiOptions } from '../provided.js';
import { KeyedMutex } from './in-turn.js';
import { signInStreamId, signInStreamKey, type GuessTarget } from './sign-in-keys.js';

/** Where a try comes from; `device` is one that this user was signed in on before. */
export type AttemptOrigin = { address: string; device: string | null };

/**
 * The limits of guessing (ADR-013). A name that nobody has is treated like any other, and what a wrong password is answered follows
 * from failures alone: neither whether there is such an account nor where it is known can be read from it.
 */
@Injectable()
export class SignInAttempts {
  private readonly turns = new KeyedMutex();

  constructor(
    @Inject(ENGINES) private readonly engines: Engines,
    private readonly decisions: Decisions,
    @Inject(OPTIONS) private readonly options: ApiOptions,
  ) {}

  /**
   * Whether somebody is let in. Tries at one account from one place are weighed one after the other, so that none of many at the same
   * moment gets past the count. Where the account is known, the right password is let in whatever others did.
   * @throws RuleBroken ACCOUNT_LOCKED, ADDRESS_LOCKED
   */
  async letsIn(
    guessed: GuessTarget,
    { address, device }: AttemptOrigin,
    isRight: () => Promise<boolean>,
    context: CommandContext,
  ): Promise<boolean> {
    const account = await this.idOf(signInStreamKey.account(guessed));
    if (device !== null)
      return this.letsInFrom(account, await this.idOf(signInStreamKey.device(device)), isRight, context);
    const place = await this.idOf(signInStreamKey.place(guessed, address));
    const network = await this.idOf(signInStreamKey.network(address));
    return this.turns.take(place, async () => {
      const [all, here, there] = await Promise.all([this.stateOf(account), this.stateOf(place), this.stateOf(network)]);
      requireWaitOver(here, context.at, { of: 'place', round: all.round });
      const refusal = waitProblem(all, context.at, ACCOUNT) ?? waitProblem(there, context.at, this.networkLimit);
      const right = await isRight();
      const isOpen = refusal === null || isKnownPlace(here, context.at) || isRecentlyUnlocked(all, context.at);
      if (right && isOpen) {
        await this.record(place, { type: 'RecordSuccess', at: context.at }, context);
        return true;
      }
      await this.recordFailure(place, { of: 'place', round: all.round }, context);
      await this.recordFailure(account, ACCOUNT, context);
      if (this.networkLimit.failures > 0) await this.recordFailure(network, this.networkLimit, context);
      refuseIf(refusal);
      return false;
    });
  }

  /** Whether somebody who is signed in knows the own password. Only who has such a session can make the next try wait. @throws RuleBroken ACCOUNT_LOCKED */
  async knowsOwn(userId: string, isRight: () => Promise<boolean>, context: CommandContext): Promise<boolean> {
    return this.letsInFrom(
      await this.idOf(signInStreamKey.account({ userId })),
      await this.idOf(signInStreamKey.own(userId)),
      isRight,
      context,
    );
  }

  /** Somebody is in, by whatever means: what is listed as the last login. */
  async welcome(userId: string, context: CommandContext): Promise<void> {
    await this.record(
      await this.idOf(signInStreamKey.account({ userId })),
      { type: 'RecordSignIn', userId, at: context.at },
      context,
    );
  }

  /** Somebody has come in from this network by other means than a password; the account is known there. */
  async remember(userId: string, address: string, context: CommandContext): Promise<void> {
    await this.record(
      await this.idOf(signInStreamKey.place({ userId }, address)),
      { type: 'RecordSuccess', at: context.at },
      context,
    );
  }

  /** Failures at an account count no more, wherever they came from: its owner has proven to be one, or it has a new password. */
  async forgive(userId: string, context: CommandContext): Promise<void> {
    await this.record(
      await this.idOf(signInStreamKey.account({ userId })),
      { type: 'ForgiveFailures', at: context.at },
      context,
    );
  }

  /** From a place that others cannot use, its own failures count alone. */
  private letsInFrom(
    account: string,
    place: string,
    isRight: () => Promise<boolean>,
    context: CommandContext,
  ): Promise<boolean> {
    return this.turns.take(place, async () => {
      const [{ round }, here] = await Promise.all([this.stateOf(account), this.stateOf(place)]);
      requireWaitOver(here, context.at, { of: 'place', round });
      const right = await isRight();
      if (right) await this.record(place, { type: 'RecordSuccess', at: context.at }, context);
      else await this.recordFailure(place, { of: 'place', round }, context);
      return right;
    });
  }

  private get networkLimit() {
    return { of: 'network', failures: this.options.signInFailuresPerAddress } as const;
  }

  private recordFailure(id: string, limit: SignInLimit, context: CommandContext): Promise<void> {
    return this.record(id, { type: 'RecordFailure', at: context.at, limit }, context);
  }

  /**
   * An event of its own, whatever the request says: guesses under one Idempotency-Key are all counted, and If-Match is about another
   * stream. It shares nothing with the others of its request, so that the log does not tell which accounts come from one network.
   */
  private async record(id: string, command: SignInCommand, { at, by }: CommandContext): Promise<void> {
    const commandId = v4();
    const author = { ...SYSTEM_ACTOR, ...(by.via && { via: by.via }) };
    await this.decisions.decide(signIns, id, command, { by: author, at, commandId, correlationId: commandId });
  }

  private async stateOf(id: string): Promise<SignIns> {
    return (await load(this.engines.eventStore, signIns, id)).state;
  }

  private idOf = (key: string): Promise<string> => signInStreamId(this.engines.vault, key);
}

const ACCOUNT = { of: 'account' } as const;
