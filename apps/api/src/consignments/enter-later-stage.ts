import { Controller, Inject } from '@nestjs/common';
import { enterLaterStage } from '#contract';
import type { CommandContext } from '#domain';
import type { Engines } from '#engines';
import type { Caller } from '../auth/caller.js';
import { Decisions } from '../decisions/decisions.js';
import { By } from '../http/api-request.js';
import { Command } from '../http/command.js';
import { Handles, type InputOf } from '../http/handles.js';
import { Input } from '../http/input.js';
import { ENGINES } from '../provided.js';
import { actOn } from './act-on.js';
import { rulesFor } from './rules-for.js';
import { signatureIdsFor } from './signature-ids.js';
import { statusAfterwards } from './written.js';

@Controller()
export class EnterLaterStage {
  constructor(
    @Inject(ENGINES) private readonly engines: Engines,
    private readonly decisions: Decisions,
  ) {}

  @Handles(enterLaterStage)
  async handle(
    @Input() { id, consignStatus, description, actFee }: InputOf<typeof enterLaterStage>,
    @By() caller: Caller,
    @Command() context: CommandContext,
  ) {
    const { eventStore } = this.engines;
    const entered = await actOn(this.decisions, id, { caller, context }, async (state) => {
      const settings = await rulesFor(eventStore, state);
      return {
        type: 'EnterLaterStage',
        by: context.by,
        toStatus: consignStatus,
        description,
        actFee: actFee ?? null,
        settings,
        signatureIds: signatureIdsFor(id, context),
      };
    });
    return statusAfterwards(entered);
  }
}
