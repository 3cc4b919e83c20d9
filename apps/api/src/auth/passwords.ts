import { Inject, Injectable } from '@nestjs/common';
import { hash, verify } from '@node-rs/argon2';
import { v4 } from 'uuid';
import { findEarlierEvent, load, type CommandContext, type CommandResult } from '#domain/event-sourcing';
import { user, type User } from '#domain/users';
import type { Engines } from '#engines';
import { Decisions } from '../decisions/decisions.js';
import { ENGINES } from '../provided.js';

/** Checks passwords against the hashes in the vault. */
@Injectable()
export class Passwords {
  private dummy: Promise<string> | null = null;

  constructor(
    @Inject(ENGINES) private readonly engines: Engines,
    @Inject(Decisions) private readonly decisions: Pick<Decisions, 'decide'>,
  ) {}

  /** Takes as long for nobody's password as for a wrong one. */
  async match(userId: string | null, password: string): Promise<boolean> {
    const stored = userId === null ? null : await this.counting(userId);
    const right = await verify(stored ?? (await this.hashOfNobody()), password);
    return stored !== null && right;
  }

  /**
   * Replaces a password and records it. It lies in the vault under a name of its own before the event that names it: whatever ends in
   * between, or is refused, leaves the one that counts as it was. The one before stays until the next change, because a backup copies the log
   * first (ADR-044). Whoever calls has checked its strength. @throws KeyReused, StaleRevision
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
    const { past } = await load(eventStore, user, userId);
    if (!findEarlierEvent(past, context)) await vault.setCredential(placeOf(userId, credential), await hash(password));
    const outdated = new Set<string>();
    const handled = await this.decisions.decide(
      user,
      userId,
      async (state) => {
        if (state?.credential !== undefined) outdated.add(placeOf(userId, state.formerCredential));
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
    if (handled.appended > 0) for (const place of outdated) await vault.deleteCredential(place);
    return handled;
  }

  /** The password of an account that is being opened. Whoever calls has checked its strength. */
  async set(userId: string, password: string): Promise<void> {
    await this.engines.vault.setCredential(userId, await hash(password));
  }

  /** Nothing of somebody's passwords stays, the one before last included. */
  async forget(
    userId: string,
    { credential, formerCredential }: Pick<User, 'credential' | 'formerCredential'>,
  ): Promise<void> {
    const places = new Set([
      placeOf(userId, undefined),
      placeOf(userId, credential),
      placeOf(userId, formerCredential),
    ]);
    for (const place of places) await this.engines.vault.deleteCredential(place);
  }

  private async counting(userId: string): Promise<string | null> {
    const { state } = await load(this.engines.eventStore, user, userId);
    return this.engines.vault.credential(placeOf(userId, state?.credential));
  }

  private hashOfNobody(): Promise<string> {
    this.dummy ??= hash('nobody');
    return this.dummy;
  }
}

/** Where a password lies in the vault: the first under its user, every later one under the name that its event tells. */
const placeOf = (userId: string, credential: string | undefined): string =>
  credential === undefined ? userId : `${userId}.${credential}`;
