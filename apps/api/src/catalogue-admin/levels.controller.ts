import { Controller } from '@nestjs/common';
import { CommandBus, QueryBus } from '@nestjs/cqrs';
import { addSampleLevel, deleteSampleLevel, getSampleLevels, updateSampleLevel } from '#contract';
import type { CommandContext } from '#domain';
import { Command } from '../http/command.js';
import { Handles, type InputOf } from '../http/handles.js';
import { Input } from '../http/input.js';
import { AddLevel, DeleteLevel, UpdateLevel } from './levels.commands.js';
import { ListLevels } from './levels.queries.js';

/** The levels of the sample tree (002 CAT-006). */
@Controller()
export class LevelsController {
  constructor(
    private readonly commands: CommandBus,
    private readonly queries: QueryBus,
  ) {}

  @Handles(getSampleLevels)
  list(@Input() input: InputOf<typeof getSampleLevels>) {
    return this.queries.execute(new ListLevels(input));
  }

  @Handles(addSampleLevel)
  add(@Input() input: InputOf<typeof addSampleLevel>, @Command() context: CommandContext) {
    return this.commands.execute(new AddLevel(input, context));
  }

  @Handles(updateSampleLevel)
  update(@Input() input: InputOf<typeof updateSampleLevel>, @Command() context: CommandContext) {
    return this.commands.execute(new UpdateLevel(input, context));
  }

  @Handles(deleteSampleLevel)
  delete(@Input() input: InputOf<typeof deleteSampleLevel>, @Command() context: CommandContext) {
    return this.commands.execute(new DeleteLevel(input, context));
  }
}
