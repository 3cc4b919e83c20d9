import { Controller, Inject, Req } from '@nestjs/common';
import { RouteConfig } from '@nestjs/platform-fastify';
import { exchangeEmbeddingCode, issueEmbeddingCode } from '#contract';
import { problem, RuleBroken } from '#domain/rules';
import { webOriginOf } from '#domain/units';
import { SYSTEM_ACTOR } from '#domain/users';
import type { Engines } from '#engines';
import { allowedEmbedOrigins, findUnitByCode } from '../../auth/lab-systems.js';
import type { ApiRequest } from '../../http/api-request.js';
import { commandContextOf } from '../../http/command-context.js';
import { HandlesOperation, type InputOf } from '../../http/operation-handlers.js';
import { Input } from '../../http/input.js';
import { Problem } from '../../http/problem.js';
import { CLOCK, ENGINES, type Clock } from '../../provided.js';
import { LabSystemAuthentication } from '../lab-system-door.js';
import { EmbeddingCodeLimit } from './codes-per-unit.js';
import { EmbeddingCodes } from './embedding-codes.js';

/** All pages of a laboratory come from the one address of its network, and its codes from the one of its server. */
const PER_ADDRESS = { max: 1200 };

/** How a page inside a laboratory's system comes to a session without one of its own (ADR-014). */
@Controller()
export class EmbeddedSessions {
  constructor(
    @Inject(ENGINES) private readonly engines: Engines,
    private readonly door: LabSystemAuthentication,
    private readonly codes: EmbeddingCodes,
    private readonly perUnit: EmbeddingCodeLimit,
    @Inject(CLOCK) private readonly now: Clock,
  ) {}

  @HandlesOperation(issueEmbeddingCode)
  @RouteConfig({ rateLimit: PER_ADDRESS })
  async issue(
    @Input() { unitCode, userName, authCode, origin: typed }: InputOf<typeof issueEmbeddingCode>,
    @Req() request: ApiRequest,
  ) {
    const { user, labSecret } = await this.door.authenticate(
      { unitCode, userName, authCode },
      commandContextOf(request, SYSTEM_ACTOR),
      request.ip,
    );
    this.perUnit.count(labSecret.unitId, this.now());
    const origin = await this.allowed(labSecret.unitId, typed);
    return this.codes.issue(user.id, labSecret, origin, this.now());
  }

  @HandlesOperation(exchangeEmbeddingCode)
  @RouteConfig({ rateLimit: PER_ADDRESS })
  async exchange(@Input() { unitCode, origin: typed, code }: InputOf<typeof exchangeEmbeddingCode>) {
    const unit = await findUnitByCode(this.engines.views, unitCode);
    if (!unit) throw Problem.notFound();
    const origin = await this.allowed(unit.id, typed);
    return this.codes.exchange(code, { unitId: unit.id, origin }, this.now());
  }

  private async allowed(unitId: string, typed: string): Promise<string> {
    const origin = webOriginOf(typed) ?? typed;
    if (!(await allowedEmbedOrigins(this.engines.eventStore, unitId)).includes(origin))
      throw new RuleBroken(problem('EMBEDDING_NOT_ALLOWED', { origin }, 'origin'));
    return origin;
  }
}
