import { Controller, Inject } from '@nestjs/common';
import { changeRole } from '#contract';
import { problem, refuseIf } from '#domain';
import type { Caller } from '../auth/caller.js';
import { Users } from '../auth/users.js';
import { Welcome } from '../auth/welcome.js';
import { By } from '../http/api-request.js';
import { Handles, type InputOf } from '../http/handles.js';
import { Input } from '../http/input.js';
import { Problem } from '../http/problem.js';

@Controller()
export class ChangeRole {
  constructor(
    @Inject(Users) private readonly users: Users,
    private readonly welcome: Welcome,
  ) {}

  /** The other token holds on: it is another tab's (002 AU-007: a tab's own token comes before the cookie). The new one ends with it. */
  @Handles(changeRole)
  async handle(@Input() { roleName }: InputOf<typeof changeRole>, @By() caller: Caller) {
    refuseIf(
      roleName === '' || caller.allRoles?.includes(roleName)
        ? null
        : problem('ROLE_UNKNOWN', { role: roleName }, 'roleName'),
    );
    const user = await this.users.byId(caller.userId);
    if (!user) throw Problem.unauthorized();
    return this.welcome.further(caller, user, { onlyRole: roleName || null });
  }
}
