import { Inject } from '@nestjs/common';
import { Command, CommandHandler, type ICommandHandler } from '@nestjs/cqrs';
import { v5 } from 'uuid';
import type { createBuSampleParamInfo, createChildBuSampleParamInfo, saveBuSampleInfo, SampleView } from '#contract';
import { missingAttachments, sampleFormProblems, type Consignment, type ConsignmentFacts } from '#domain/consignment';
import type { CommandContext, CommandResult } from '#domain/event-sourcing';
import { problem, refuseIf, sameId, type Problem } from '#domain/rules';
import type { Engines } from '#engines';
import { ROLE, type Position, type Sample, CONSIGN_TYPE } from '#events';
import type { Caller } from '../auth/caller.js';
import { Catalogues } from '../catalogue/catalogues.js';
import { executeOnConsignment, requireReadable, type ExistingConsignment } from '../consignments/consignment-access.js';
import { loadUnitRules } from '../consignments/unit-policy.js';
import { Decisions } from '../commands/decisions.js';
import { FileLinks, UploadTickets } from '../files/file-tickets.js';
import type { InputOf } from '../http/operation-handlers.js';
import { ENGINES } from '../injection-tokens.js';
import { buildSampleFromRequest } from './build-requested-sample.js';
import { findConsignmentId, requireSample, type SampleKey } from './find-sample.js';
import { attachmentKindsFor, loadCurrentOffer } from '../consignments/submission-facts.js';
import { deriveMaterialIds, buildRequestedMaterials } from './raw-material-input.js';
import { sampleForCaller } from './sample-view.js';

type NewSample = { id: string; revision: number; position: Position | null };

/** Adds a sample, or a test item of an appointment, to a consignment. */
export class AddSample extends Command<NewSample> {
  constructor(
    readonly input: InputOf<typeof createBuSampleParamInfo>,
    readonly caller: Caller,
    readonly context: CommandContext,
  ) {
    super();
  }
}

@CommandHandler(AddSample)
export class AddSampleHandler implements ICommandHandler<AddSample> {
  constructor(
    @Inject(ENGINES) private readonly engines: Engines,
    private readonly decisions: Decisions,
    private readonly catalogues: Catalogues,
  ) {}

  async execute({ input, caller, context }: AddSample): Promise<NewSample> {
    const { tuTestSampleDTO, isMaterial } = input;
    const id = v5('sample', context.commandId);
    const { revision, position } = await executeOnConsignment(
      this.decisions,
      input.consignId,
      { caller, context },
      async (state) => {
        const [sample, settings] = await Promise.all([
          buildSampleFromRequest(
            { engines: this.engines, catalogues: this.catalogues },
            { id, testUnitSampleId: tuTestSampleDTO.id, request: newRequest(input, isMaterial, context) },
            state,
          ),
          loadUnitRules(this.engines.eventStore, state),
        ]);
        return { type: 'AddSample', by: context.by, sample: { ...sample, isNew: true }, settings };
      },
    );
    return { id, revision, position };
  }
}

/** Adds the own sample of a raw material. It is stored as soon as it is chosen, like any other sample (SF-011). */
export class AddMaterialSample extends Command<NewSample> {
  constructor(
    readonly input: InputOf<typeof createChildBuSampleParamInfo>,
    readonly caller: Caller,
    readonly context: CommandContext,
  ) {
    super();
  }
}

@CommandHandler(AddMaterialSample)
export class AddMaterialSampleHandler implements ICommandHandler<AddMaterialSample> {
  constructor(
    @Inject(ENGINES) private readonly engines: Engines,
    private readonly decisions: Decisions,
    private readonly catalogues: Catalogues,
  ) {}

  async execute({ input, caller, context }: AddMaterialSample): Promise<NewSample> {
    const { consignId, parentSampleId, tuTestSampleDTO } = input;
    const id = v5('material-sample', context.commandId);
    const { revision, position } = await executeOnConsignment(
      this.decisions,
      consignId,
      { caller, context },
      async (state) => {
        const materialSample = await buildSampleFromRequest(
          { engines: this.engines, catalogues: this.catalogues },
          { id, testUnitSampleId: tuTestSampleDTO.id, request: newRequest(input, true, context) },
          state,
        );
        return {
          type: 'AddMaterialSample',
          by: context.by,
          sampleId: parentSampleId,
          materialSample: { ...materialSample, isNew: true },
        };
      },
    );
    return { id, revision, position };
  }
}

