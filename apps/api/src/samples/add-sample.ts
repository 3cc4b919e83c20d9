import { Controller, Inject } from '@nestjs/common';
import { v5 } from 'uuid';
import { createBuSampleParamInfo } from '#contract';
import { buildSample, type CommandContext } from '#domain';
import type { Engines } from '#engines';
import type { Caller } from '../auth/caller.js';
import { actOn } from '../consignments/act-on.js';
import { rulesFor } from '../consignments/rules-for.js';
import { Decisions } from '../decisions/decisions.js';
import { answer } from '../http/answer.js';
import { By } from '../http/api-request.js';
import { Command } from '../http/command.js';
import { Handles, type InputOf } from '../http/handles.js';
import { Input } from '../http/input.js';
import { ENGINES } from '../provided.js';
import { catalogueSampleFor, standardsFor } from './chosen-from-catalogue.js';

@Controller()
export class AddSample {
  constructor(@Inject(ENGINES) private readonly engines: Engines, private readonly decisions: Decisions) {}

  @Handles(createBuSampleParamInfo)
  async handle(@Input() input: InputOf<typeof createBuSampleParamInfo>, @By() caller: Caller, @Command() context: CommandContext) {
    const { eventStore } = this.engines;
    const { tuTestParamDtos: tuSampleParamIds, tuTestSampleDTO, buSampleParamPackInfo, isNeedConclusion, isTestUnitConfirmTestParam, testReason } = input;
    const id = v5('sample', context.commandId);
    const { revision, position } = await actOn(this.decisions, input.consignId, { caller, context }, async (state) => {
      const [catalogue, settings] = await Promise.all([catalogueSampleFor(this.engines, tuTestSampleDTO.id, state), rulesFor(eventStore, state)]);
      const request = { testUnitSampleName: tuTestSampleDTO.sampleName, tuSampleParamIds, buSampleParamPackInfo, isNeedConclusion, isTestUnitConfirmTestParam, testReason };
      const standardsById = await standardsFor(this.engines, catalogue, tuSampleParamIds, []);
      return { type: 'AddSample', by: context.by, sample: buildSample({ id, request, catalogue, standardsById, consignType: state.consignType }), settings };
    });
    return answer(id, { revision, position });
  }
}
