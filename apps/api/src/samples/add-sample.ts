import { Controller, Inject } from '@nestjs/common';
import { v5 } from 'uuid';
import { createBuSampleParamInfo } from '#contract';
import { buildSample, consignment, handle, type CommandContext } from '#domain';
import type { Engines } from '#engines';
import type { Caller } from '../auth/caller.js';
import { findConsignment } from '../consignments/find-consignment.js';
import { switchesOf } from '../consignments/unit-facts.js';
import { answer } from '../http/answer.js';
import { By } from '../http/api-request.js';
import { Command } from '../http/command.js';
import { Handles, type InputOf } from '../http/handles.js';
import { Input } from '../http/input.js';
import { ENGINES } from '../provided.js';
import { catalogueSampleFor, standardsFor } from './chosen-from-catalogue.js';

@Controller()
export class AddSample {
  constructor(@Inject(ENGINES) private readonly engines: Engines) {}

  @Handles(createBuSampleParamInfo)
  async handle(@Input() input: InputOf<typeof createBuSampleParamInfo>, @By() caller: Caller, @Command() context: CommandContext) {
    const { eventStore } = this.engines;
    const { state } = await findConsignment(eventStore, input.consignId, caller);
    const { testUnitId } = state.header;
    const [catalogue, { rules }] = await Promise.all([catalogueSampleFor(this.engines, input.tuTestSampleDTO.id, state.consignType, testUnitId), switchesOf(eventStore, testUnitId)]);
    const { tuTestParamDtos: tuSampleParamIds, tuTestSampleDTO, buSampleParamPackInfo, isNeedConclusion, isTestUnitConfirmTestParam, testReason } = input;
    const sample = buildSample({
      id: v5('sample', context.commandId),
      request: { testUnitSampleName: tuTestSampleDTO.sampleName, tuSampleParamIds, buSampleParamPackInfo, isNeedConclusion, isTestUnitConfirmTestParam, testReason },
      catalogue,
      standardsById: await standardsFor(this.engines, catalogue, tuSampleParamIds, []),
      consignType: state.consignType,
    });
    const { revision, position } = await handle(eventStore, consignment, input.consignId, { type: 'AddSample', by: context.by, sample, settings: rules }, context);
    return answer(sample.id, { revision, position });
  }
}
