import { Controller, Inject } from '@nestjs/common';
import { setMailOrderNumber } from '#contract';
import { consignment, handle, problem, RuleBroken, type CommandContext } from '#domain';
import type { Engines } from '#engines';
import { answer } from '../http/answer.js';
import { Command } from '../http/command.js';
import { Handles, type InputOf } from '../http/handles.js';
import { Input } from '../http/input.js';
import { ENGINES } from '../provided.js';

@Controller()
export class SetMailNumber {
  constructor(@Inject(ENGINES) private readonly engines: Engines) {}

  @Handles(setMailOrderNumber)
  async handle(@Input() { id, mailOrderNumber = '' }: InputOf<typeof setMailOrderNumber>, @Command() context: CommandContext) {
    if (id === undefined) throw new RuleBroken(problem('NO_CONSIGNMENT_ID', {}, 'id'));
    const { revision, position } = await handle(this.engines.eventStore, consignment, id, { type: 'SetMailNumber', by: context.by, mailOrderNumber }, context);
    return answer(true as const, { revision, position });
  }
}
