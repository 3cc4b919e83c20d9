import { Controller } from '@nestjs/common';
import { CommandBus, QueryBus } from '@nestjs/cqrs';
import { addSampleLevel, deleteSampleLevel, getSampleLevels, updateSampleLevel } from '#contract';
import type { CommandContext } from '#domain/event-sourcing';
import { CurrentCommand } from '../http/command-context.js';
import { HandlesOperation, type InputOf } from '../http/operation-handlers.js';
import { Input } from '../http/input.js';
import { AddLevel, DeleteLevel, UpdateLevel, ListLevels } from './levels.handlers.js';

/** The levels of the sample tree (002 CAT-006). */
@Controller()
export class LevelsController {
  constructor(
    private readonly commands: CommandBus,
    private readonly queries: QueryBus,
  ) {}

  @HandlesOperation(getSampleLevels)
  list(@Input() input: InputOf<typeof getSampleLevels>) {
    return this.queries.execute(new ListLevels(input));
  }

  @HandlesOperation(addSampleLevel)
  add(@Input() input: InputOf<typeof addSampleLevel>, @CurrentCommand() context: CommandContext) {
    return this.commands.execute(new AddLevel(input, context));
  }

  @HandlesOperation(updateSampleLevel)
  update(@Input() input: InputOf<typeof updateSampleLevel>, @CurrentCommand() context: CommandContext) {
    return this.commands.execute(new UpdateLevel(input, context));
  }

  @HandlesOperation(deleteSampleLevel)
  delete(@Input() input: InputOf<typeof deleteSampleLevel>, @CurrentCommand() context: CommandContext) {
    return this.commands.execute(new DeleteLevel(input, context));
  }
}
