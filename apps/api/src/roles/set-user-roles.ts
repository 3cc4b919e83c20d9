import { Controller, Inject } from '@nestjs/common';
import { setUserRoles } from '#contract';
import { load, problem, refuseIf, role, RuleBroken, sameId, user, type CommandContext, type Problem, type User, type UserCommand } from '#domain';
import type { Engines } from '#engines';
import { ROLE } from '#events';
import type { Caller } from '../auth/caller.js';
import { isBuiltIn, roleId } from '../auth/grants.js';
import { Decisions } from '../decisions/decisions.js';
import { answer } from '../http/answer.js';
import { By } from '../http/api-request.js';
import { Command } from '../http/command.js';
import { Handles, type InputOf } from '../http/handles.js';
import { Input } from '../http/input.js';
import { ENGINES } from '../provided.js';

@Controller()
export class SetUserRoles {
  constructor(@Inject(ENGINES) private readonly engines: Engines, private readonly decisions: Decisions) {}

  /** Nobody changes their own roles, so there is always another administrator who could undo it; whoever loses one is told why. */
  @Handles(setUserRoles)
  async handle(@Input() { userId, roleNames, reason }: InputOf<typeof setUserRoles>, @By() caller: Caller, @Command() context: CommandContext) {
    refuseIf(sameId(caller.userId, userId) ? problem('OWN_ROLES') : null);
    const roles = [...new Set(roleNames)].toSorted((one, other) => Number(isBuiltIn(other)) - Number(isBuiltIn(one)));
    const problems = await Promise.all(roles.filter((name) => !isBuiltIn(name)).map((name) => this.unknown(name)));
    refuseIf(problems.filter((found) => found !== null));
    const { state, revision, position } = await this.decisions.decide(user, userId, async (now): Promise<UserCommand> => {
      if (!now) throw new RuleBroken(problem('NO_SUCH_USER'));
      refuseIf(roles.filter((name) => isBuiltIn(name) && !goesWith(name, now)).map((name) => problem('ROLE_OF_ANOTHER_KIND', { role: name }, 'roleNames')));
      refuseIf(roles.some(isBuiltIn) ? null : problem('ROLE_OF_ANOTHER_KIND', { role: roles[0] ?? '' }, 'roleNames'));
      refuseIf(now.roles.some((name) => !roles.includes(name)) && reason === '' ? problem('REASON_REQUIRED', {}, 'reason') : null);
      return { type: 'ChangeUserRoles', roles, reason };
    }, context);
    return answer({ userId, roleNames: state?.roles ?? roles }, { revision, position });
  }

  private async unknown(name: string): Promise<Problem | null> {
    const { state } = await load(this.engines.eventStore, role, roleId(name));
    return state?.name === name ? null : problem('ROLE_UNKNOWN', { role: name }, 'roleNames');
  }
}

/** Staff of a unit have the role of its kind; the roles of the platform are for accounts of no unit, who see beyond any. */
const goesWith = (name: string, { unitType }: User): boolean => {
  if (name === ROLE.lab) return unitType === 1;
  if (name === ROLE.client) return unitType === 2;
  return unitType === null;
};
