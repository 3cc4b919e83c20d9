import { Controller, Inject } from '@nestjs/common';
import { getTokenByUnitCode } from '#contract';
import { problem, RuleBroken } from '#domain/rules';
import { webOriginOf } from '#domain/units';
import type { Engines } from '#engines';
import type { Caller } from '../auth/caller.js';
import { allowedEmbedOrigins, canEmbedFor, findUnitByCode, type Embedding } from '../auth/lab-systems.js';
import { Sessions } from '../auth/sessions.js';
import { Users } from '../auth/users.js';
import { CurrentUser } from '../http/api-request.js';
import { HandlesOperation, type InputOf } from '../http/operation-handlers.js';
import { Input } from '../http/input.js';
import { Problem } from '../http/problem.js';
import { CLOCK, ENGINES, type Clock } from '../provided.js';

const HOUR_S = 60 * 60;

/** A page that is embedded lives an hour on a token of its own; it opens what the caller may open anyway (002 AU-016). */
@Controller()
export class GetTokenByUnitCode {
  constructor(
    @Inject(ENGINES) private readonly engines: Engines,
    private readonly sessions: Sessions,
    @Inject(Users) private readonly users: Users,
    @Inject(CLOCK) private readonly now: Clock,
  ) {}

  @HandlesOperation(getTokenByUnitCode)
  async handle(@Input() { unitCode, origin }: InputOf<typeof getTokenByUnitCode>, @CurrentUser() caller: Caller) {
    const unit = await findUnitByCode(this.engines.views, unitCode);
    const user = await this.users.byId(caller.userId);
    if (!unit || !user) throw Problem.notFound();
    const embedding =
      caller.embedding ??
      (origin === undefined ? null : await this.embeddingFor(caller, unit.id, webOriginOf(origin) ?? origin));
    const isNarrowed = caller.roles.length < (caller.allRoles ?? []).length;
    const onlyRole = isNarrowed ? (caller.roles[0] ?? null) : null;
    return this.sessions.derive(caller, user, { lifetimeS: HOUR_S, onlyRole, embedding }, this.now());
  }

  /** @throws RuleBroken EMBEDDING_NOT_ALLOWED for a page that the unit's list does not name, and for the people of another laboratory */
  private async embeddingFor(caller: Caller, unitId: string, origin: string): Promise<Embedding> {
    const isAllowed =
      canEmbedFor(caller, unitId) && (await allowedEmbedOrigins(this.engines.eventStore, unitId)).includes(origin);
    if (!isAllowed) throw new RuleBroken(problem('EMBEDDING_NOT_ALLOWED', { origin }, 'origin'));
    return { unitId, origin };
  }
}
