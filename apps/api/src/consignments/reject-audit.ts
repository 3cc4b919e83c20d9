import { Controller, Inject } from '@nestjs/common';
import { noPassAuditConsignInfo } from '#contract';
import type { CommandContext } from '#domain';
import type { Engines } from '#engines';
import type { Caller } from '../auth/caller.js';
import { Decisions } from '../decisions/decisions.js';
import { answer } from '../http/answer.js';
import { By } from '../http/api-request.js';
import { Command } from '../http/command.js';
import { Handles } from '../http/handles.js';
import { Input } from '../http/input.js';
import { ENGINES } from '../provided.js';
import { handleSeveral } from './handle-several.js';
import { idsIn, reasonIn, type IdsAndReason } from './ids-and-reason.js';

@Controller()
export class RejectAudit {
  constructor(
    @Inject(ENGINES) private readonly engines: Engines,
    private readonly decisions: Decisions,
  ) {}

  @Handles(noPassAuditConsignInfo)
  async handle(@Input() input: IdsAndReason, @By() caller: Caller, @Command() context: CommandContext) {
    const { eventStore } = this.engines;
    const done = await handleSeveral(eventStore, this.decisions, {
      ids: idsIn(input),
      caller,
      context,
      commandFor: () => ({ type: 'RejectAudit', by: context.by, remark: reasonIn(input) }),
    });
    return answer(true as const, { revision: done[0]?.revision, position: done.at(-1)?.position });
  }
}
