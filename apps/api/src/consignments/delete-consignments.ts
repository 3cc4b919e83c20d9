import { Controller, Inject } from '@nestjs/common';
import { deleteConsignInfo } from '#contract';
import type { CommandContext } from '#domain';
import type { Engines } from '#engines';
import type { Caller } from '../auth/caller.js';
import { Decisions } from '../decisions/decisions.js';
import { answer } from '../http/answer.js';
import { By } from '../http/api-request.js';
import { Command } from '../http/command.js';
import { Handles, type InputOf } from '../http/handles.js';
import { Input } from '../http/input.js';
import { ENGINES } from '../provided.js';
import { handleSeveral } from './handle-several.js';

@Controller()
export class DeleteConsignments {
  constructor(
    @Inject(ENGINES) private readonly engines: Engines,
    private readonly decisions: Decisions,
  ) {}

  @Handles(deleteConsignInfo)
  async handle(
    @Input() { ids, description }: InputOf<typeof deleteConsignInfo>,
    @By() caller: Caller,
    @Command() context: CommandContext,
  ) {
    const done = await handleSeveral(this.engines.eventStore, this.decisions, {
      ids,
      caller,
      context,
      commandFor: () => ({ type: 'Delete', by: context.by, description }),
    });
    return answer(true as const, { position: done.at(-1)?.position });
  }
}
