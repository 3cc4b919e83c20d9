import { Inject, Injectable } from '@nestjs/common';
import { v4 } from 'uuid';
import type { Engines } from '#engines';
import type { Via } from '#events';
import { ENGINES } from '../provided.js';
import { callerFor, type Caller } from './caller.js';
import { embedOriginsOf, mayBeEmbeddedFor, type Embedding } from './embedding.js';
import { grantsOf } from './grants.js';
import { lifetimeOf, Tokens } from './tokens.js';
import { Users, type KnownUser } from './users.js';

export type Opened = { accessToken: string; expireInSeconds: number };
type Opening = {
  remembered?: boolean;
  lifetimeS?: number;
  onlyRole?: string | null;
  embedding?: Embedding | null;
  via?: Via | null;
  jti?: string;
};

/** Whether all sessions of a user were ended after this one began. */
export const hasEnded = (
  { createdAt }: { createdAt: string },
  { sessionsFrom }: Pick<KnownUser, 'sessionsFrom'>,
): boolean => sessionsFrom !== undefined && createdAt < sessionsFrom;

/** Opens, checks and ends sessions. Every request asks anew, so that logout, deactivation and a change of role bite at once (DECISIONS 22). */
@Injectable()
export class Sessions {
  constructor(
    @Inject(ENGINES) private readonly engines: Engines,
    private readonly tokens: Tokens,
    private readonly users: Users,
  ) {}

  /** A session of the user's, in all roles or narrowed to one (002 AU-009). */
  async open(
    user: KnownUser,
    { remembered = false, lifetimeS, onlyRole = null, embedding = null, via = null, jti = v4() }: Opening,
    at: Date,
  ): Promise<Opened> {
    const expireInSeconds = lifetimeS ?? lifetimeOf(remembered);
    await this.engines.vault.addSession({
      jti,
      userId: user.id,
      createdAt: at.toISOString(),
      expiresAt: new Date(at.getTime() + expireInSeconds * 1000).toISOString(),
    });
    const { id: userId, userName, unitId, unitType } = user;
    const roles = onlyRole === null ? user.roles : [onlyRole];
    const accessToken = await this.tokens.sign(
      { jti, userId, userName, roles, onlyRole, embedding, via, testUnitId: unitType === 1 ? unitId : null },
      at,
      expireInSeconds,
    );
    return { accessToken, expireInSeconds };
  }

  /** The caller behind a token; null when the token, its session or its user does not hold. */
  async callerOf(token: string | null, at: Date): Promise<Caller | null> {
    const claimed = token === null ? null : await this.tokens.read(token, at);
    if (!claimed) return null;
    const [session, user] = await Promise.all([
      this.engines.vault.session(claimed.jti),
      this.users.byId(claimed.userId),
    ]);
    if (!session || session.userId !== claimed.userId || session.expiresAt <= at.toISOString()) return null;
    if (!user?.active || hasEnded(session, user)) return null;
    if (claimed.embedding && !mayBeEmbeddedFor(user, claimed.embedding.unitId)) return null;
    if (
      claimed.embedding &&
      !(await embedOriginsOf(this.engines.eventStore, claimed.embedding.unitId)).includes(claimed.embedding.origin)
    )
      return null;
    // A role the session was narrowed to and that was taken away since leaves nothing, not everything.
    const roles = claimed.onlyRole === null ? user.roles : user.roles.filter((role) => role === claimed.onlyRole);
    if (roles.length === 0) return null;
    const caller = callerFor(
      user,
      claimed.jti,
      await grantsOf(this.engines.eventStore, { roles, unitId: user.unitId }),
      roles,
      claimed.via,
    );
    return claimed.embedding ? { ...caller, embedding: claimed.embedding } : caller;
  }

  /** What the caller's session has left; a token it is exchanged for lives no longer, or a session could prolong itself for ever. */
  async secondsLeft({ jti }: Pick<Caller, 'jti'>, at: Date): Promise<number> {
    const session = await this.engines.vault.session(jti);
    return session ? Math.max(0, Math.floor((Date.parse(session.expiresAt) - at.getTime()) / 1000)) : 0;
  }

  end(jti: string): Promise<void> {
    return this.engines.vault.endSession(jti);
  }
}
