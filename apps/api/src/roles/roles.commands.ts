import { Inject, Injectable } from '@nestjs/common';
import { Command, CommandHandler, type ICommandHandler } from '@nestjs/cqrs';
import { createRole, deleteRole, rolePermissions, setUserRoles, updateRole, type ResultOf } from '#contract';
import { load, type CommandContext, type CommandResult } from '#domain/event-sourcing';
import { role, roles, type RoleRow as StoredRole } from '#domain/roles';
import { problem, refuseIf, RuleBroken, sameId } from '#domain/rules';
import { foldedName, type Language } from '#domain/text';
import { user, users, type UserCommand } from '#domain/users';
import type { Engines } from '#engines';
import { ROLE, type CustomRole } from '#events';
import type { Caller } from '../auth/caller.js';
import { roleId } from '../auth/grants.js';
import { Decisions } from '../commands/decisions.js';
import { withMeta, type OperationReturn, type InputOf } from '../http/operation-handlers.js';
import { requireUpToDate } from '../http/wait-for-view.js';
import { ENGINES } from '../injection-tokens.js';
import { resolveRequestedRoles } from './requested-roles.js';
import { countAccountsByRole, MAX_ROLES, toRoleRow } from './roles.queries.js';

/** The response after a command on a role. */
@Injectable()
export class RoleResults {
  constructor(@Inject(ENGINES) private readonly engines: Engines) {}

  async toResult(id: string, { state, revision, position }: CommandResult<CustomRole | null>) {
    if (!state) throw new RuleBroken(problem('NO_SUCH_ROLE'));
    return withMeta(toRoleRow({ id, revision, ...state }, await countAccountsByRole(this.engines.views)), {
      revision,
      position,
    });
  }
}

export class CreateRole extends Command<OperationReturn<ResultOf<typeof createRole>>> {
  constructor(
    readonly input: InputOf<typeof createRole>,
    readonly context: CommandContext,
  ) {
    super();
  }
}

@CommandHandler(CreateRole)
export class CreateRoleHandler implements ICommandHandler<CreateRole> {
  constructor(
    @Inject(ENGINES) private readonly engines: Engines,
    private readonly decisions: Decisions,
    private readonly results: RoleResults,
  ) {}

  async execute({ input: { name, displayName, description, permissions }, context }: CreateRole) {
    refuseUnknown(permissions);
    const id = roleId(name);
    await this.refuseSameName(id, name);
    return this.results.toResult(
      id,
      await this.decisions.decide(
        role,
        id,
        { type: 'CreateRole', role: { name, displayName, description, permissions } },
        context,
      ),
    );
  }

  /** A role from before case-insensitive names may have the same name under another id. */
  private async refuseSameName(id: string, name: string): Promise<void> {
    await requireUpToDate(this.engines, roles);
    const { rows } = await this.engines.views.find<StoredRole>(roles, { limit: MAX_ROLES });
    const isSame = (row: StoredRole) => row.id !== id && foldedName(row.name) === foldedName(name);
    refuseIf(rows.some(isSame) ? problem('RECORD_EXISTS', {}, 'name') : null);
  }
}

export class UpdateRole extends Command<OperationReturn<ResultOf<typeof updateRole>>> {
  constructor(
    readonly input: InputOf<typeof updateRole>,
    readonly context: CommandContext,
  ) {
    super();
  }
}

@CommandHandler(UpdateRole)
export class UpdateRoleHandler implements ICommandHandler<UpdateRole> {
  constructor(
    private readonly decisions: Decisions,
    private readonly results: RoleResults,
  ) {}

  async execute({ input: { id, displayName, description, permissions, reason }, context }: UpdateRole) {
    refuseBuiltIn(id);
    refuseUnknown(permissions);
    return this.results.toResult(
      id,
      await this.decisions.decide(
        role,
        id,
        { type: 'ChangeRole', role: { displayName, description, permissions }, reason },
        context,
      ),
    );
  }
}

export class DeleteRole extends Command<OperationReturn<ResultOf<typeof deleteRole>>> {
  constructor(
    readonly input: InputOf<typeof deleteRole>,
    readonly context: CommandContext,
  ) {
    super();
  }
}

@CommandHandler(DeleteRole)
export class DeleteRoleHandler implements ICommandHandler<DeleteRole> {
  constructor(
    @Inject(ENGINES) private readonly engines: Engines,
    private readonly decisions: Decisions,
  ) {}

  async execute({ input: { id, reason }, context }: DeleteRole) {
    refuseBuiltIn(id);
    const { eventStore, views } = this.engines;
    const { state } = await load(eventStore, role, id);
    await requireUpToDate(this.engines, users);
    const holders = state ? ((await countAccountsByRole(views)).get(state.name) ?? 0) : 0;
    refuseIf(holders > 0 ? problem('ROLE_IN_USE', { users: holders }) : null);
    const { position } = await this.decisions.decide(role, id, { type: 'DeleteRole', reason }, context);
    return withMeta(true as const, { position });
  }
}

/**
 * Sets the roles of an account. Nobody can change their own roles, so that another administrator can undo the change.
 */
export class SetUserRoles extends Command<OperationReturn<ResultOf<typeof setUserRoles>>> {
  constructor(
    readonly input: InputOf<typeof setUserRoles>,
    readonly caller: Caller,
    readonly language: Language,
    readonly context: CommandContext,
  ) {
    super();
  }
}

@CommandHandler(SetUserRoles)
export class SetUserRolesHandler implements ICommandHandler<SetUserRoles> {
  constructor(
    @Inject(ENGINES) private readonly engines: Engines,
    private readonly decisions: Decisions,
  ) {}

  async execute({ input: { userId, roleNames, reason }, caller, language, context }: SetUserRoles) {
    refuseIf(sameId(caller.userId, userId) ? problem('OWN_ROLES') : null);
    const { state, revision, position } = await this.decisions.decide(
      user,
      userId,
      async (current): Promise<UserCommand> => {
        if (!current) throw new RuleBroken(problem('NO_SUCH_USER'));
        const roles = await resolveRequestedRoles(this.engines.eventStore, current, roleNames, language, current.roles);
        return { type: 'ChangeUserRoles', roles, reason };
      },
      context,
    );
    return withMeta({ userId, roleNames: state?.roles ?? [] }, { revision, position });
  }
}

export const roleCommandHandlers = [
  RoleResults,
  CreateRoleHandler,
  UpdateRoleHandler,
  DeleteRoleHandler,
  SetUserRolesHandler,
];

const refuseBuiltIn = (id: string): void =>
  refuseIf(Object.values(ROLE).some((name) => roleId(name) === id) ? problem('ROLE_STATIC') : null);

const refuseUnknown = (names: readonly string[]): void =>
  refuseIf(
    names
      .filter((name) => !rolePermissions.some((permission) => permission.name === name))
      .map((permission) => problem('PERMISSION_UNKNOWN', { permission }, 'permissions')),
  );
