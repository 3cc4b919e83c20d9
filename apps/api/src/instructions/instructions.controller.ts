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
import type { CommandContext } from '#domain/event-sourcing';
import { CurrentCommand } from '../http/command-context.js';
import { HandlesOperation, type InputOf } from '../http/operation-handlers.js';
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

  @HandlesOperation(getInstructionList)
  list(@Input() input: InputOf<typeof getInstructionList>) {
    return this.queries.execute(new ListInstructions(input));
  }

  @HandlesOperation(getLatestInstruction)
  latest(@Input() input: InputOf<typeof getLatestInstruction>) {
    return this.queries.execute(new GetLatestInstruction(input));
  }

  @HandlesOperation(listInstructionsOfType)
  ofType(@Input() input: InputOf<typeof listInstructionsOfType>) {
    return this.queries.execute(new ListInstructionsOfType(input));
  }

  @HandlesOperation(addInstruction)
  add(@Input() input: InputOf<typeof addInstruction>, @CurrentCommand() context: CommandContext) {
    return this.commands.execute(new AddInstruction(input, context));
  }

  @HandlesOperation(updateInstruction)
  update(@Input() input: InputOf<typeof updateInstruction>, @CurrentCommand() context: CommandContext) {
    return this.commands.execute(new UpdateInstruction(input, context));
  }

  @HandlesOperation(deleteInstructions)
  delete(@Input() input: InputOf<typeof deleteInstructions>, @CurrentCommand() context: CommandContext) {
    return this.commands.execute(new DeleteInstructions(input, context));
  }
}
