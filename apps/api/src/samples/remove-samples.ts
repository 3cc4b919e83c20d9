import { Controller, Inject } from '@nestjs/common';
import { deleteBuSampleInfo, deleteBuSampleInfoByIds } from '#contract';
import { consignment, handle, type CommandContext } from '#domain';
import type { Engines } from '#engines';
import { answer } from '../http/answer.js';
import { Command } from '../http/command.js';
import { Handles, type InputOf } from '../http/handles.js';
import { Input } from '../http/input.js';
import { ENGINES } from '../provided.js';
import { consignmentIdOf } from './find-sample.js';

@Controller()
export class RemoveSamples {
  constructor(@Inject(ENGINES) private readonly engines: Engines) {}

  @Handles(deleteBuSampleInfo)
  one(@Input() { id, consignId }: InputOf<typeof deleteBuSampleInfo>, @Command() context: CommandContext) {
    return this.remove([id], id, consignId, context);
  }

  @Handles(deleteBuSampleInfoByIds)
  several(@Input() { ids, consignId }: InputOf<typeof deleteBuSampleInfoByIds>, @Command() context: CommandContext) {
    const [first = ''] = ids;
    return this.remove(ids, first, consignId, context);
  }

  /** All of one consignment, that of the first: a sample of another one is unknown there. */
  private async remove(sampleIds: string[], first: string, consignId: string | undefined, context: CommandContext) {
    const consignmentId = await consignmentIdOf(this.engines, { id: first, consignId });
    const { revision, position } = await handle(this.engines.eventStore, consignment, consignmentId, { type: 'RemoveSamples', by: context.by, sampleIds }, context);
    return answer(true as const, { revision, position });
  }
}
