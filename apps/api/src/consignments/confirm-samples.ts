import { Controller, Inject } from '@nestjs/common';
import { confirmSample, LAB_CONSIGN_ID } from '#contract';
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
import { rulesFor } from './rules-for.js';

@Controller()
export class ConfirmSamples {
  constructor(
    @Inject(ENGINES) private readonly engines: Engines,
    private readonly decisions: Decisions,
  ) {}

  @Handles(confirmSample)
  handle(
    @Input() input: IdsAndReason,
    @By() caller: Caller,
    @Command() context: CommandContext,
    @In() language: Language,
  ) {
    const { eventStore } = this.engines;
    return refusedOr(language, async () => {
      const done = await handleSeveral(eventStore, this.decisions, {
        ids: idsIn(input),
        caller,
        context,
        // The id given with the audit stays.
        commandFor: async ({ id, state }) => ({
          type: 'ConfirmSample',
          by: context.by,
          remark: reasonIn(input),
          limsConsignId: state.limsConsignId || id,
          settings: await rulesFor(eventStore, state),
        }),
      });
      const items = limsItemsOf(done);
      return answer(
        { items, [LAB_CONSIGN_ID]: items.map((item) => item[LAB_CONSIGN_ID]).join(',') },
        { revision: done[0]?.revision, position: done.at(-1)?.position },
      );
    });
  }
}
