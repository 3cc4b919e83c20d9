import { Controller, Inject } from '@nestjs/common';
import { v5 } from 'uuid';
import { createBuSampleParamInfo, createBuSampleParamInfoMigModel } from '#contract';
import type { CommandContext } from '#domain';
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
import { builtSample } from './built-sample.js';

@Controller()
export class AddSample {
  constructor(
    @Inject(ENGINES) private readonly engines: Engines,
    private readonly decisions: Decisions,
    private readonly catalogues: Catalogues,
  ) {}

  @Handles(createBuSampleParamInfo)
  async handle(
    @Input() input: InputOf<typeof createBuSampleParamInfo>,
    @By() caller: Caller,
    @Command() context: CommandContext,
  ) {
    const { eventStore } = this.engines;
    const {
      tuTestParamDtos: tuSampleParamIds,
      tuTestSampleDTO,
      buSampleParamPackInfo,
      isNeedConclusion,
      isTestUnitConfirmTestParam,
      testReason,
      isMaterial,
    } = input;
    const id = v5('sample', context.commandId);
    const { revision, position } = await actOn(this.decisions, input.consignId, { caller, context }, async (state) => {
      const request = {
        testUnitSampleName: tuTestSampleDTO.sampleName,
        tuSampleParamIds,
        buSampleParamPackInfo,
        isNeedConclusion,
        isTestUnitConfirmTestParam,
        testReason,
        isMaterial,
        createTime: context.at,
      };
      const [sample, settings] = await Promise.all([
        builtSample(
          { engines: this.engines, catalogues: this.catalogues },
          { id, testUnitSampleId: tuTestSampleDTO.id, request },
          state,
        ),
        rulesFor(eventStore, state),
      ]);
      return { type: 'AddSample', by: context.by, sample: { ...sample, isNew: true }, settings };
    });
    return answer(id, { revision, position });
  }

  @Handles(createBuSampleParamInfoMigModel)
  underItsOtherName(
    @Input() input: InputOf<typeof createBuSampleParamInfoMigModel>,
    @By() caller: Caller,
    @Command() context: CommandContext,
  ) {
    return this.handle(input, caller, context);
  }
}