/** The initial data of a new sample: the dialog sends nothing else. */
const newRequest = <Material>(
  {
    tuTestParamDtos: tuSampleParamIds,
    tuTestSampleDTO,
    buSampleParamPackInfo,
    isNeedConclusion,
    isTestUnitConfirmTestParam,
    testReason,
  }: Pick<
    InputOf<typeof createBuSampleParamInfo>,
    | 'tuTestParamDtos'
    | 'tuTestSampleDTO'
    | 'buSampleParamPackInfo'
    | 'isNeedConclusion'
    | 'isTestUnitConfirmTestParam'
    | 'testReason'
  >,
  isMaterial: Material,
  { at }: CommandContext,
) => ({
  testUnitSampleName: tuTestSampleDTO.sampleName,
  tuSampleParamIds,
  buSampleParamPackInfo,
  isNeedConclusion,
  isTestUnitConfirmTestParam,
  testReason,
  isMaterial,
  createTime: at,
});

type SaveSampleRequest = InputOf<typeof saveBuSampleInfo>;
type SavedSample = { view: SampleView; revision: number; position: Position | null };

/** Saves the form of a sample. A laboratory completes the parameters that were left to it. */
export class SaveSample extends Command<SavedSample> {
  constructor(
    readonly input: SaveSampleRequest,
    readonly caller: Caller,
    readonly context: CommandContext,
  ) {
    super();
  }
}

@CommandHandler(SaveSample)
export class SaveSampleHandler implements ICommandHandler<SaveSample> {
  constructor(
    @Inject(ENGINES) private readonly engines: Engines,
    private readonly decisions: Decisions,
    private readonly catalogues: Catalogues,
    private readonly uploads: UploadTickets,
    private readonly links: FileLinks,
  ) {}

  async execute({ input, caller, context }: SaveSample): Promise<SavedSample> {
    const { eventStore } = this.engines;
    const { state, revision, position } = await executeOnConsignment(
      this.decisions,
      input.consignId,
      { caller, context },
      async (current) => ({
        type: 'SaveSample',
        by: context.by,
        sample: await this.buildSavedSample(input, current, context, caller),
      }),
    );
    const { state: updated, showsPersons } = requireReadable(state, caller);
    const sample = requireSample(updated, input.id);
    const readable = { id: input.consignId, state: updated, showsPersons };
    const view = await sampleForCaller(eventStore, readable, sample, caller, { links: this.links });
    return { view, revision, position };
  }

  private async buildSavedSample(
    input: SaveSampleRequest,
    state: ExistingConsignment,
    { by, commandId }: CommandContext,
    caller: Caller,
  ): Promise<Sample> {
    const currentSample = requireSample(state, input.id);
    const completing = by.role === ROLE.lab;
    refuseIf(completing ? null : await formProblems(this.catalogues, input, currentSample, state));
    // A laboratory cannot change the sample and its numbers of groups and points when it completes parameters.
    const protectedFields = completing
      ? {
          testUnitSampleId: currentSample.testUnitSampleId,
          testGroupCount: currentSample.testGroupCount,
          testPointCount: currentSample.testPointCount,
        }
      : {};
    const { testGroupCount, testPointCount, ...sampleInput } = { ...input, ...protectedFields };
    // The own sample of a raw material stays one, whatever the request contains.
    const isMaterial = sampleInput.isMaterial || !state.samples.includes(currentSample);
    const request = {
      ...sampleInput,
      isMaterial,
      testGroupCount: testGroupCount ?? 1,
      testPointCount: testPointCount ?? 1,
      createTime: currentSample.createTime,
    };
    const sample = await buildSampleFromRequest(
      { engines: this.engines, catalogues: this.catalogues },
      {
        id: currentSample.id,
        testUnitSampleId: request.testUnitSampleId,
        request,
        currentChoices: currentSample,
        completing,
      },
      state,
    );
    return { ...sample, ...(await this.rawMaterials(input, currentSample, { state, caller, commandId })) };
  }

