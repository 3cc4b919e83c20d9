import { Controller } from '@nestjs/common';
import { updateInstruction } from '#contract';
import { instruction, type CommandContext } from '#domain';
import { Decisions } from '../decisions/decisions.js';
import { answer } from '../http/answer.js';
import { Command } from '../http/command.js';
import { Handles, type InputOf } from '../http/handles.js';
import { Input } from '../http/input.js';
import { cleanHtml } from './clean-html.js';

@Controller()
export class UpdateInstruction {
  constructor(private readonly decisions: Decisions) {}

  @Handles(updateInstruction)
  async handle(
    @Input() { id, type, title, content }: InputOf<typeof updateInstruction>,
    @Command() context: CommandContext,
  ) {
    const { revision, position } = await this.decisions.decide(
      instruction,
      id,
      { type: 'ChangeInstruction', instruction: { type, title, content: cleanHtml(content) } },
      context,
    );
    return answer({ id, revision }, { revision, position });
  }
}
