import { Controller, Inject } from '@nestjs/common';
import { passAuditConsignInfo } from '#contract';
import type { CommandContext, Language } from '#domain';
import type { Engines } from '#engines';
import type { Caller } from '../auth/caller.js';
import { Decisions } from '../decisions/decisions.js';
import { answer } from '../http/answer.js';
import { By, In } from '../http/api-request.js';
import { Command } from '../http/command.js';
import { Handles } from '../http/handles.js';
import { Input } from '../http/input.js';
import { ENGINES } from '../provided.js';
import { handleSeveral } from './handle-several.js';
import { idsIn, reasonIn, type IdsAndReason } from './ids-and-reason.js';
import { limsItemsOf } from './lims-items.js';
import { refusedOr } from './refused-or.js';

@Controller()
export class PassAudit {
  constructor(
    @Inject(ENGINES) private readonly engines: Engines,
    private readonly decisions: Decisions,
  ) {}

  @Handles(passAuditConsignInfo)
  handle(
    @Input() input: IdsAndReason,
    @By() caller: Caller,
    @Command() context: CommandContext,
    @In() language: Language,
  ) {
    return refusedOr(language, async () => {
      const done = await handleSeveral(this.engines.eventStore, this.decisions, {
        ids: idsIn(input),
        caller,
        context,
        // A laboratory without a system of its own knows the consignment by the id it has here.
        commandFor: ({ id }) => ({ type: 'PassAudit', by: context.by, remark: reasonIn(input), limsConsignId: id }),
      });
      return answer({ items: limsItemsOf(done) }, { revision: done[0]?.revision, position: done.at(-1)?.position });
    });
  }
}
