import { Controller, Inject } from '@nestjs/common';
import { v5 } from 'uuid';
import { getSampleForm, keepSampleForm, type KeptSampleForm } from '#contract';
import {
  requiredReasonProblems,
  materialWith,
  patternProblems,
  problem,
  propertyWith,
  refuseIf,
  sameId,
  specificationPattern,
  withMaterials,
  withPattern,
  withProperties,
  type CommandContext,
  type HeldLeaf,
} from '#domain';
import type { Engines } from '#engines';
import type { CatalogueSample } from '#events';
import type { Caller } from '../auth/caller.js';
import { answer } from '../http/answer.js';
import { By } from '../http/api-request.js';
import { Command } from '../http/command.js';
import { Handles, type InputOf } from '../http/handles.js';
import { Input } from '../http/input.js';
import { ENGINES } from '../provided.js';
import { holderFor } from './holder.js';
import { type Held, KeptSamples } from './kept-samples.js';
import { isByParameter, withParameterRequirements } from './parameter-requirements.js';
import { withTypedExamples } from './typed-examples.js';

type Typed = Omit<InputOf<typeof keepSampleForm>, 'sampleId' | 'testUnitId'>;

/** What the form asks of a sample beside its parameters: a testing unit's for itself, the administrator's for the template or a unit (002 CAT-002; 001 AUX-001, SPM-006, RM-001). */
@Controller()
export class KeepSampleForm {
  constructor(
    @Inject(ENGINES) private readonly engines: Engines,
    private readonly kept: KeptSamples,
  ) {}

  @Handles(getSampleForm)
  async one(@Input() { sampleId, testUnitId }: InputOf<typeof getSampleForm>, @By() caller: Caller) {
    const held = await this.kept.one(await holderFor(this.engines.eventStore, caller, testUnitId), sampleId);
    return answer(shownForm(held), held.revision === null ? {} : { revision: held.revision });
  }

  @Handles(keepSampleForm)
  async change(
    @Input() { sampleId, testUnitId, ...typed }: InputOf<typeof keepSampleForm>,
    @By() caller: Caller,
    @Command() context: CommandContext,
  ) {
    const holder = await holderFor(this.engines.eventStore, caller, testUnitId);
    const leaves = typed.materials ? (await this.kept.leaves(holder)).leaves.filter(({ withdrawn }) => !withdrawn) : [];
    const { revision, position } = await this.kept.change(
      holder,
      sampleId,
      context,
      (sample) => {
        const after = formWith(sampleId, typed, sample, leaves);
        if (losesAny(sample, after)) refuseIf(requiredReasonProblems(typed.reason));
        return after;
      },
      typed.reason.trim(),
    );
    return answer(shownForm(await this.kept.one(holder, sampleId)), { revision, position });
  }
}

/** Without a pattern of its own the specification goes on as it was, under the names that properties have now. @throws RuleBroken for a pattern or a material that cannot be */
const formWith = (
  sampleId: string,
  { properties, materials, specification, requirements, examples }: Typed,
  before: CatalogueSample,
  leaves: readonly HeldLeaf[],
): CatalogueSample => {
  const withTyped = properties
    ? withProperties(
        before,
        properties.map(({ id, ...typed }) =>
          propertyWith(
            typed,
            before.properties.find((each) => sameId(each.testSamplePropertyId, id ?? null)) ??
              v5(`property/${typed.name}`, sampleId),
          ),
        ),
      )
    : before;
  const pattern =
    specification ??
    specificationPattern({ properties: withTyped.properties, specificationRule: before.specificationRule });
  refuseIf(patternProblems(pattern, withTyped.properties));
  const joined = withTypedExamples(
    withParameterRequirements(
      sampleId,
      withPattern(withTyped, pattern, before, v5('specificationRule', sampleId)),
      requirements,
    ),
    examples,
  );
  if (!materials) return joined;
  refuseIf(
    materials.flatMap(({ id }, place) => {
      if (sameId(id, sampleId)) return [problem('MATERIAL_IS_ITSELF', {}, `materials.${place}`)];
      return leaves.some((leaf) => sameId(leaf.id, id)) || before.materials.some((each) => sameId(each.id, id))
        ? []
        : [problem('NO_SUCH_SAMPLE', {}, `materials.${place}`)];
    }),
  );
  return withMaterials(
    joined,
    materials.flatMap(({ id, ...typed }) => {
      const there = before.materials.find((each) => sameId(each.id, id)) ?? leaves.find((leaf) => sameId(leaf.id, id));
      return there ? [materialWith(typed, there)] : [];
    }),
  );
};

const losesAny = (before: CatalogueSample, after: CatalogueSample): boolean =>
  before.properties.some(
    ({ testSamplePropertyId: id }) => !after.properties.some((each) => each.testSamplePropertyId === id),
  ) ||
  before.materials.some(({ id }) => !after.materials.some((each) => each.id === id)) ||
  before.requirements.some(({ id }) => !after.requirements.some((each) => each.id === id)) ||
  (before.examples ?? []).some(({ image }) => !after.examples?.some((each) => each.image === image));

const shownForm = ({ id, sample, revision }: Held): KeptSampleForm => ({
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
    .filter(isByParameter)
    .toSorted((left, right) => left.orderNum - right.orderNum)
    .map(({ id: requirementId, paramIds, defaultSampleDescription }) => ({
      id: requirementId,
      paramIds,
      text: defaultSampleDescription,
    })),
  examples: sample.examples ?? [],
});
