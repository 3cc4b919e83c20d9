import { Controller } from '@nestjs/common';
import { CommandBus, QueryBus } from '@nestjs/cqrs';
import { tuTestParamCreate, tuTestParamDelete, tuTestParamGetAll, tuTestParamUpdate } from '#contract';
import type { CommandContext } from '#domain/event-sourcing';
import type { Caller } from '../auth/caller.js';
import { CurrentUser } from '../http/api-request.js';
import { CurrentCommand } from '../http/command-context.js';
import { HandlesOperation, type InputOf } from '../http/operation-handlers.js';
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

  @HandlesOperation(tuTestParamGetAll)
  list(@Input() input: InputOf<typeof tuTestParamGetAll>, @CurrentUser() caller: Caller) {
    return this.queries.execute(new ListParameters(input, caller));
  }

  @HandlesOperation(tuTestParamCreate)
  create(
    @Input() input: InputOf<typeof tuTestParamCreate>,
    @CurrentUser() caller: Caller,
    @CurrentCommand() context: CommandContext,
  ) {
    return this.commands.execute(new CreateParameter(input, caller, context));
  }

  @HandlesOperation(tuTestParamUpdate)
  update(
    @Input() input: InputOf<typeof tuTestParamUpdate>,
    @CurrentUser() caller: Caller,
    @CurrentCommand() context: CommandContext,
  ) {
    return this.commands.execute(new UpdateParameter(input, caller, context));
  }

  @HandlesOperation(tuTestParamDelete)
  delete(
    @Input() input: InputOf<typeof tuTestParamDelete>,
    @CurrentUser() caller: Caller,
    @CurrentCommand() context: CommandContext,
  ) {
    return this.commands.execute(new DeleteParameter(input, caller, context));
  }
}
