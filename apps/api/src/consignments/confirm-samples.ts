import { Controller, Inject } from '@nestjs/common';
import { confirmSample, LAB_CONSIGN_ID } from '#contract';
import type { CommandContext, Language } from '#domain';
import type { Engines } from '#engines';
import type { Caller } from '../auth/caller.js';
import { LabConsignments } from '../catalogue/lab-system/lab-systems.js';
import { Decisions } from '../decisions/decisions.js';
import { answer } from '../http/answer.js';
import { By, In } from '../http/api-request.js';
import { Command } from '../http/command.js';
import { Handles } from '../http/handles.js';
import { Input } from '../http/input.js';
import { ENGINES } from '../provided.js';
import { handleSeveral } from './handle-several.js';
import { idsIn, reasonIn, type IdsAndReason } from './ids-and-reason.js';
import { labIdsFor, limsItemsOf } from './lims-items.js';
import { refusedOr } from './refused-or.js';
import { rulesFor } from './rules-for.js';

@Controller()
export class ConfirmSamples {
  constructor(
    @Inject(ENGINES) private readonly engines: Engines,
    private readonly decisions: Decisions,
    private readonly laboratories: LabConsignments,
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
      const ids = idsIn(input);
      const labIdOf = await labIdsFor(eventStore, this.laboratories, ids, caller);
      const done = await handleSeveral(eventStore, this.decisions, {
        ids,
        caller,
        context,
        commandFor: async ({ id, state }) => ({
          type: 'ConfirmSample',
          by: context.by,
          remark: reasonIn(input),
          limsConsignId: labIdOf(id, state),
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
