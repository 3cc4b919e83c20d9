import { Inject } from '@nestjs/common';
import { Command, CommandHandler, Query, QueryHandler, type ICommandHandler, type IQueryHandler } from '@nestjs/cqrs';
import { v5 } from 'uuid';
import { getSampleForm, keepSampleForm, type SampleFormView, type ResultOf } from '#contract';
import {
  applyMaterialPatch,
  patternProblems,
  applyPropertyPatch,
  requiredReasonProblems,
  specificationPattern,
  withMaterials,
  withPattern,
  withProperties,
  type EffectiveLeaf,
} from '#domain/catalogue-maintenance';
import type { CommandContext } from '#domain/event-sourcing';
import { problem, refuseIf, sameId } from '#domain/rules';
import type { Engines } from '#engines';
import type { CatalogueSample } from '#events';
import type { Caller } from '../auth/caller.js';
import { withMeta, type OperationReturn, type InputOf } from '../http/operation-handlers.js';
import { ENGINES } from '../injection-tokens.js';
import { OwnedSamples, type OwnedSample } from './owned-samples.js';
import { catalogueOwnerFor } from './catalogue-owner.js';
import { isParameterRequirement, withUploadedExamples, withParameterRequirements } from './sample-edits.js';

export class GetSampleForm extends Query<OperationReturn<ResultOf<typeof getSampleForm>>> {
  constructor(
    readonly input: InputOf<typeof getSampleForm>,
    readonly caller: Caller,
  ) {
    super();
  }
}

@QueryHandler(GetSampleForm)
export class GetSampleFormHandler implements IQueryHandler<GetSampleForm> {
  constructor(
    @Inject(ENGINES) private readonly engines: Engines,
    private readonly ownedSamples: OwnedSamples,
  ) {}

  async execute({ input: { sampleId, testUnitId }, caller }: GetSampleForm) {
    const ownedSample = await this.ownedSamples.read(
      await catalogueOwnerFor(this.engines.eventStore, caller, testUnitId),
      sampleId,
    );
    return withMeta(toApiForm(ownedSample), ownedSample.revision === null ? {} : { revision: ownedSample.revision });
  }
}

export const toApiForm = ({ id, sample, revision }: OwnedSample): SampleFormView => ({
  sampleId: id,
  revision,
  specification: specificationPattern(sample),
  example: sample.specificationRule?.example ?? '',
  properties: sample.properties
    .toSorted((left, right) => left.orderNum - right.orderNum)
    .map(
      ({
        testSamplePropertyId,
        testSamplePropertyDisplayName,
        testSamplePropertyType,
        unit,
        value,
        listValue,
        isJoinSpecification,
      }) => ({
        id: testSamplePropertyId,
        name: testSamplePropertyDisplayName,
        type: testSamplePropertyType,
        unit,
        value,
        choices: listValue,
        isJoined: isJoinSpecification,
      }),
    ),
  materials: sample.materials
    .toSorted((left, right) => left.orderNum - right.orderNum)
    .map(
      ({
        id: materialId,
        label,
        sampleNameLink,
        role,
        isDefault,
        isRequired,
        recommendedDosage,
        dosageUnit,
        unitRatio,
      }) => ({
        id: materialId,
        label,
        sampleNameLink,
        role,
        isDefault,
        isRequired,
        recommendedDosage,
        dosageUnit,
        unitRatio,
      }),
    ),
  requirements: sample.requirements
    .filter(isParameterRequirement)
    .toSorted((left, right) => left.orderNum - right.orderNum)
    .map(({ id: requirementId, paramIds, defaultSampleDescription }) => ({
      id: requirementId,
      paramIds,
      text: defaultSampleDescription,
    })),
  examples: sample.examples ?? [],
});

type FormPatch = Omit<InputOf<typeof keepSampleForm>, 'sampleId' | 'testUnitId'>;

