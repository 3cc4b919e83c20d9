import { Inject, Injectable } from '@nestjs/common';
import { hash, verify } from '@node-rs/argon2';
import { v4 } from 'uuid';
import { findEarlierEvent, load, type CommandContext, type CommandResult } from '#domain/event-sourcing';
import { user, type User } from '#domain/users';
import type { Engines } from '#engines';
import { Decisions } from '../commands/decisions.js';
import { ENGINES } from '../injection-tokens.js';

/** Checks passwords against the hashes in the vault. */
@Injectable()
export class Passwords {
  private dummyHash: Promise<string> | null = null;

  constructor(
    @Inject(ENGINES) private readonly engines: Engines,
    @Inject(Decisions) private readonly decisions: Pick<Decisions, 'decide'>,
  ) {}

  /** Takes as long for an unknown user as for a wrong password. */
  async matches(userId: string | null, password: string): Promise<boolean> {
    const stored = userId === null ? null : await this.currentHash(userId);
    const right = await verify(stored ?? (await this.unknownUserHash()), password);
    return stored !== null && right;
  }

  /**
   * Replaces a password and records it. The new hash is stored in the vault under a key of its own before the event
   * that names the key. If the process ends in between, or the command is rejected, the current password stays. The
   * former hash stays until the next change, because a backup copies the log first (ADR-044). The caller has checked
   * the strength. @throws KeyReused, StaleRevision
   */
  async replace(
    userId: string,
    password: string,
    means: 'own' | 'code' | 'administrator' | 'shell',
    context: CommandContext,
    reason?: string,
  ): Promise<CommandResult<User | null>> {
    const { vault, eventStore } = this.engines;
    const credential = v4();
    const { events } = await load(eventStore, user, userId);
    if (!findEarlierEvent(events, context))
      await vault.setCredential(vaultKeyOf(userId, credential), await hash(password));
    const outdatedKeys = new Set<string>();
    const result = await this.decisions.decide(
      user,
      userId,
      async (state) => {
        if (state?.credential !== undefined) outdatedKeys.add(vaultKeyOf(userId, state.formerCredential));
        return {
          type: 'SetPassword' as const,
          at: context.at,
          means,
          credential,
          ...(reason === undefined ? {} : { reason }),
        };
      },
      context,
    );
    if (result.appended > 0) for (const key of outdatedKeys) await vault.deleteCredential(key);
    return result;
  }

  /** The first password of a new account. The caller has checked its strength. */
  async setInitial(userId: string, password: string): Promise<void> {
    await this.engines.vault.setCredential(userId, await hash(password));
  }

  /** Removes the current and the former hash. */
  async deleteAll(
    userId: string,
    { credential, formerCredential }: Pick<User, 'credential' | 'formerCredential'>,
  ): Promise<void> {
    const keys = new Set([
      vaultKeyOf(userId, undefined),
      vaultKeyOf(userId, credential),
      vaultKeyOf(userId, formerCredential),
    ]);
    for (const key of keys) await this.engines.vault.deleteCredential(key);
  }

  private async currentHash(userId: string): Promise<string | null> {
    const { state } = await load(this.engines.eventStore, user, userId);
    return this.engines.vault.credential(vaultKeyOf(userId, state?.credential));
  }

  private unknownUserHash(): Promise<string> {
    this.dummyHash ??= hash('nobody');
    return this.dummyHash;
  }
}

/**
 * The key of a hash in the vault: the user id for the first password, followed by the name in its event for every later
 * one.
 */
const vaultKeyOf = (userId: string, credential: string | undefined): string =>
  credential === undefined ? userId : `${userId}.${credential}`;
