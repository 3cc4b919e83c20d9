import { Inject, Injectable } from '@nestjs/common';
import { hash, verify } from '@node-rs/argon2';
import type { Engines } from '#engines';
import { ENGINES } from '../provided.js';

/** Checks passwords against the hashes in the vault. */
@Injectable()
export class Passwords {
  private dummy: Promise<string> | null = null;

  constructor(@Inject(ENGINES) private readonly engines: Engines) {}

  /** Takes as long for nobody's password as for a wrong one. */
  async match(userId: string | null, password: string): Promise<boolean> {
    const stored = userId === null ? null : await this.engines.vault.credential(userId);
    const right = await verify(stored ?? (await this.hashOfNobody()), password);
    return stored !== null && right;
  }

  /** Replaces a user's password. Whoever calls has checked its strength. */
  async set(userId: string, password: string): Promise<void> {
    await this.engines.vault.setCredential(userId, await hash(password));
  }

  private hashOfNobody(): Promise<string> {
    this.dummy ??= hash('nobody');
    return this.dummy;
  }
}
