import { createHash, randomBytes } from 'node:crypto';
import { Inject, Injectable } from '@nestjs/common';
import { Command, CommandHandler, type ICommandHandler } from '@nestjs/cqrs';
import type { exchangeEmbeddingCode, getTokenByUnitCode, issueEmbeddingCode, ResultOf } from '#contract';
import type { CommandContext } from '#domain/event-sourcing';
import { problem, RuleBroken } from '#domain/rules';
import { timeLeft } from '#domain/time';
import { webOriginOf } from '#domain/units';
import type { Engines } from '#engines';
import type { EventStore } from '#events';
import type { Caller } from '../auth/caller.js';
import {
  allowedEmbedOrigins,
  canEmbedFor,
  currentLabSecret,
  findUnitByCode,
  type Embedding,
  type LabSecret,
} from '../auth/lab-systems.js';
import { Sessions, wasSessionEnded, type OpenedSession } from '../auth/sessions.js';
import { Users } from '../auth/users.js';
import type { InputOf } from '../http/operation-handlers.js';
import { Problem } from '../http/problem.js';
import { CLOCK, ENGINES, type Clock } from '../injection-tokens.js';
import { LabSystemAuthentication } from './lab-system-authentication.js';

/** A code only travels from the laboratory's server to the page in its frame. */
const CODE_LIFE_S = 60;
const HOUR_S = 60 * 60;

/**
 * Codes that open one embedded page each. The vault stores the digest of a code with its unit, secret and origin as a
 * session without a token. So a code is worthless from another origin, for another unit, or after a new secret was
 * issued.
 */
