import { createHash, randomBytes } from 'node:crypto';
import { Inject, Injectable } from '@nestjs/common';
import { problem, RuleBroken } from '#domain/rules';
import { timeLeft } from '#domain/time';
import type { Engines } from '#engines';
import { type Embedding, currentLabSecret, type LabSecret } from '../../auth/lab-systems.js';
import { wasSessionEnded, Sessions, type OpenedSession } from '../../auth/sessions.js';
import { Users } from '../../auth/users.js';
import { ENGINES } from '../../provided.js';
import { LabSystemAuthentication } from '../lab-system-door.js';

/** From the answer to a laboratory's server to the page in its frame. */
const CODE_LIFE_S = 60;
const HOUR_S = 60 * 60;

/**
 * Codes that open one embedded page each. The vault holds the digest of a code with its unit, the secret it was issued for and its origin
 * as a session that no token names, so that a code alone, or one brought from elsewhere or after another secret was made, opens nothing.
 */
@Injectable()
export class EmbeddingCodes {
  constructor(
    @Inject(ENGINES) private readonly engines: Engines,
    private readonly sessions: Sessions,
    @Inject(Users) private readonly users: Users,
    private readonly door: LabSystemAuthentication,
  ) {}

  async issue(
    userId: string,
    labSecret: LabSecret,
    origin: string,
    at: Date,
  ): Promise<{ code: string; expireInSeconds: number }> {
    const code = randomBytes(32).toString('base64url');
    const expiresAt = new Date(at.getTime() + CODE_LIFE_S * 1000).toISOString();
    await this.engines.vault.addSession({
      jti: digestOf('code', code, labSecret, origin),
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
  async exchange(code: string, embedding: Embedding, at: Date): Promise<OpenedSession> {
    const { vault, eventStore } = this.engines;
    const { unitId, origin } = embedding;
    const labSecret = await currentLabSecret(eventStore, unitId);
    if (!labSecret) throw invalid();
    const issued = await vault.session(digestOf('code', code, labSecret, origin));
    const holds = issued && timeLeft(issued.expiresAt, at.toISOString(), CODE_LIFE_S * 1000) > 0;
    const user = holds ? await this.users.byId(issued.userId) : null;
    if (!issued || !user || wasSessionEnded(issued, user) || !(await this.door.canAuthenticate(user, unitId)))
      throw invalid();
    await vault.endSession(issued.jti);
    const jti = digestOf('session', code, labSecret, origin);
    try {
      return await this.sessions.open(user, { lifetimeS: HOUR_S, embedding, labSecret, jti }, at);
    } catch (error) {
      // Of two who bring a code at the same moment the vault lets one open its session.
      if (await vault.session(jti)) throw invalid();
      throw error;
    }
  }
}

const invalid = () => new RuleBroken(problem('EMBEDDING_CODE_INVALID', {}, 'code'));
const digestOf = (use: string, code: string, { unitId, version }: LabSecret, origin: string): string =>
  `embedding-${use}-${createHash('sha256')
    .update(JSON.stringify([use, code, unitId, version, origin]))
    .digest('base64url')}`;
