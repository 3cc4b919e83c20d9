import { Inject, Injectable } from '@nestjs/common';
import { v4 } from 'uuid';
import type { Engines } from '#engines';
import { UNIT_TYPE } from '#events';
import { Problem } from '../http/problem.js';
import { ENGINES } from '../injection-tokens.js';
import { toCaller, type Caller } from './caller.js';
import { grantedOperations } from './grants.js';
import { allowedEmbedOrigins, canEmbedFor, type Embedding, isSecretCurrent, type LabSecret } from './lab-systems.js';
import { tokenLifetimeSeconds, Tokens, type VerifiedClaims } from './tokens.js';
import { UnitManagerAccess } from './unit-managers.js';
import { Users, type RegisteredUser } from './users.js';

export type OpenedSession = { accessToken: string; expireInSeconds: number };
type Opening = {
  remembered?: boolean;
  lifetimeS?: number;
  onlyRole?: string | null;
  embedding?: Embedding | null;
  /** The secret that was used, if a laboratory's system opens the session. */
  labSecret?: LabSecret | null;
  jti?: string;
};
/** The differences between a derived session and its origin. */
type Derivation = Pick<Opening, 'onlyRole' | 'embedding' | 'lifetimeS'>;

/** Whether all sessions of a user were ended after this one began. */
export const wasSessionEnded = (
  { createdAt }: { createdAt: string },
  { sessionsFrom }: Pick<RegisteredUser, 'sessionsFrom'>,
): boolean => sessionsFrom !== undefined && createdAt < sessionsFrom;

/**
 * Opens, checks and ends sessions. Every request checks again, so logout, deactivation and role changes take effect at
 * once (ADR-012).
 */
@Injectable()
export class Sessions {
  constructor(
    @Inject(ENGINES) private readonly engines: Engines,
    private readonly tokens: Tokens,
    private readonly users: Users,
    private readonly unitManagers: UnitManagerAccess,
  ) {}

  /** Opens a session of a user, in all roles or limited to one (002 AU-009). */
  open(user: RegisteredUser, opening: Opening, at: Date): Promise<OpenedSession> {
    const lifetimeS = opening.lifetimeS ?? tokenLifetimeSeconds(opening.remembered ?? false);
    // The session starts after the end of all earlier sessions, even if that end was dated by a clock that was ahead.
    const createdAt = [at.toISOString(), user.sessionsFrom ?? ''].toSorted().at(-1) ?? '';
    return this.add(user, { ...opening, lifetimeS, createdAt }, at);
  }

  /**
   * A session of the same user for another tab or an embedded page. It belongs to the family of the caller's session:
   * it has the same start, ends with it and does not last longer. Otherwise a session could prolong itself
   * indefinitely.
   * @throws Problem UNAUTHORIZED if the caller's session has just ended
   */
  async derive(
    caller: Caller,
    user: RegisteredUser,
    { lifetimeS, ...derivation }: Derivation,
    at: Date,
  ): Promise<OpenedSession> {
    const session = await this.engines.vault.session(caller.jti);
    const remainingS = session ? Math.floor((Date.parse(session.expiresAt) - at.getTime()) / 1000) : 0;
    if (!session || remainingS <= 0) throw Problem.unauthorized();
    const { createdAt, root = session.jti } = session;
    const family = { createdAt, root, labSecret: caller.labSecret ?? null };
    return this.add(user, { ...derivation, ...family, lifetimeS: Math.min(remainingS, lifetimeS ?? remainingS) }, at);
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
      {
        jti,
        userId,
        userName,
        roles,
        onlyRole,
        embedding,
        via,
        labSecret,
        testUnitId: unitType === UNIT_TYPE.laboratory ? unitId : null,
      },
      at,
      expireInSeconds,
    );
    return { accessToken, expireInSeconds };
  }

  /** The caller of a token; null if the token, its session or its user is not valid. */
  async callerOf(token: string | null, at: Date): Promise<Caller | null> {
    const claims = token === null ? null : await this.tokens.read(token, at);
    if (!claims) return null;
    const [session, user] = await Promise.all([this.engines.vault.session(claims.jti), this.users.byId(claims.userId)]);
    if (!session || session.userId !== claims.userId || session.expiresAt <= at.toISOString()) return null;
    if (!user?.active || wasSessionEnded(session, user)) return null;
    if (!(await this.isOriginValid(claims, user))) return null;
    // If the role that the session is limited to was removed, the session has no role at all.
    const roles = claims.onlyRole === null ? user.roles : user.roles.filter((role) => role === claims.onlyRole);
    if (roles.length === 0) return null;
    const operationNames = await grantedOperations(this.engines.eventStore, { roles, unitId: user.unitId });
    return {
      ...toCaller(user, claims.jti, operationNames, roles, claims.via),
      ...(claims.embedding && { embedding: claims.embedding }),
      ...(claims.labSecret && { labSecret: claims.labSecret }),
    };
  }

  /**
   * A session that a laboratory's system opened needs the secret that it was opened with, and one in an embedded page
   * needs the unit's permission for that page.
   */
  private async isOriginValid({ via, labSecret, embedding }: VerifiedClaims, user: RegisteredUser): Promise<boolean> {
    const { eventStore } = this.engines;
    if (via && !(labSecret && (await isSecretCurrent(eventStore, this.unitManagers, labSecret)))) return false;
    if (!embedding) return true;
    if (!canEmbedFor(user, embedding.unitId)) return false;
    return (await allowedEmbedOrigins(eventStore, embedding.unitId)).includes(embedding.origin);
  }

  /** Ends a session with its family: its origin and all sessions that derive from it. */
  end(jti: string): Promise<void> {
    return this.engines.vault.endFamily(jti);
  }
}
