import { Controller, Inject } from '@nestjs/common';
import { platformPermissions, rolePermissions, setUserRoles } from '#contract';
import {
  load,
  problem,
  refuseIf,
  role,
  RuleBroken,
  sameId,
  user,
  type CommandContext,
  type Language,
  type Problem,
  type User,
  type UserCommand,
} from '#domain';
import type { Engines } from '#engines';
import { ROLE } from '#events';
import type { Caller } from '../auth/caller.js';
import { isBuiltIn, roleId } from '../auth/grants.js';
import { Decisions } from '../decisions/decisions.js';
import { answer } from '../http/answer.js';
import { By, In } from '../http/api-request.js';
import { Command } from '../http/command.js';
import { Handles, type InputOf } from '../http/handles.js';
import { Input } from '../http/input.js';
import { ENGINES } from '../provided.js';

@Controller()
export class SetUserRoles {
  constructor(
    @Inject(ENGINES) private readonly engines: Engines,
    private readonly decisions: Decisions,
  ) {}

  /** Nobody changes their own roles, so there is always another administrator who could undo it; whoever loses one is told why. */
  @Handles(setUserRoles)
  async handle(
    @Input() { userId, roleNames, reason }: InputOf<typeof setUserRoles>,
    @By() caller: Caller,
    @In() language: Language,
    @Command() context: CommandContext,
  ) {
    refuseIf(sameId(caller.userId, userId) ? problem('OWN_ROLES') : null);
    const roles = [...new Set(roleNames)].toSorted((one, other) => Number(isBuiltIn(other)) - Number(isBuiltIn(one)));
    const made = await Promise.all(roles.filter((name) => !isBuiltIn(name)).map((name) => this.made(name)));
    refuseIf(
      made.flatMap(({ name, permissions }) =>
        permissions ? [] : [problem('ROLE_UNKNOWN', { role: name }, 'roleNames')],
      ),
    );
    const { state, revision, position } = await this.decisions.decide(
      user,
      userId,
      async (now): Promise<UserCommand> => {
        if (!now) throw new RuleBroken(problem('NO_SUCH_USER'));
        refuseIf(
          roles
            .filter((name) => isBuiltIn(name) && !goesWith(name, now))
            .map((name) => problem('ROLE_OF_ANOTHER_KIND', { role: name }, 'roleNames')),
        );
        refuseIf(roles.some(isBuiltIn) ? null : problem('ROLE_OF_ANOTHER_KIND', { role: roles[0] ?? '' }, 'roleNames'));
        refuseIf(
          now.unitId === null
            ? null
            : made.filter(({ name }) => !now.roles.includes(name)).flatMap((one) => beyondUnit(one, language)),
        );
        return { type: 'ChangeUserRoles', roles, reason };
      },
      context,
    );
    return answer({ userId, roleNames: state?.roles ?? roles }, { revision, position });
  }

  /** A role that the administrator made; without permissions it is none. */
  private async made(name: string): Promise<Made> {
    const { state } = await load(this.engines.eventStore, role, roleId(name));
    return { name, permissions: state?.name === name ? state.permissions : null };
  }
}

type Made = { name: string; permissions: readonly string[] | null };

/** Says so where it is given; if it comes to be granted to people of a unit all the same, it opens nothing (auth/grants.ts). */
const beyondUnit = ({ name, permissions }: Made, language: Language): Problem[] => {
  const beyond = platformPermissions(permissions ?? []);
  const [first] = rolePermissions.filter((permission) => beyond.includes(permission.name));
  return first
    ? [problem('PERMISSION_OF_PLATFORM', { role: name, permission: first.displayName[language] }, 'roleNames')]
    : [];
};

/** Staff of a unit have the role of its kind; the roles of the platform are for accounts of no unit, who see beyond any. */
const goesWith = (name: string, { unitType }: User): boolean => {
  if (name === ROLE.lab) return unitType === 1;
  if (name === ROLE.client) return unitType === 2;
  return unitType === null;
};