export class ChangeSampleForm extends Command<OperationReturn<ResultOf<typeof keepSampleForm>>> {
  constructor(
    readonly input: InputOf<typeof keepSampleForm>,
    readonly caller: Caller,
    readonly context: CommandContext,
  ) {
    super();
  }
}

@CommandHandler(ChangeSampleForm)
export class ChangeSampleFormHandler implements ICommandHandler<ChangeSampleForm> {
  constructor(
    @Inject(ENGINES) private readonly engines: Engines,
    private readonly ownedSamples: OwnedSamples,
  ) {}

  async execute({ input: { sampleId, testUnitId, ...patch }, caller, context }: ChangeSampleForm) {
    const owner = await catalogueOwnerFor(this.engines.eventStore, caller, testUnitId);
    const leaves = patch.materials
      ? (await this.ownedSamples.leaves(owner)).leaves.filter(({ withdrawn }) => !withdrawn)
      : [];
    const { revision, position } = await this.ownedSamples.change(
      owner,
      sampleId,
      context,
      (sample) => {
        const changedSample = applyFormPatch(sampleId, patch, sample, leaves);
        if (removesParts(sample, changedSample)) refuseIf(requiredReasonProblems(patch.reason));
        return changedSample;
      },
      patch.reason.trim(),
    );
    return withMeta(toApiForm(await this.ownedSamples.read(owner, sampleId)), { revision, position });
  }
}

/**
 * Applies the entered form to a sample. Without a new pattern, the specification is unchanged except for the current
 * names of properties.
 * @throws RuleBroken for an invalid pattern or material
 */
const applyFormPatch = (
  sampleId: string,
  { properties, materials, specification, requirements, examples }: FormPatch,
  currentSample: CatalogueSample,
  leaves: readonly EffectiveLeaf[],
): CatalogueSample => {
  const withNewProperties = properties
    ? withProperties(
        currentSample,
        properties.map(({ id, ...propertyPatch }) =>
          applyPropertyPatch(
            propertyPatch,
            currentSample.properties.find((each) => sameId(each.testSamplePropertyId, id ?? null)) ??
              v5(`property/${propertyPatch.name}`, sampleId),
          ),
        ),
      )
    : currentSample;
  const pattern =
    specification ??
    specificationPattern({
      properties: withNewProperties.properties,
      specificationRule: currentSample.specificationRule,
    });
  refuseIf(patternProblems(pattern, withNewProperties.properties));
  const withoutNewMaterials = withUploadedExamples(
    withParameterRequirements(
      sampleId,
      withPattern(withNewProperties, pattern, currentSample, v5('specificationRule', sampleId)),
      requirements,
    ),
    examples,
  );
  if (!materials) return withoutNewMaterials;
  refuseIf(
    materials.flatMap(({ id }, index) => {
      if (sameId(id, sampleId)) return [problem('MATERIAL_IS_ITSELF', {}, `materials.${index}`)];
      return leaves.some((leaf) => sameId(leaf.id, id)) || currentSample.materials.some((each) => sameId(each.id, id))
        ? []
        : [problem('NO_SUCH_SAMPLE', {}, `materials.${index}`)];
    }),
  );
  return withMaterials(
    withoutNewMaterials,
    materials.flatMap(({ id, ...materialPatch }) => {
      const material =
        currentSample.materials.find((each) => sameId(each.id, id)) ?? leaves.find((leaf) => sameId(leaf.id, id));
      return material ? [applyMaterialPatch(materialPatch, material)] : [];
    }),
  );
};

const removesParts = (before: CatalogueSample, after: CatalogueSample): boolean =>
  before.properties.some(
    ({ testSamplePropertyId: id }) => !after.properties.some((each) => each.testSamplePropertyId === id),
  ) ||
  before.materials.some(({ id }) => !after.materials.some((each) => each.id === id)) ||
  before.requirements.some(({ id }) => !after.requirements.some((each) => each.id === id)) ||
  (before.examples ?? []).some(({ image }) => !after.examples?.some((each) => each.image === image));

export const sampleFormHandlers = [GetSampleFormHandler, ChangeSampleFormHandler];
