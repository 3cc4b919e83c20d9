import { Controller, Inject } from '@nestjs/common';
import { ROLE, type Sample } from '#events';
import { saveBuSampleInfo } from '#contract';
import { buildSample, type CommandContext } from '#domain';
import type { Engines } from '#engines';
import type { Caller } from '../auth/caller.js';
import { actOn } from '../consignments/act-on.js';
import { readable, type Known } from '../consignments/find-consignment.js';
import { Decisions } from '../decisions/decisions.js';
import { answer } from '../http/answer.js';
import { By } from '../http/api-request.js';
import { Command } from '../http/command.js';
import { Handles, type InputOf } from '../http/handles.js';
import { Input } from '../http/input.js';
import { ENGINES } from '../provided.js';
import { catalogueSampleFor, standardsFor } from './chosen-from-catalogue.js';
import { sampleIn } from './find-sample.js';
import { sampleAsSeen } from './sample-as-seen.js';

type Typed = InputOf<typeof saveBuSampleInfo>;

@Controller()
export class SaveSample {
  constructor(@Inject(ENGINES) private readonly engines: Engines, private readonly decisions: Decisions) {}

  @Handles(saveBuSampleInfo)
  async handle(@Input() input: Typed, @By() caller: Caller, @Command() context: CommandContext) {
    const { eventStore } = this.engines;
    const { state, revision, position } = await actOn(this.decisions, input.consignId, { caller, context }, async (before) => ({ type: 'SaveSample', by: context.by, sample: await this.built(input, before, context) }));
    const after = readable(state, caller).state;
    return answer(await sampleAsSeen(eventStore, { id: input.consignId, state: after }, sampleIn(after, input.id), caller), { revision, position });
  }

  private async built(input: Typed, state: Known, { by }: CommandContext): Promise<Sample> {
    const before = sampleIn(state, input.id);
    const completing = by.role === ROLE.lab;
    // What the laboratory completes is still the sample the client asked for, in the number of groups it asked for.
    const request = completing ? { ...input, testUnitSampleId: before.testUnitSampleId, testGroupCount: before.testGroupCount } : input;
    const catalogue = await catalogueSampleFor(this.engines, request.testUnitSampleId, state);
    const standardsById = await standardsFor(this.engines, catalogue, request.tuSampleParamIds, request.buSampleUseBaseStandard);
    return buildSample({ id: before.id, request, catalogue, standardsById, consignType: state.consignType, completing });
  }
}
