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
import type { CommandContext } from '#domain/event-sourcing';
import type { Language } from '#domain/text';
import type { Caller } from '../auth/caller.js';
import { CurrentUser, RequestLanguage } from '../http/api-request.js';
import { CurrentCommand } from '../http/command-context.js';
import { HandlesOperation, type InputOf } from '../http/operation-handlers.js';
import { Input } from '../http/input.js';
import { CreateRole, DeleteRole, SetUserRoles, UpdateRole } from './roles.commands.js';
import { GetRoleForEdit, ListAssignableRoles, ListPermissions, ListRoles } from './roles.queries.js';

/** Custom roles in addition to the built-in ones (000 ROLE-009), and the roles of accounts. */
@Controller()
export class RolesController {
  constructor(
    private readonly commands: CommandBus,
    private readonly queries: QueryBus,
  ) {}

  @HandlesOperation(getRoles)
  list(@Input() input: InputOf<typeof getRoles>, @RequestLanguage() language: Language) {
    return this.queries.execute(new ListRoles(input, language));
  }

  @HandlesOperation(getUserRoles)
  forUsers(@CurrentUser() caller: Caller, @RequestLanguage() language: Language) {
    return this.queries.execute(new ListAssignableRoles(caller, language));
  }

  @HandlesOperation(getRoleForEdit)
  edit(@Input() input: InputOf<typeof getRoleForEdit>, @RequestLanguage() language: Language) {
    return this.queries.execute(new GetRoleForEdit(input, language));
  }

  @HandlesOperation(getAllPermissions)
  permissions(@RequestLanguage() language: Language) {
    return this.queries.execute(new ListPermissions(language));
  }

  @HandlesOperation(createRole)
  create(@Input() input: InputOf<typeof createRole>, @CurrentCommand() context: CommandContext) {
    return this.commands.execute(new CreateRole(input, context));
  }

  @HandlesOperation(updateRole)
  update(@Input() input: InputOf<typeof updateRole>, @CurrentCommand() context: CommandContext) {
    return this.commands.execute(new UpdateRole(input, context));
  }

  @HandlesOperation(deleteRole)
  delete(@Input() input: InputOf<typeof deleteRole>, @CurrentCommand() context: CommandContext) {
    return this.commands.execute(new DeleteRole(input, context));
  }

  @HandlesOperation(setUserRoles)
  assign(
    @Input() input: InputOf<typeof setUserRoles>,
    @CurrentUser() caller: Caller,
    @RequestLanguage() language: Language,
    @CurrentCommand() context: CommandContext,
  ) {
    return this.commands.execute(new SetUserRoles(input, caller, language, context));
  }
}
