import { Controller } from '@nestjs/common';
import { setConsignmentBill } from '#contract';
import type { CommandContext } from '#domain';
import type { Caller } from '../auth/caller.js';
import { Decisions } from '../decisions/decisions.js';
import { By } from '../http/api-request.js';
import { Command } from '../http/command.js';
import { Handles, type InputOf } from '../http/handles.js';
import { Input } from '../http/input.js';
import { actOn } from './act-on.js';
import { statusAfterwards } from './written.js';

@Controller()
export class SetBill {
  constructor(private readonly decisions: Decisions) {}

  @Handles(setConsignmentBill)
  async handle(@Input() { id, billFile }: InputOf<typeof setConsignmentBill>, @By() caller: Caller, @Command() context: CommandContext) {
    return statusAfterwards(await actOn(this.decisions, id, { caller, context }, () => ({ type: 'SetBill', by: context.by, billFile })));
  }
}
