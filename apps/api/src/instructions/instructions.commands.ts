import { Inject } from '@nestjs/common';
import { Command, CommandHandler, type ICommandHandler } from '@nestjs/cqrs';
import { v5 } from 'uuid';
import { addInstruction, deleteInstructions, updateInstruction, type ResultOf } from '#contract';
import { findEarlierEvent, load, type CommandContext } from '#domain/event-sourcing';
import { instruction } from '#domain/instructions';
import { RuleBroken } from '#domain/rules';
import type { Engines } from '#engines';
import type { Position } from '#events';
import { Decisions } from '../commands/decisions.js';
import { withMeta, type OperationReturn, type InputOf } from '../http/operation-handlers.js';
import { Problem } from '../http/problem.js';
import { ENGINES } from '../injection-tokens.js';
import { cleanHtml } from './clean-html.js';

export class AddInstruction extends Command<OperationReturn<ResultOf<typeof addInstruction>>> {
  constructor(
    readonly input: InputOf<typeof addInstruction>,
    readonly context: CommandContext,
  ) {
    super();
  }
}

@CommandHandler(AddInstruction)
export class AddInstructionHandler implements ICommandHandler<AddInstruction> {
  constructor(private readonly decisions: Decisions) {}

  async execute({ input: { type, title, content }, context }: AddInstruction) {
    const id = v5('instruction', context.commandId);
    const { revision, position } = await this.decisions.decide(
      instruction,
      id,
      { type: 'AddInstruction', instruction: { type, title, content: cleanHtml(content) } },
      context,
    );
    return withMeta({ id, revision }, { revision, position });
  }
}

export class UpdateInstruction extends Command<OperationReturn<ResultOf<typeof updateInstruction>>> {
  constructor(
    readonly input: InputOf<typeof updateInstruction>,
    readonly context: CommandContext,
  ) {
    super();
  }
}

@CommandHandler(UpdateInstruction)
export class UpdateInstructionHandler implements ICommandHandler<UpdateInstruction> {
  constructor(private readonly decisions: Decisions) {}

  async execute({ input: { id, type, title, content }, context }: UpdateInstruction) {
    const { revision, position } = await this.decisions.decide(
      instruction,
      id,
      { type: 'ChangeInstruction', instruction: { type, title, content: cleanHtml(content) } },
      context,
    );
    return withMeta({ id, revision }, { revision, position });
  }
}

/**
 * Deletes several instructions. If one does not exist, none is deleted (ADR-007). An instruction that is deleted
 * concurrently is skipped.
 */
export class DeleteInstructions extends Command<OperationReturn<ResultOf<typeof deleteInstructions>>> {
  constructor(
    readonly input: InputOf<typeof deleteInstructions>,
    readonly context: CommandContext,
  ) {
    super();
  }
}

@CommandHandler(DeleteInstructions)
export class DeleteInstructionsHandler implements ICommandHandler<DeleteInstructions> {
  constructor(
    @Inject(ENGINES) private readonly engines: Engines,
    private readonly decisions: Decisions,
  ) {}

  async execute({ input: { ids }, context }: DeleteInstructions) {
    if (ids.length > 1 && context.expectedRevision !== undefined)
      throw Problem.invalid([{ path: 'If-Match', message: 'goes with one instruction only' }]);
    for (const id of ids) {
      const { state, events } = await load(this.engines.eventStore, instruction, id);
      const isRepeated = findEarlierEvent(events, context) !== undefined;
      if (!isRepeated) instruction.decider.decide({ type: 'DeleteInstruction' }, state);
    }
    let position: Position | null = null;
    for (const id of ids) position = (await this.deleted(id, context)) ?? position;
    return withMeta(true as const, { position });
  }

  private async deleted(id: string, context: CommandContext): Promise<Position | null> {
    try {
      return (await this.decisions.decide(instruction, id, { type: 'DeleteInstruction' }, context)).position;
    } catch (error) {
      if (error instanceof RuleBroken && error.code === 'NO_SUCH_INSTRUCTION') return null;
      throw error;
    }
  }
}

export const instructionCommandHandlers = [AddInstructionHandler, UpdateInstructionHandler, DeleteInstructionsHandler];
