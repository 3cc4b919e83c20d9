import { Controller, Inject } from '@nestjs/common';
import { changeRole } from '#contract';
import { problem, refuseIf } from '#domain';
import type { Caller } from '../auth/caller.js';
import { Sessions } from '../auth/sessions.js';
import { Users } from '../auth/users.js';
import { Welcome } from '../auth/welcome.js';
import { By } from '../http/api-request.js';
import { Handles, type InputOf } from '../http/handles.js';
import { Input } from '../http/input.js';
import { Problem } from '../http/problem.js';
import { CLOCK, type Clock } from '../provided.js';

@Controller()
export class ChangeRole {
  constructor(
    @Inject(Users) private readonly users: Users,
    private readonly sessions: Sessions,
    private readonly welcome: Welcome,
    @Inject(CLOCK) private readonly now: Clock,
  ) {}

  /** The other token holds on: it is another tab's (002 AU-007: a tab's own token comes before the cookie). The new one ends when that one does. */
  @Handles(changeRole)
  async handle(@Input() { roleName }: InputOf<typeof changeRole>, @By() caller: Caller) {
    refuseIf(
      roleName === '' || caller.allRoles?.includes(roleName)
        ? null
        : problem('ROLE_UNKNOWN', { role: roleName }, 'roleName'),
    );
    const user = await this.users.byId(caller.userId);
    if (!user) throw Problem.unauthorized();
    return this.welcome.session(user, {
      onlyRole: roleName || null,
      via: caller.via,
      lifetimeS: await this.sessions.secondsLeft(caller, this.now()),
    });
  }
}
