import { Controller } from '@nestjs/common';
import { CommandBus, QueryBus } from '@nestjs/cqrs';
import { baseStandardDelete, baseStandardInsert, baseStandardUpdate, getAllStandard } from '#contract';
import type { CommandContext } from '#domain/event-sourcing';
import { CurrentCommand } from '../http/command-context.js';
import { HandlesOperation, type InputOf } from '../http/operation-handlers.js';
import { Input } from '../http/input.js';
import { AddStandard, DeleteStandard, UpdateStandard } from './standards.commands.js';
import { ListStandards } from './standards.queries.js';

/** The standards that samples, parameters and packs refer to (002 CAT-001). */
@Controller()
export class StandardsController {
  constructor(
    private readonly commands: CommandBus,
    private readonly queries: QueryBus,
  ) {}

  @HandlesOperation(getAllStandard)
  list(@Input() input: InputOf<typeof getAllStandard>) {
    return this.queries.execute(new ListStandards(input));
  }

  @HandlesOperation(baseStandardInsert)
  add(@Input() input: InputOf<typeof baseStandardInsert>, @CurrentCommand() context: CommandContext) {
    return this.commands.execute(new AddStandard(input, context));
  }

  @HandlesOperation(baseStandardUpdate)
  update(@Input() input: InputOf<typeof baseStandardUpdate>, @CurrentCommand() context: CommandContext) {
    return this.commands.execute(new UpdateStandard(input, context));
  }

  @HandlesOperation(baseStandardDelete)
  delete(@Input() input: InputOf<typeof baseStandardDelete>, @CurrentCommand() context: CommandContext) {
    return this.commands.execute(new DeleteStandard(input, context));
  }
}
