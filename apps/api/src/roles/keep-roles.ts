import { Controller, Inject } from '@nestjs/common';
import { createRole, deleteRole, rolePermissions, updateRole } from '#contract';
import {
  foldedName,
  load,
  problem,
  refuseIf,
  role,
  roles,
  RuleBroken,
  users,
  type CommandContext,
  type Handled,
  type RoleRow as StoredRole,
} from '#domain';
import type { Engines } from '#engines';
import { ROLE, type CustomRole } from '#events';
import { roleId } from '../auth/grants.js';
import { Decisions } from '../decisions/decisions.js';
import { answer } from '../http/answer.js';
import { Command } from '../http/command.js';
import { upToDate } from '../http/fresh.js';
import { Handles, type InputOf } from '../http/handles.js';
import { Input } from '../http/input.js';
import { ENGINES } from '../provided.js';
import { accountsByRole, MOST_ROLES, toRoleRow } from './role-rows.js';

/** How roles are made, changed and deleted (000 ROLE-009). The built-in ones stay as they are, so that the platform can always be administered. */
@Controller()
export class KeepRoles {
  constructor(
    @Inject(ENGINES) private readonly engines: Engines,
    private readonly decisions: Decisions,
  ) {}

  @Handles(createRole)
  async create(
    @Input() { name, displayName, description, permissions }: InputOf<typeof createRole>,
    @Command() context: CommandContext,
  ) {
    refuseUnknown(permissions);
    const id = roleId(name);
    await this.refuseSameName(id, name);
    return this.after(
      id,
      await this.decisions.decide(
        role,
        id,
        { type: 'CreateRole', role: { name, displayName, description, permissions } },
        context,
      ),
    );
  }

  @Handles(updateRole)
  async update(
    @Input() { id, displayName, description, permissions, reason }: InputOf<typeof updateRole>,
    @Command() context: CommandContext,
  ) {
    refuseBuiltIn(id);
    refuseUnknown(permissions);
    return this.after(
      id,
      await this.decisions.decide(
        role,
        id,
        { type: 'ChangeRole', role: { displayName, description, permissions }, reason },
        context,
      ),
    );
  }

  @Handles(deleteRole)
  async delete(@Input() { id, reason }: InputOf<typeof deleteRole>, @Command() context: CommandContext) {
    refuseBuiltIn(id);
    const { eventStore, views } = this.engines;
    const { state } = await load(eventStore, role, id);
    await upToDate(this.engines, users);
    const holders = state ? ((await accountsByRole(views)).get(state.name) ?? 0) : 0;
    refuseIf(holders > 0 ? problem('ROLE_IN_USE', { users: holders }) : null);
    const { position } = await this.decisions.decide(role, id, { type: 'DeleteRole', reason }, context);
    return answer(true as const, { position });
  }

  /** One that was made before names were folded may have the same name under another id. */
  private async refuseSameName(id: string, name: string): Promise<void> {
    await upToDate(this.engines, roles);
    const { rows } = await this.engines.views.find<StoredRole>(roles, { limit: MOST_ROLES });
    const isSame = (row: StoredRole) => row.id !== id && foldedName(row.name) === foldedName(name);
    refuseIf(rows.some(isSame) ? problem('RECORD_EXISTS', {}, 'name') : null);
  }

  private async after(id: string, { state, revision, position }: Handled<CustomRole | null>) {
    if (!state) throw new RuleBroken(problem('NO_SUCH_ROLE'));
    return answer(toRoleRow({ id, revision, ...state }, await accountsByRole(this.engines.views)), {
      revision,
      position,
    });
  }
}

const refuseBuiltIn = (id: string): void =>
  refuseIf(Object.values(ROLE).some((name) => roleId(name) === id) ? problem('ROLE_STATIC') : null);

const refuseUnknown = (names: readonly string[]): void =>
  refuseIf(
    names
      .filter((name) => !rolePermissions.some((known) => known.name === name))
      .map((permission) => problem('PERMISSION_UNKNOWN', { permission }, 'permissions')),
  );
