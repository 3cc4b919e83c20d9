import { Controller, Inject } from '@nestjs/common';
import { ROLE } from '#events';
import { saveBuSampleInfo } from '#contract';
import { buildSample, consignment, handle, problem, RuleBroken, sameId, type CommandContext } from '#domain';
import type { Engines } from '#engines';
import type { Caller } from '../auth/caller.js';
import { answer } from '../http/answer.js';
import { By } from '../http/api-request.js';
import { Command } from '../http/command.js';
import { Handles, type InputOf } from '../http/handles.js';
import { Input } from '../http/input.js';
import { ENGINES } from '../provided.js';
import { catalogueSampleFor, standardsFor } from './chosen-from-catalogue.js';
import { findSample } from './find-sample.js';
import { sampleAsSeen } from './sample-as-seen.js';

@Controller()
export class SaveSample {
  constructor(@Inject(ENGINES) private readonly engines: Engines) {}

  @Handles(saveBuSampleInfo)
  async handle(@Input() input: InputOf<typeof saveBuSampleInfo>, @By() caller: Caller, @Command() context: CommandContext) {
    const { eventStore } = this.engines;
    const { found, sample: before } = await findSample(this.engines, input, caller);
    const { consignType, header } = found.state;
    const completing = context.by.role === ROLE.lab;
    // What the laboratory completes is still the sample the client asked for, in the number of groups it asked for.
    const request = completing ? { ...input, testUnitSampleId: before.testUnitSampleId, testGroupCount: before.testGroupCount } : input;
    const catalogue = await catalogueSampleFor(this.engines, request.testUnitSampleId, consignType, header.testUnitId);
    const standardsById = await standardsFor(this.engines, catalogue, request.tuSampleParamIds, request.buSampleUseBaseStandard);
    const sample = buildSample({ id: before.id, request, catalogue, standardsById, consignType, completing });
    const { state, revision, position } = await handle(eventStore, consignment, found.id, { type: 'SaveSample', by: context.by, sample }, context);
    const saved = state.phase === 'absent' ? undefined : state.samples.find(({ id }) => sameId(id, before.id));
    if (!saved || state.phase === 'absent') throw new RuleBroken(problem('NO_SUCH_SAMPLE'));
    return answer(await sampleAsSeen(eventStore, { ...found, state }, saved, caller), { revision, position });
  }
}
