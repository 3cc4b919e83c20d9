import { Controller, Inject } from '@nestjs/common';
import { deleteBuSampleInfo, deleteBuSampleInfoByIds } from '#contract';
import type { CommandContext } from '#domain';
import type { Engines } from '#engines';
import type { Caller } from '../auth/caller.js';
import { actOn, type Asked } from '../consignments/act-on.js';
import { Decisions } from '../decisions/decisions.js';
import { answer } from '../http/answer.js';
import { By } from '../http/api-request.js';
import { Command } from '../http/command.js';
import { Handles, type InputOf } from '../http/handles.js';
import { Input } from '../http/input.js';
import { ENGINES } from '../provided.js';
import { consignmentIdOf } from './find-sample.js';

@Controller()
export class RemoveSamples {
  constructor(
    @Inject(ENGINES) private readonly engines: Engines,
    private readonly decisions: Decisions,
  ) {}

  @Handles(deleteBuSampleInfo)
  one(
    @Input() { id, consignId }: InputOf<typeof deleteBuSampleInfo>,
    @By() caller: Caller,
    @Command() context: CommandContext,
  ) {
    return this.remove([id], id, consignId, { caller, context });
  }

  @Handles(deleteBuSampleInfoByIds)
  several(
    @Input() { ids, consignId }: InputOf<typeof deleteBuSampleInfoByIds>,
    @By() caller: Caller,
    @Command() context: CommandContext,
  ) {
    const [first = ''] = ids;
    return this.remove(ids, first, consignId, { caller, context });
  }

  /** All of one consignment, that of the first: a sample of another one is unknown there. */
  private async remove(sampleIds: string[], first: string, consignId: string | undefined, request: Asked) {
    const consignmentId = await consignmentIdOf(this.engines, { id: first, consignId });
    const { revision, position } = await actOn(this.decisions, consignmentId, request, () => ({
      type: 'RemoveSamples',
      by: request.context.by,
      sampleIds,
    }));
    return answer(true as const, { revision, position });
  }
}
