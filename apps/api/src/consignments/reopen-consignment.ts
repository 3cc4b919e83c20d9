import { Controller } from '@nestjs/common';
import { reopenConsignment } from '#contract';
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
export class ReopenConsignment {
  constructor(private readonly decisions: Decisions) {}

  @Handles(reopenConsignment)
  async handle(
    @Input() { id }: InputOf<typeof reopenConsignment>,
    @By() caller: Caller,
    @Command() context: CommandContext,
  ) {
    return statusAfterwards(
      await actOn(this.decisions, id, { caller, context }, () => ({ type: 'Reopen', by: context.by })),
    );
  }
}