  /** Raw materials that are not sent stay unchanged. The own sample of a raw material, and a test item, have none. */
  private async rawMaterials(
    { consignId, buSampleInfoRefSampleInfo: rows, deleteMaterialSampleInfoIds: deletedIds }: SaveSampleRequest,
    currentSample: Sample,
    { state, caller, commandId }: { state: ExistingConsignment; caller: Caller; commandId: string },
  ): Promise<Partial<Sample>> {
    if (!state.samples.includes(currentSample) || state.consignType !== CONSIGN_TYPE.rawMaterial) return {};
    const { buSampleInfoRefSampleInfo, materialSamples } = currentSample;
    if (rows === undefined)
      return {
        ...(buSampleInfoRefSampleInfo ? { buSampleInfoRefSampleInfo } : {}),
        ...(materialSamples ? { materialSamples } : {}),
      };
    return buildRequestedMaterials(
      { engines: this.engines, catalogues: this.catalogues, uploads: this.uploads },
      { rows, deletedIds, currentSample, consignment: { id: consignId, state }, caller, commandId },
    );
  }
}

/**
 * Problems that the form would have reported (001 section 5): its fields in their order, then missing files of the
 * sample.
 */
const formProblems = async (
  catalogues: Catalogues,
  input: SaveSampleRequest,
  sample: Sample,
  state: ConsignmentFacts,
): Promise<Problem[]> => {
  const { consignType, attachments, samples } = state;
  const isNameless = consignType === CONSIGN_TYPE.rawMaterial && input.testUnitSampleName?.trim() === '';
  const fields = [
    ...sampleFormProblems({ ...input, parameterCount: input.tuSampleParamIds.length }, consignType),
    ...(isNameless ? [problem('SAMPLE_NAME_REQUIRED', {}, 'testUnitSampleName')] : []),
  ];
  if (!samples.includes(sample)) return fields; // a raw material's own sample has the files of the parent sample
  const missingProblem = missingAttachments(
    await attachmentKindsFor(catalogues, state),
    attachments.filter(({ sampleId }) => sampleId === undefined || sameId(sampleId, sample.id)),
  );
  return missingProblem ? [...fields, missingProblem] : fields;
};

export class CopySample extends Command<NewSample> {
  constructor(
    readonly sample: SampleKey,
    readonly caller: Caller,
    readonly context: CommandContext,
  ) {
    super();
  }
}

@CommandHandler(CopySample)
export class CopySampleHandler implements ICommandHandler<CopySample> {
  constructor(
    @Inject(ENGINES) private readonly engines: Engines,
    private readonly decisions: Decisions,
    private readonly catalogues: Catalogues,
  ) {}

  async execute({ sample, caller, context }: CopySample): Promise<NewSample> {
    const { eventStore } = this.engines;
    const newSampleId = v5('sample', context.commandId);
    const consignmentId = await findConsignmentId(this.engines, sample);
    const { revision, position } = await executeOnConsignment(
      this.decisions,
      consignmentId,
      { caller, context },
      async (state) => {
        const sourceSample = state.samples.find(({ id }) => sameId(id, sample.id));
        const materialIds = sourceSample ? deriveMaterialIds(sourceSample, 'sample', context.commandId) : [];
        const availableSamples = sourceSample
          ? ((await loadCurrentOffer(this.catalogues, { ...state, samples: [sourceSample] })) ?? [])
          : [];
        return {
          type: 'CopySample',
          by: context.by,
          sampleId: sample.id,
          newSampleId,
          materialIds,
          currentSamples: availableSamples,
          settings: await loadUnitRules(eventStore, state),
        };
      },
    );
    return { id: newSampleId, revision, position };
  }
}

/** Removes samples of one consignment, that of the first sample. Samples of other consignments are unknown there. */
export class RemoveSamples extends Command<CommandResult<Consignment>> {
  constructor(
    readonly ids: readonly string[],
    readonly consignId: string | undefined,
    readonly caller: Caller,
    readonly context: CommandContext,
  ) {
    super();
  }
}

@CommandHandler(RemoveSamples)
export class RemoveSamplesHandler implements ICommandHandler<RemoveSamples> {
  constructor(
    @Inject(ENGINES) private readonly engines: Engines,
    private readonly decisions: Decisions,
  ) {}

  async execute({ ids, consignId, caller, context }: RemoveSamples): Promise<CommandResult<Consignment>> {
    const [first = ''] = ids;
    const consignmentId = await findConsignmentId(this.engines, { id: first, consignId });
    return executeOnConsignment(this.decisions, consignmentId, { caller, context }, () => ({
      type: 'RemoveSamples',
      by: context.by,
      sampleIds: [...ids],
    }));
  }
}

export const sampleCommandHandlers = [
  AddSampleHandler,
  AddMaterialSampleHandler,
  SaveSampleHandler,
  CopySampleHandler,
  RemoveSamplesHandler,
];
