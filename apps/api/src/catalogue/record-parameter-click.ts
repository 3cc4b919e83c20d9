import { Controller } from '@nestjs/common';
import { recordParameterClick } from '#contract';
import type { CommandContext } from '#domain';
import { answer } from '../http/answer.js';
import { Command } from '../http/command.js';
import { Handles, type InputOf } from '../http/handles.js';
import { Input } from '../http/input.js';
import { Asked } from './asked.js';
import { Catalogues, type AskedBy } from './catalogues.js';

@Controller()
export class RecordParameterClick {
  constructor(private readonly catalogues: Catalogues) {}

  @Handles(recordParameterClick)
  async handle(
    @Input() { testUnitId, ...click }: InputOf<typeof recordParameterClick>,
    @Asked() by: AskedBy,
    @Command() context: CommandContext,
  ) {
    const position = await (await this.catalogues.asked({ testUnitId }, by)).recordClick(click, context);
    return answer(true as const, { position });
  }
}
