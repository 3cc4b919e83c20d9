import { Controller, Inject } from '@nestjs/common';
import { v5 } from 'uuid';
import { createChildBuSampleParamInfo } from '#contract';
import type { CommandContext } from '#domain';
import type { Engines } from '#engines';
import type { Caller } from '../auth/caller.js';
import { Catalogues } from '../catalogue/catalogues.js';
import { actOn } from '../consignments/act-on.js';
import { Decisions } from '../decisions/decisions.js';
import { answer } from '../http/answer.js';
import { By } from '../http/api-request.js';
import { Command } from '../http/command.js';
import { Handles, type InputOf } from '../http/handles.js';
import { Input } from '../http/input.js';
import { ENGINES } from '../provided.js';
import { builtSample } from './built-sample.js';

/** The own sample of a raw material is stored as soon as its sample is chosen, like any other (SF-011). */
@Controller()
export class CreateChildSample {
  constructor(
    @Inject(ENGINES) private readonly engines: Engines,
    private readonly decisions: Decisions,
    private readonly catalogues: Catalogues,
  ) {}

  @Handles(createChildBuSampleParamInfo)
  async handle(
    @Input() input: InputOf<typeof createChildBuSampleParamInfo>,
    @By() caller: Caller,
    @Command() context: CommandContext,
  ) {
    const {
      consignId,
      parentSampleId,
      tuTestParamDtos: tuSampleParamIds,
      tuTestSampleDTO,
      buSampleParamPackInfo,
      isNeedConclusion,
      isTestUnitConfirmTestParam,
      testReason,
    } = input;
    const id = v5('material-sample', context.commandId);
    const { revision, position } = await actOn(this.decisions, consignId, { caller, context }, async (state) => {
      const request = {
        testUnitSampleName: tuTestSampleDTO.sampleName,
        isMaterial: true,
        tuSampleParamIds,
        buSampleParamPackInfo,
        isNeedConclusion,
        isTestUnitConfirmTestParam,
        testReason,
        createTime: context.at,
      };
      const own = await builtSample(
        { engines: this.engines, catalogues: this.catalogues },
        { id, testUnitSampleId: tuTestSampleDTO.id, request },
        state,
      );
      return { type: 'AddMaterialSample', by: context.by, sampleId: parentSampleId, own: { ...own, isNew: true } };
    });
    return answer(id, { revision, position });
  }
}
