import { Controller, Inject } from '@nestjs/common';
import { setMailOrderNumber } from '#contract';
import { problem, RuleBroken, type CommandContext } from '#domain';
import type { Engines } from '#engines';
import type { Caller } from '../auth/caller.js';
import { answer } from '../http/answer.js';
import { By } from '../http/api-request.js';
import { Command } from '../http/command.js';
import { Handles, type InputOf } from '../http/handles.js';
import { Input } from '../http/input.js';
import { ENGINES } from '../provided.js';
import { actOn } from './act-on.js';

@Controller()
export class SetMailNumber {
  constructor(@Inject(ENGINES) private readonly engines: Engines) {}

  @Handles(setMailOrderNumber)
  async handle(@Input() { id, mailOrderNumber = '' }: InputOf<typeof setMailOrderNumber>, @By() caller: Caller, @Command() context: CommandContext) {
    if (id === undefined) throw new RuleBroken(problem('NO_CONSIGNMENT_ID', {}, 'id'));
    const { revision, position } = await actOn(this.engines.eventStore, id, { caller, context }, () => ({ type: 'SetMailNumber', by: context.by, mailOrderNumber }));
    return answer(true as const, { revision, position });
  }
}
