import { Controller } from '@nestjs/common';
import { CommandBus, QueryBus } from '@nestjs/cqrs';
import { RouteConfig } from '@nestjs/platform-fastify';
import {
  changeUserActive,
  createUser,
  deleteUser,
  getSystemUserList,
  getUser,
  getUsers,
  resetUserPassword,
  setUnitManager,
  updateUser,
} from '#contract';
import type { CommandContext } from '#domain/event-sourcing';
import type { Language } from '#domain/text';
import type { Caller } from '../auth/caller.js';
import { CurrentUser, RequestLanguage } from '../http/api-request.js';
import { CurrentCommand } from '../http/command-context.js';
import { Input } from '../http/input.js';
import { HandlesOperation, type InputOf } from '../http/operation-handlers.js';
import { CreateUser } from './user-creation.commands.js';
import { ChangeUserActive, DeleteUser, ResetUserPassword, SetUnitManager, UpdateUser } from './users.commands.js';
import { GetUser, ListUnitUsers, ListUsers } from './users.queries.js';

/** Management of other users' accounts (002 US-004, US-005, US-007, US-011). */
@Controller()
export class UsersController {
  constructor(
    private readonly commands: CommandBus,
    private readonly queries: QueryBus,
  ) {}

  @HandlesOperation(getUsers)
  list(@Input() input: InputOf<typeof getUsers>, @CurrentUser() caller: Caller) {
    return this.queries.execute(new ListUsers(input, caller));
  }

  @HandlesOperation(getUser)
  get(@Input() { id }: InputOf<typeof getUser>, @CurrentUser() caller: Caller) {
    return this.queries.execute(new GetUser(id, caller));
  }

  @HandlesOperation(getSystemUserList)
  listOfUnit(@Input() input: InputOf<typeof getSystemUserList>, @CurrentUser() caller: Caller) {
    return this.queries.execute(new ListUnitUsers(input, caller));
  }

  @HandlesOperation(createUser)
  create(
    @Input() input: InputOf<typeof createUser>,
    @CurrentUser() caller: Caller,
    @RequestLanguage() language: Language,
    @CurrentCommand() context: CommandContext,
  ) {
    return this.commands.execute(new CreateUser(input, caller, language, context));
  }

  @HandlesOperation(updateUser)
  update(
    @Input() input: InputOf<typeof updateUser>,
    @CurrentUser() caller: Caller,
    @CurrentCommand() context: CommandContext,
  ) {
    return this.commands.execute(new UpdateUser(input, caller, context));
  }

  @HandlesOperation(changeUserActive)
  changeActive(
    @Input() input: InputOf<typeof changeUserActive>,
    @CurrentUser() caller: Caller,
    @CurrentCommand() context: CommandContext,
  ) {
    return this.commands.execute(new ChangeUserActive(input, caller, context));
  }

  @HandlesOperation(deleteUser)
  delete(
    @Input() input: InputOf<typeof deleteUser>,
    @CurrentUser() caller: Caller,
    @CurrentCommand() context: CommandContext,
  ) {
    return this.commands.execute(new DeleteUser(input, caller, context));
  }

  @HandlesOperation(resetUserPassword)
  @RouteConfig({ rateLimit: {} })
  resetPassword(
    @Input() input: InputOf<typeof resetUserPassword>,
    @CurrentUser() caller: Caller,
    @CurrentCommand() context: CommandContext,
  ) {
    return this.commands.execute(new ResetUserPassword(input, caller, context));
  }

  @HandlesOperation(setUnitManager)
  setUnitManager(
    @Input() input: InputOf<typeof setUnitManager>,
    @CurrentUser() caller: Caller,
    @CurrentCommand() context: CommandContext,
  ) {
    return this.commands.execute(new SetUnitManager(input, caller, context));
  }
}
