import { Controller } from '@nestjs/common';
import { CommandBus, QueryBus } from '@nestjs/cqrs';
import {
  addInstruction,
  deleteInstructions,
  getInstructionList,
  getLatestInstruction,
  listInstructionsOfType,
  updateInstruction,
} from '#contract';
import type { CommandContext } from '#domain';
import { Command } from '../http/command.js';
import { Handles, type InputOf } from '../http/handles.js';
import { Input } from '../http/input.js';
import { AddInstruction, DeleteInstructions, UpdateInstruction } from './instructions.commands.js';
import { GetLatestInstruction, ListInstructions, ListInstructionsOfType } from './instructions.queries.js';

/** Operating instructions: written by administrators, read by everybody who is signed in. */
@Controller()
export class InstructionsController {
  constructor(
    private readonly commands: CommandBus,
    private readonly queries: QueryBus,
  ) {}

  @Handles(getInstructionList)
  list(@Input() input: InputOf<typeof getInstructionList>) {
    return this.queries.execute(new ListInstructions(input));
  }

  @Handles(getLatestInstruction)
  latest(@Input() input: InputOf<typeof getLatestInstruction>) {
    return this.queries.execute(new GetLatestInstruction(input));
  }

  @Handles(listInstructionsOfType)
  ofType(@Input() input: InputOf<typeof listInstructionsOfType>) {
    return this.queries.execute(new ListInstructionsOfType(input));
  }

  @Handles(addInstruction)
  add(@Input() input: InputOf<typeof addInstruction>, @Command() context: CommandContext) {
    return this.commands.execute(new AddInstruction(input, context));
  }

  @Handles(updateInstruction)
  update(@Input() input: InputOf<typeof updateInstruction>, @Command() context: CommandContext) {
    return this.commands.execute(new UpdateInstruction(input, context));
  }

  @Handles(deleteInstructions)
  delete(@Input() input: InputOf<typeof deleteInstructions>, @Command() context: CommandContext) {
    return this.commands.execute(new DeleteInstructions(input, context));
  }
}
