import { Controller, Inject } from '@nestjs/common';
import { getTokenByUnitCode } from '#contract';
import { testingUnits, type TestingUnitRow } from '#domain';
import type { Engines } from '#engines';
import type { Caller } from '../auth/caller.js';
import { Sessions } from '../auth/sessions.js';
import { Users } from '../auth/users.js';
import { By } from '../http/api-request.js';
import { Handles, type InputOf } from '../http/handles.js';
import { Input } from '../http/input.js';
import { Problem } from '../http/problem.js';
import { CLOCK, ENGINES, type Clock } from '../provided.js';

const HOUR_S = 60 * 60;

/** A page that is embedded lives an hour on a token of its own; it opens what the caller may open anyway (002 AU-016). */
@Controller()
export class GetTokenByUnitCode {
  constructor(@Inject(ENGINES) private readonly engines: Engines, private readonly sessions: Sessions, @Inject(Users) private readonly users: Users, @Inject(CLOCK) private readonly now: Clock) {}

  @Handles(getTokenByUnitCode)
  async handle(@Input() { unitCode }: InputOf<typeof getTokenByUnitCode>, @By() caller: Caller) {
    const { rows: [unit] } = await this.engines.views.find<TestingUnitRow>(testingUnits, { where: [{ column: 'unitNo', eq: unitCode }], limit: 1 });
    const user = await this.users.byId(caller.userId);
    if (!unit || !user) throw Problem.notFound();
    const isNarrowed = caller.roles.length < (caller.allRoles ?? []).length;
    const lifetimeS = Math.min(HOUR_S, await this.sessions.secondsLeft(caller, this.now()));
    return this.sessions.open(user, { lifetimeS, onlyRole: isNarrowed ? (caller.roles[0] ?? null) : null }, this.now());
  }
}
