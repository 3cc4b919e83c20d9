import { Controller } from '@nestjs/common';
import { CommandBus, QueryBus } from '@nestjs/cqrs';
import { deleteProject, getProjectById, getProjectList, insertProject, updateProject } from '#contract';
import type { CommandContext } from '#domain';
import type { Caller } from '../auth/caller.js';
import { By } from '../http/api-request.js';
import { Command } from '../http/command.js';
import { Handles, type InputOf } from '../http/handles.js';
import { Input } from '../http/input.js';
import { AddProject, ChangeProject, DeleteProject } from './projects.commands.js';
import { GetProject, ListProjects } from './projects.queries.js';

/** Projects of consigning units: their staff keep their own, whoever manages all units keeps every one. */
@Controller()
export class ProjectsController {
  constructor(
    private readonly commands: CommandBus,
    private readonly queries: QueryBus,
  ) {}

  @Handles(getProjectList)
  list(@Input() input: InputOf<typeof getProjectList>, @By() caller: Caller) {
    return this.queries.execute(new ListProjects(input, caller));
  }

  @Handles(getProjectById)
  get(@Input() input: InputOf<typeof getProjectById>) {
    return this.queries.execute(new GetProject(input));
  }

  @Handles(insertProject)
  add(@Input() input: InputOf<typeof insertProject>, @By() caller: Caller, @Command() context: CommandContext) {
    return this.commands.execute(new AddProject(input, caller, context));
  }

  @Handles(updateProject)
  change(@Input() input: InputOf<typeof updateProject>, @By() caller: Caller, @Command() context: CommandContext) {
    return this.commands.execute(new ChangeProject(input, caller, context));
  }

  @Handles(deleteProject)
  delete(@Input() input: InputOf<typeof deleteProject>, @By() caller: Caller, @Command() context: CommandContext) {
    return this.commands.execute(new DeleteProject(input, caller, context));
  }
}
