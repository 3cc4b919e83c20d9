import { Inject, Injectable } from '@nestjs/common';
import { v4 } from 'uuid';
import type { Engines } from '#engines';
import { Problem } from '../http/problem.js';
import { ENGINES } from '../provided.js';
import { UnitManagerAccess } from '../users/acting-for-colleagues.js';
import { loadCaller, type Caller } from './caller.js';
import { allowedEmbedOrigins, canEmbedFor, type Embedding } from './embedding.js';
import { grantedOperations } from './grants.js';
import { isSecretCurrent, type LabSecret } from './lab-secret.js';
import { tokenLifetimeSeconds, Tokens } from './tokens.js';
import { Users, type RegisteredUser } from './users.js';

export type OpenedSession = { accessToken: string; expireInSeconds: number };
type Opening = {
  remembered?: boolean;
  lifetimeS?: number;
  onlyRole?: string | null;
  embedding?: Embedding | null;
  /** Set where a laboratory's system opens the session: the secret that it brought. */
  labSecret?: LabSecret | null;
  jti?: string;
};
/** What a session differs in from the one it derives from. */
type Derivation = Pick<Opening, 'onlyRole' | 'embedding' | 'lifetimeS'>;

/** Whether all sessions of a user were ended after this one began. */
export const wasSessionEnded = (
  { createdAt }: { createdAt: string },
  { sessionsFrom }: Pick<RegisteredUser, 'sessionsFrom'>,
): boolean => sessionsFrom !== undefined && createdAt < sessionsFrom;

/** Opens, checks and ends sessions. Every request asks anew, so that logout, deactivation and a change of role bite at once (ADR-012). */
@Injectable()
export class Sessions {
  constructor(
    @Inject(ENGINES) private readonly engines: Engines,
    private readonly tokens: Tokens,
    private readonly users: Users,
    private readonly acting: UnitManagerAccess,
  ) {}

  /** A session of the user's, in all roles or narrowed to one (002 AU-009). */
  open(user: RegisteredUser, opening: Opening, at: Date): Promise<OpenedSession> {
    const lifetimeS = opening.lifetimeS ?? tokenLifetimeSeconds(opening.remembered ?? false);
    // It comes after what ended all others, also where a clock that has been put right since dated that ahead.
    const createdAt = [at.toISOString(), user.sessionsFrom ?? ''].toSorted().at(-1) ?? '';
    return this.add(user, { ...opening, lifetimeS, createdAt }, at);
  }

  /**
   * A session for another tab or an embedded page of somebody who is in. It is of the family of the caller's own: it counts as begun
   * when that began, ends with it, and lives no longer, or a session could prolong itself for ever.
   * @throws Problem UNAUTHORIZED when the caller's own has just ended
   */
  async derive(
    caller: Caller,
    user: RegisteredUser,
    { lifetimeS, ...derivation }: Derivation,
    at: Date,
  ): Promise<OpenedSession> {
    const own = await this.engines.vault.session(caller.jti);
    const left = own ? Math.floor((Date.parse(own.expiresAt) - at.getTime()) / 1000) : 0;
    if (!own || left <= 0) throw Problem.unauthorized();
    const { createdAt, root = own.jti } = own;
    const family = { createdAt, root, labSecret: caller.labSecret ?? null };
    return this.add(user, { ...derivation, ...family, lifetimeS: Math.min(left, lifetimeS ?? left) }, at);
  }

  private async add(
    user: RegisteredUser,
    {
      lifetimeS: expireInSeconds,
      createdAt,
      root,
      onlyRole = null,
      embedding = null,
      labSecret = null,
      jti = v4(),
    }: Opening & { lifetimeS: number; createdAt: string; root?: string },
    at: Date,
  ): Promise<OpenedSession> {
    await this.engines.vault.addSession({
      jti,
      userId: user.id,
      createdAt,
      expiresAt: new Date(at.getTime() + expireInSeconds * 1000).toISOString(),
      ...(root === undefined ? {} : { root }),
    });
    const via = labSecret && 'labSystem';
    const { id: userId, userName, unitId, unitType } = user;
    const roles = onlyRole === null ? user.roles : [onlyRole];
    const accessToken = await this.tokens.sign(
      { jti, userId, userName, roles, onlyRole, embedding, via, labSecret, testUnitId: unitType === 1 ? unitId : null },
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
    if (!user?.active || wasSessionEnded(session, user)) return null;
    const { labSecret } = claimed;
    if (claimed.via && !(labSecret && (await isSecretCurrent(this.engines.eventStore, this.acting, labSecret))))
      return null;
    if (claimed.embedding && !canEmbedFor(user, claimed.embedding.unitId)) return null;
    if (
      claimed.embedding &&
      !(await allowedEmbedOrigins(this.engines.eventStore, claimed.embedding.unitId)).includes(claimed.embedding.origin)
    )
      return null;
    // A role the session was narrowed to and that was taken away since leaves nothing, not everything.
    const roles = claimed.onlyRole === null ? user.roles : user.roles.filter((role) => role === claimed.onlyRole);
    if (roles.length === 0) return null;
    const caller = loadCaller(
      user,
      claimed.jti,
      await grantedOperations(this.engines.eventStore, { roles, unitId: user.unitId }),
      roles,
      claimed.via,
    );
    return {
      ...caller,
      ...(claimed.embedding && { embedding: claimed.embedding }),
      ...(labSecret && { labSecret }),
    };
  }

  /** Ends the session with its whole family: the one it derives from, and what derives from that. */
  end(jti: string): Promise<void> {
    return this.engines.vault.endFamily(jti);
  }
}
