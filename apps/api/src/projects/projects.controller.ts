import { Controller } from '@nestjs/common';
import { CommandBus, QueryBus } from '@nestjs/cqrs';
import { deleteProject, getProjectById, getProjectList, insertProject, updateProject } from '#contract';
import type { CommandContext } from '#domain/event-sourcing';
import type { Caller } from '../auth/caller.js';
import { CurrentUser } from '../http/api-request.js';
import { CurrentCommand } from '../http/command-context.js';
import { HandlesOperation, type InputOf } from '../http/operation-handlers.js';
import { Input } from '../http/input.js';
import { AddProject, ChangeProject, DeleteProject } from './projects.commands.js';
import { GetProject, ListProjects } from './projects.queries.js';

/** Projects of consigning units. Their staff manage their own projects; platform administrators manage all projects. */
@Controller()
export class ProjectsController {
  constructor(
    private readonly commands: CommandBus,
    private readonly queries: QueryBus,
  ) {}

  @HandlesOperation(getProjectList)
  list(@Input() input: InputOf<typeof getProjectList>, @CurrentUser() caller: Caller) {
    return this.queries.execute(new ListProjects(input, caller));
  }

  @HandlesOperation(getProjectById)
  get(@Input() input: InputOf<typeof getProjectById>) {
    return this.queries.execute(new GetProject(input));
  }

  @HandlesOperation(insertProject)
  add(
    @Input() input: InputOf<typeof insertProject>,
    @CurrentUser() caller: Caller,
    @CurrentCommand() context: CommandContext,
  ) {
    return this.commands.execute(new AddProject(input, caller, context));
  }

  @HandlesOperation(updateProject)
  change(
    @Input() input: InputOf<typeof updateProject>,
    @CurrentUser() caller: Caller,
    @CurrentCommand() context: CommandContext,
  ) {
    return this.commands.execute(new ChangeProject(input, caller, context));
  }

  @HandlesOperation(deleteProject)
  delete(
    @Input() input: InputOf<typeof deleteProject>,
    @CurrentUser() caller: Caller,
    @CurrentCommand() context: CommandContext,
  ) {
    return this.commands.execute(new DeleteProject(input, caller, context));
  }
}
