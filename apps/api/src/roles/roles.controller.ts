import { Controller } from '@nestjs/common';
import { CommandBus, QueryBus } from '@nestjs/cqrs';
import {
  createRole,
  deleteRole,
  getAllPermissions,
  getRoleForEdit,
  getRoles,
  getUserRoles,
  setUserRoles,
  updateRole,
} from '#contract';
import type { CommandContext, Language } from '#domain';
import type { Caller } from '../auth/caller.js';
import { By, In } from '../http/api-request.js';
import { Command } from '../http/command.js';
import { Handles, type InputOf } from '../http/handles.js';
import { Input } from '../http/input.js';
import { CreateRole, DeleteRole, SetUserRoles, UpdateRole } from './roles.commands.js';
import { GetRoleForEdit, ListAssignableRoles, ListPermissions, ListRoles } from './roles.queries.js';

/** Roles that administrators make beside the built-in ones (000 ROLE-009), and who has which. */
@Controller()
export class RolesController {
  constructor(
    private readonly commands: CommandBus,
    private readonly queries: QueryBus,
  ) {}

  @Handles(getRoles)
  list(@Input() input: InputOf<typeof getRoles>, @In() language: Language) {
    return this.queries.execute(new ListRoles(input, language));
  }

  @Handles(getUserRoles)
  forUsers(@By() caller: Caller, @In() language: Language) {
    return this.queries.execute(new ListAssignableRoles(caller, language));
  }

  @Handles(getRoleForEdit)
  edit(@Input() input: InputOf<typeof getRoleForEdit>, @In() language: Language) {
    return this.queries.execute(new GetRoleForEdit(input, language));
  }

  @Handles(getAllPermissions)
  permissions(@In() language: Language) {
    return this.queries.execute(new ListPermissions(language));
  }

  @Handles(createRole)
  create(@Input() input: InputOf<typeof createRole>, @Command() context: CommandContext) {
    return this.commands.execute(new CreateRole(input, context));
  }

  @Handles(updateRole)
  update(@Input() input: InputOf<typeof updateRole>, @Command() context: CommandContext) {
    return this.commands.execute(new UpdateRole(input, context));
  }

  @Handles(deleteRole)
  delete(@Input() input: InputOf<typeof deleteRole>, @Command() context: CommandContext) {
    return this.commands.execute(new DeleteRole(input, context));
  }

  @Handles(setUserRoles)
  assign(
    @Input() input: InputOf<typeof setUserRoles>,
    @By() caller: Caller,
    @In() language: Language,
    @Command() context: CommandContext,
  ) {
    return this.commands.execute(new SetUserRoles(input, caller, language, context));
  }
}
