import { Inject } from '@nestjs/common';
import { Query, QueryHandler, type IQueryHandler } from '@nestjs/cqrs';
import { getSampleForm, type SampleFormView, type ResultOf } from '#contract';
import { specificationPattern } from '#domain';
import type { Engines } from '#engines';
import type { Caller } from '../auth/caller.js';
import { withMeta, type OperationReturn } from '../http/answer.js';
import type { InputOf } from '../http/handles.js';
import { ENGINES } from '../provided.js';
import { HolderSamples, type HeldSample } from './holder-samples.js';
import { catalogueOwnerFor } from './holder.js';
import { isParameterRequirement } from './sample-edits.js';

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
    private readonly kept: HolderSamples,
  ) {}

  async execute({ input: { sampleId, testUnitId }, caller }: GetSampleForm) {
    const held = await this.kept.one(await catalogueOwnerFor(this.engines.eventStore, caller, testUnitId), sampleId);
    return withMeta(toApiForm(held), held.revision === null ? {} : { revision: held.revision });
  }
}

export const sampleFormQueryHandlers = [GetSampleFormHandler];

export const toApiForm = ({ id, sample, revision }: HeldSample): SampleFormView => ({
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
