import { Inject, Injectable } from '@nestjs/common';
import { v4 } from 'uuid';
import type { Engines } from '#engines';
import { ENGINES } from '../provided.js';
import { callerFor, type Caller } from './caller.js';
import { grantsOf } from './grants.js';
import { lifetimeOf, Tokens } from './tokens.js';
import { Users, type KnownUser } from './users.js';

export type Opened = { accessToken: string; expireInSeconds: number };
type Opening = { remembered?: boolean; lifetimeS?: number; onlyRole?: string | null };

/** Opens, checks and ends sessions. Every request asks anew, so that logout, deactivation and a change of role bite at once (DECISIONS 22). */
@Injectable()
export class Sessions {
  constructor(@Inject(ENGINES) private readonly engines: Engines, private readonly tokens: Tokens, private readonly users: Users) {}

  /** A session of the user's, in all roles or narrowed to one (002 AU-009). */
  async open(user: KnownUser, { remembered = false, lifetimeS, onlyRole = null }: Opening, at: Date): Promise<Opened> {
    const expireInSeconds = lifetimeS ?? lifetimeOf(remembered);
    const jti = v4();
    await this.engines.vault.addSession({ jti, userId: user.id, createdAt: at.toISOString(), expiresAt: new Date(at.getTime() + expireInSeconds * 1000).toISOString() });
    const { id: userId, userName, unitId, unitType } = user;
    const roles = onlyRole === null ? user.roles : [onlyRole];
    const accessToken = await this.tokens.sign({ jti, userId, userName, roles, onlyRole, testUnitId: unitType === 1 ? unitId : null }, at, expireInSeconds);
    return { accessToken, expireInSeconds };
  }

  /** The caller behind a token; null when the token, its session or its user does not hold. */
  async callerOf(token: string | null, at: Date): Promise<Caller | null> {
    const claimed = token === null ? null : await this.tokens.read(token, at);
    if (!claimed) return null;
    const [session, user] = await Promise.all([this.engines.vault.session(claimed.jti), this.users.byId(claimed.userId)]);
    if (!session || session.userId !== claimed.userId || session.expiresAt <= at.toISOString()) return null;
    if (!user?.active || (user.sessionsFrom !== undefined && session.createdAt < user.sessionsFrom)) return null;
    // A role the session was narrowed to and that was taken away since leaves nothing, not everything.
    const roles = claimed.onlyRole === null ? user.roles : user.roles.filter((role) => role === claimed.onlyRole);
    return roles.length === 0 ? null : callerFor(user, claimed.jti, await grantsOf(this.engines.eventStore, { roles, unitId: user.unitId }), roles);
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
