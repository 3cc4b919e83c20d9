import { Controller, Inject } from '@nestjs/common';
import { deleteInstructions } from '#contract';
import { earlierOf, instruction, load, RuleBroken, type CommandContext } from '#domain';
import type { Engines } from '#engines';
import type { Position } from '#events';
import { Decisions } from '../decisions/decisions.js';
import { answer } from '../http/answer.js';
import { Command } from '../http/command.js';
import { Handles, type InputOf } from '../http/handles.js';
import { Input } from '../http/input.js';
import { Problem } from '../http/problem.js';
import { ENGINES } from '../provided.js';

@Controller()
export class DeleteInstructions {
  constructor(
    @Inject(ENGINES) private readonly engines: Engines,
    private readonly decisions: Decisions,
  ) {}

  /** All must be there, else none is deleted (ADR-007). One that somebody else deletes meanwhile is gone as it should be. */
  @Handles(deleteInstructions)
  async handle(@Input() { ids }: InputOf<typeof deleteInstructions>, @Command() context: CommandContext) {
    if (ids.length > 1 && context.expectedRevision !== undefined)
      throw Problem.invalid([{ path: 'If-Match', message: 'goes with one instruction only' }]);
    for (const id of ids) {
      const { state, past } = await load(this.engines.eventStore, instruction, id);
      const isRepeated = earlierOf(past, context) !== undefined;
      if (!isRepeated) instruction.decider.decide({ type: 'DeleteInstruction' }, state);
    }
    let position: Position | null = null;
    for (const id of ids) position = (await this.deleted(id, context)) ?? position;
    return answer(true as const, { position });
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
