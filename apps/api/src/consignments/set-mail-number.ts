import { Controller } from '@nestjs/common';
import { setMailOrderNumber } from '#contract';
import { problem, RuleBroken, type CommandContext } from '#domain';
import type { Caller } from '../auth/caller.js';
import { Decisions } from '../decisions/decisions.js';
import { answer } from '../http/answer.js';
import { By } from '../http/api-request.js';
import { Command } from '../http/command.js';
import { Handles, type InputOf } from '../http/handles.js';
import { Input } from '../http/input.js';
import { actOn } from './act-on.js';

@Controller()
export class SetMailNumber {
  constructor(private readonly decisions: Decisions) {}

  @Handles(setMailOrderNumber)
  async handle(
    @Input() { id, mailOrderNumber = '' }: InputOf<typeof setMailOrderNumber>,
    @By() caller: Caller,
    @Command() context: CommandContext,
  ) {
    if (id === undefined) throw new RuleBroken(problem('NO_CONSIGNMENT_ID', {}, 'id'));
    const { revision, position } = await actOn(this.decisions, id, { caller, context }, () => ({
      type: 'SetMailNumber',
      by: context.by,
      mailOrderNumber,
    }));
    return answer(true as const, { revision, position });
  }
}
