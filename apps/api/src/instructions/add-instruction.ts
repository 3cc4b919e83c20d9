import { Controller } from '@nestjs/common';
import { v5 } from 'uuid';
import { addInstruction } from '#contract';
import { instruction, type CommandContext } from '#domain';
import { Decisions } from '../decisions/decisions.js';
import { answer } from '../http/answer.js';
import { Command } from '../http/command.js';
import { Handles, type InputOf } from '../http/handles.js';
import { Input } from '../http/input.js';
import { cleanHtml } from './clean-html.js';

@Controller()
export class AddInstruction {
  constructor(private readonly decisions: Decisions) {}

  @Handles(addInstruction)
  async handle(@Input() { type, title, content }: InputOf<typeof addInstruction>, @Command() context: CommandContext) {
    const id = v5('instruction', context.commandId);
    const { revision, position } = await this.decisions.decide(
      instruction,
      id,
      { type: 'AddInstruction', instruction: { type, title, content: cleanHtml(content) } },
      context,
    );
    return answer({ id, revision }, { revision, position });
  }
}
