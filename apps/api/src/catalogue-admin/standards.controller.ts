import { Controller } from '@nestjs/common';
import { CommandBus, QueryBus } from '@nestjs/cqrs';
import { baseStandardDelete, baseStandardInsert, baseStandardUpdate, getAllStandard } from '#contract';
import type { CommandContext } from '#domain';
import { Command } from '../http/command.js';
import { Handles, type InputOf } from '../http/handles.js';
import { Input } from '../http/input.js';
import { AddStandard, DeleteStandard, UpdateStandard } from './standards.commands.js';
import { ListStandards } from './standards.queries.js';

/** The standards that samples, parameters and packs name (002 CAT-001). */
@Controller()
export class StandardsController {
  constructor(
    private readonly commands: CommandBus,
    private readonly queries: QueryBus,
  ) {}

  @Handles(getAllStandard)
  list(@Input() input: InputOf<typeof getAllStandard>) {
    return this.queries.execute(new ListStandards(input));
  }

  @Handles(baseStandardInsert)
  add(@Input() input: InputOf<typeof baseStandardInsert>, @Command() context: CommandContext) {
    return this.commands.execute(new AddStandard(input, context));
  }

  @Handles(baseStandardUpdate)
  update(@Input() input: InputOf<typeof baseStandardUpdate>, @Command() context: CommandContext) {
    return this.commands.execute(new UpdateStandard(input, context));
  }

  @Handles(baseStandardDelete)
  delete(@Input() input: InputOf<typeof baseStandardDelete>, @Command() context: CommandContext) {
    return this.commands.execute(new DeleteStandard(input, context));
  }
}
