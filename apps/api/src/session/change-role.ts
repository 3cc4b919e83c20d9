import { Controller, Inject } from '@nestjs/common';
import { changeRole } from '#contract';
import { problem, refuseIf } from '#domain/rules';
import type { Caller } from '../auth/caller.js';
import { SignInCompletion } from '../auth/sign-in-completion.js';
import { Users } from '../auth/users.js';
import { CurrentUser } from '../http/api-request.js';
import { HandlesOperation, type InputOf } from '../http/operation-handlers.js';
import { Input } from '../http/input.js';
import { Problem } from '../http/problem.js';

@Controller()
export class ChangeRole {
  constructor(
    @Inject(Users) private readonly users: Users,
    private readonly welcome: SignInCompletion,
  ) {}

  /** The other token holds on: it is another tab's (002 AU-007: a tab's own token comes before the cookie). The new one ends with it. */
  @HandlesOperation(changeRole)
  async handle(@Input() { roleName }: InputOf<typeof changeRole>, @CurrentUser() caller: Caller) {
    refuseIf(
      roleName === '' || caller.allRoles?.includes(roleName)
        ? null
        : problem('ROLE_UNKNOWN', { role: roleName }, 'roleName'),
    );
    const user = await this.users.byId(caller.userId);
    if (!user) throw Problem.unauthorized();
    return this.welcome.derive(caller, user, { onlyRole: roleName || null });
  }
}
