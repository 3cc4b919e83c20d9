import { Inject, Injectable } from '@nestjs/common';
import { hash, verify } from '@node-rs/argon2';
import { earlierOf, load, user, type CommandContext, type Handled, type User } from '#domain';
import type { Engines } from '#engines';
import { Decisions } from '../decisions/decisions.js';
import { ENGINES } from '../provided.js';

/** Checks passwords against the hashes in the vault. */
@Injectable()
export class Passwords {
  private dummy: Promise<string> | null = null;

  constructor(@Inject(ENGINES) private readonly engines: Engines, private readonly decisions: Decisions) {}

  /** Takes as long for nobody's password as for a wrong one. */
  async match(userId: string | null, password: string): Promise<boolean> {
    const stored = userId === null ? null : await this.engines.vault.credential(userId);
    const right = await verify(stored ?? (await this.hashOfNobody()), password);
    return stored !== null && right;
  }

  /**
   * Replaces a password and records it. The vault keeps no history, so a request that is not carried out must not reach it: one that comes
   * again would bring an old password back without a trace, and what is refused would have happened all the same. Whoever calls has checked its strength.
   * @throws KeyReused, StaleRevision; the password is then as it was
   */
  async replace(userId: string, password: string, means: 'own' | 'code' | 'administrator', context: CommandContext): Promise<Handled<User | null>> {
    const { head, past } = await load(this.engines.eventStore, user, userId);
    const isCurrent = context.expectedRevision === undefined || context.expectedRevision === head.revision;
    if (!earlierOf(past, context) && isCurrent) await this.set(userId, password);
    return this.decisions.decide(user, userId, { type: 'SetPassword', at: context.at, means }, context);
  }

  /** The password of an account that is being opened. Whoever calls has checked its strength. */
  async set(userId: string, password: string): Promise<void> {
    await this.engines.vault.setCredential(userId, await hash(password));
  }

  private hashOfNobody(): Promise<string> {
    this.dummy ??= hash('nobody');
    return this.dummy;
  }
}
