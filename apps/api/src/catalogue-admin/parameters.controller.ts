import { Controller } from '@nestjs/common';
import { CommandBus, QueryBus } from '@nestjs/cqrs';
import { tuTestParamCreate, tuTestParamDelete, tuTestParamGetAll, tuTestParamUpdate } from '#contract';
import type { CommandContext } from '#domain';
import type { Caller } from '../auth/caller.js';
import { By } from '../http/api-request.js';
import { Command } from '../http/command.js';
import { Handles, type InputOf } from '../http/handles.js';
import { Input } from '../http/input.js';
import { CreateParameter, DeleteParameter, UpdateParameter } from './parameters.commands.js';
import { ListParameters } from './parameters.queries.js';

/** Parameters of a sample with prices and standards, in the template or for a unit (002 CAT-003). */
@Controller()
export class ParametersController {
  constructor(
    private readonly commands: CommandBus,
    private readonly queries: QueryBus,
  ) {}

  @Handles(tuTestParamGetAll)
  list(@Input() input: InputOf<typeof tuTestParamGetAll>, @By() caller: Caller) {
    return this.queries.execute(new ListParameters(input, caller));
  }

  @Handles(tuTestParamCreate)
  create(@Input() input: InputOf<typeof tuTestParamCreate>, @By() caller: Caller, @Command() context: CommandContext) {
    return this.commands.execute(new CreateParameter(input, caller, context));
  }

  @Handles(tuTestParamUpdate)
  update(@Input() input: InputOf<typeof tuTestParamUpdate>, @By() caller: Caller, @Command() context: CommandContext) {
    return this.commands.execute(new UpdateParameter(input, caller, context));
  }

  @Handles(tuTestParamDelete)
  delete(@Input() input: InputOf<typeof tuTestParamDelete>, @By() caller: Caller, @Command() context: CommandContext) {
    return this.commands.execute(new DeleteParameter(input, caller, context));
  }
}
