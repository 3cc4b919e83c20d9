import { createHash, randomBytes } from 'node:crypto';
import { Inject, Injectable } from '@nestjs/common';
import { problem, RuleBroken } from '#domain';
import type { Engines } from '#engines';
import type { Embedding } from '../../auth/embedding.js';
import { hasEnded, Sessions, type Opened } from '../../auth/sessions.js';
import { Users } from '../../auth/users.js';
import { ENGINES } from '../../provided.js';
import { LabSystemDoor } from '../lab-system-door.js';

/** From the answer to a laboratory's server to the page in its frame. */
const CODE_LIFE_S = 60;
const HOUR_S = 60 * 60;

/**
 * Codes that open one embedded page each. The vault holds the digest of a code with its unit and origin as a session that no token
 * names, so that a code alone, or one brought from elsewhere, opens nothing.
 */
@Injectable()
export class EmbeddingCodes {
  constructor(
    @Inject(ENGINES) private readonly engines: Engines,
    private readonly sessions: Sessions,
    @Inject(Users) private readonly users: Users,
    private readonly door: LabSystemDoor,
  ) {}

  async issue(userId: string, embedding: Embedding, at: Date): Promise<{ code: string; expireInSeconds: number }> {
    const code = randomBytes(32).toString('base64url');
    const expiresAt = new Date(at.getTime() + CODE_LIFE_S * 1000).toISOString();
    await this.engines.vault.addSession({
      jti: digestOf('code', code, embedding),
      userId,
      createdAt: at.toISOString(),
      expiresAt,
    });
    return { code, expireInSeconds: CODE_LIFE_S };
  }

  /**
   * The session of the embedded page, once. What the code was issued on is asked anew.
   * @throws RuleBroken EMBEDDING_CODE_INVALID for a code that is old, used, of another page, or of somebody whose sessions ended since.
   */
  async exchange(code: string, embedding: Embedding, at: Date): Promise<Opened> {
    const { vault } = this.engines;
    const issued = await vault.session(digestOf('code', code, embedding));
    const user = issued && issued.expiresAt > at.toISOString() ? await this.users.byId(issued.userId) : null;
    if (!issued || !user || hasEnded(issued, user) || !(await this.door.stillVouchesFor(user, embedding.unitId)))
      throw invalid();
    await vault.endSession(issued.jti);
    const jti = digestOf('session', code, embedding);
    try {
      return await this.sessions.open(user, { lifetimeS: HOUR_S, embedding, via: 'labSystem', jti }, at);
    } catch (error) {
      // Of two who bring a code at the same moment the vault lets one open its session.
      if (await vault.session(jti)) throw invalid();
      throw error;
    }
  }
}

const invalid = () => new RuleBroken(problem('EMBEDDING_CODE_INVALID', {}, 'code'));
const digestOf = (use: string, code: string, { unitId, origin }: Embedding): string =>
  `embedding-${use}-${createHash('sha256')
    .update(JSON.stringify([use, code, unitId, origin]))
    .digest('base64url')}`;