@Injectable()
export class EmbeddingCodes {
  constructor(
    @Inject(ENGINES) private readonly engines: Engines,
    private readonly sessions: Sessions,
    @Inject(Users) private readonly users: Users,
    private readonly labSystems: LabSystemAuthentication,
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
   * Exchanges a code once for the session of the embedded page. The conditions for its issue are checked again.
   * @throws RuleBroken EMBEDDING_CODE_INVALID if the code is old, used, or of another page, or if the user's sessions
   * have ended since
   */
  async exchange(code: string, embedding: Embedding, at: Date): Promise<OpenedSession> {
    const { vault, eventStore } = this.engines;
    const { unitId, origin } = embedding;
    const labSecret = await currentLabSecret(eventStore, unitId);
    if (!labSecret) throw invalid();
    const issued = await vault.session(digestOf('code', code, labSecret, origin));
    const isCurrent = issued && timeLeft(issued.expiresAt, at.toISOString(), CODE_LIFE_S * 1000) > 0;
    const user = isCurrent ? await this.users.byId(issued.userId) : null;
    if (!issued || !user || wasSessionEnded(issued, user) || !(await this.labSystems.canAuthenticate(user, unitId)))
      throw invalid();
    await vault.endSession(issued.jti);
    const jti = digestOf('session', code, labSecret, origin);
    try {
      return await this.sessions.open(user, { lifetimeS: HOUR_S, embedding, labSecret, jti }, at);
    } catch (error) {
      // If two requests exchange a code at the same time, the vault lets only one open the session.
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

const CODES_PER_MINUTE = 600;

/**
 * Limits the codes per unit and minute in this process. Only authenticated requests count, so nobody else can use up
 * the limit.
 */
@Injectable()
export class EmbeddingCodeLimit {
  private readonly issued = new Map<string, { minute: number; count: number }>();

  /** @throws Problem TOO_MANY */
  count(unitId: string, at: Date): void {
    const minute = Math.floor(at.getTime() / 60_000);
    const previous = this.issued.get(unitId);
    const count = previous?.minute === minute ? previous.count + 1 : 1;
    this.issued.set(unitId, { minute, count });
    if (count > CODES_PER_MINUTE) throw Problem.tooMany();
  }
}

/** Issues a code for an embedded page to a laboratory's system that vouches for a user. */
export class IssueEmbeddingCode extends Command<ResultOf<typeof issueEmbeddingCode>> {
  constructor(
    readonly input: InputOf<typeof issueEmbeddingCode>,
    readonly address: string,
    readonly context: CommandContext,
  ) {
    super();
  }
}

@CommandHandler(IssueEmbeddingCode)
export class IssueEmbeddingCodeHandler implements ICommandHandler<IssueEmbeddingCode> {
  constructor(
    @Inject(ENGINES) private readonly engines: Engines,
    private readonly labSystems: LabSystemAuthentication,
    private readonly codes: EmbeddingCodes,
    private readonly limit: EmbeddingCodeLimit,
    @Inject(CLOCK) private readonly now: Clock,
  ) {}

  async execute({ input: { unitCode, userName, authCode, origin: requested }, address, context }: IssueEmbeddingCode) {
    const credentials = { unitCode, userName, authCode };
    const { user, labSecret } = await this.labSystems.authenticate(credentials, context, address);
    this.limit.count(labSecret.unitId, this.now());
    const origin = await requireAllowedOrigin(this.engines.eventStore, labSecret.unitId, requested);
    return this.codes.issue(user.id, labSecret, origin, this.now());
  }
}

/** Exchanges a code for the session of an embedded page. */
export class ExchangeEmbeddingCode extends Command<OpenedSession> {
  constructor(readonly input: InputOf<typeof exchangeEmbeddingCode>) {
    super();
  }
}

@CommandHandler(ExchangeEmbeddingCode)
export class ExchangeEmbeddingCodeHandler implements ICommandHandler<ExchangeEmbeddingCode> {
  constructor(
    @Inject(ENGINES) private readonly engines: Engines,
    private readonly codes: EmbeddingCodes,
    @Inject(CLOCK) private readonly now: Clock,
  ) {}

  async execute({ input: { unitCode, origin: requested, code } }: ExchangeEmbeddingCode): Promise<OpenedSession> {
    const { eventStore, views } = this.engines;
    const unit = await findUnitByCode(views, unitCode);
    if (!unit) throw Problem.notFound();
    const origin = await requireAllowedOrigin(eventStore, unit.id, requested);
    return this.codes.exchange(code, { unitId: unit.id, origin }, this.now());
  }
}

/** Opens a session of one hour for an embedded page. It has no more permissions than the caller (002 AU-016). */
export class OpenEmbeddedSession extends Command<OpenedSession> {
  constructor(
    readonly input: InputOf<typeof getTokenByUnitCode>,
    readonly caller: Caller,
  ) {
    super();
  }
}

@CommandHandler(OpenEmbeddedSession)
export class OpenEmbeddedSessionHandler implements ICommandHandler<OpenEmbeddedSession> {
  constructor(
    @Inject(ENGINES) private readonly engines: Engines,
    private readonly sessions: Sessions,
    private readonly users: Users,
    @Inject(CLOCK) private readonly now: Clock,
  ) {}

  async execute({ input: { unitCode, origin }, caller }: OpenEmbeddedSession): Promise<OpenedSession> {
    const unit = await findUnitByCode(this.engines.views, unitCode);
    const user = await this.users.byId(caller.userId);
    if (!unit || !user) throw Problem.notFound();
    const embedding =
      caller.embedding ?? (origin === undefined ? null : await this.embeddingFor(caller, unit.id, origin));
    const isLimitedToOneRole = caller.roles.length < (caller.allRoles ?? []).length;
    const onlyRole = isLimitedToOneRole ? (caller.roles[0] ?? null) : null;
    return this.sessions.derive(caller, user, { lifetimeS: HOUR_S, onlyRole, embedding }, this.now());
  }

  /**
   * @throws RuleBroken EMBEDDING_NOT_ALLOWED for origins that the unit does not list, and for the staff of another
   * laboratory
   */
  private async embeddingFor(caller: Caller, unitId: string, requested: string): Promise<Embedding> {
    if (!canEmbedFor(caller, unitId)) throw embeddingNotAllowed(webOriginOf(requested) ?? requested);
    return { unitId, origin: await requireAllowedOrigin(this.engines.eventStore, unitId, requested) };
  }
}

export const embeddingCommandHandlers = [
  IssueEmbeddingCodeHandler,
  ExchangeEmbeddingCodeHandler,
  OpenEmbeddedSessionHandler,
];

/** The normalised origin, if it may embed pages for the unit. @throws RuleBroken EMBEDDING_NOT_ALLOWED */
const requireAllowedOrigin = async (store: EventStore, unitId: string, requested: string): Promise<string> => {
  const origin = webOriginOf(requested) ?? requested;
  if (!(await allowedEmbedOrigins(store, unitId)).includes(origin)) throw embeddingNotAllowed(origin);
  return origin;
};

const embeddingNotAllowed = (origin: string) => new RuleBroken(problem('EMBEDDING_NOT_ALLOWED', { origin }, 'origin'));
