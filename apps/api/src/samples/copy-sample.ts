import { Controller, Inject } from '@nestjs/common';
import { v5 } from 'uuid';
import { copyBuSampleInfo } from '#contract';
import { sameId, type CommandContext } from '#domain';
import type { Engines } from '#engines';
import type { Caller } from '../auth/caller.js';
import { Catalogues } from '../catalogue/catalogues.js';
import { actOn } from '../consignments/act-on.js';
import { rulesFor } from '../consignments/unit-policy.js';
import { Decisions } from '../decisions/decisions.js';
import { answer } from '../http/answer.js';
import { By } from '../http/api-request.js';
import { Command } from '../http/command.js';
import { Handles, type InputOf } from '../http/handles.js';
import { Input } from '../http/input.js';
import { ENGINES } from '../provided.js';
import { consignmentIdOf } from './find-sample.js';
import { offeredToday } from './offered-today.js';
import { newMaterialIds } from './raw-material-ids.js';

@Controller()
export class CopySample {
  constructor(
    @Inject(ENGINES) private readonly engines: Engines,
    private readonly decisions: Decisions,
    private readonly catalogues: Catalogues,
  ) {}

  @Handles(copyBuSampleInfo)
  async handle(
    @Input() asked: InputOf<typeof copyBuSampleInfo>,
    @By() caller: Caller,
    @Command() context: CommandContext,
  ) {
    const { eventStore } = this.engines;
    const newSampleId = v5('sample', context.commandId);
    const consignmentId = await consignmentIdOf(this.engines, asked);
    const { revision, position } = await actOn(this.decisions, consignmentId, { caller, context }, async (state) => {
      const copied = state.samples.find(({ id }) => sameId(id, asked.id));
      const materialIds = copied ? newMaterialIds(copied, 'sample', context.commandId) : [];
      const offered = copied ? ((await offeredToday(this.catalogues, { ...state, samples: [copied] })) ?? []) : [];
      return {
        type: 'CopySample',
        by: context.by,
        sampleId: asked.id,
        newSampleId,
        materialIds,
        offered,
        settings: await rulesFor(eventStore, state),
      };
    });
    return answer(newSampleId, { revision, position });
  }
}
