import { v5 } from 'uuid';
import type { SampleExampleView, SampleRequirementView, SaveSampleRequest } from '#contract';
import { categoryPaths, categoryPathOf, type CategoryRow, type StandardRow } from '#domain/catalogue';
import { withExamples } from '#domain/catalogue-maintenance';
import { imageIdOf } from '#domain/files';
import { omitUndefined, problem, refuseIf, sameId } from '#domain/rules';
import type { CatalogueSample } from '#events';
import { sanitizeRequirement } from './clean-requirement.js';
import { generalRequirementOf } from './sample-lists.js';

type KnownCatalogue = {
  categories: readonly CategoryRow[];
  standards: ReadonlyMap<string, StandardRow>;
  bigCategoryIds?: readonly string[];
};

/**
 * Applies a request to a sample. Absent members are unchanged. The kind, path and qualifications follow from the
 * category. Rich text is sanitized.
 * @throws RuleBroken CATEGORY_UNKNOWN, also for a category that the unit may not test; STANDARD_UNKNOWN
 */
export const sampleWith = (
  id: string,
  typed: SaveSampleRequest,
  before: CatalogueSample,
  { categories, standards, bigCategoryIds }: KnownCatalogue,
): CatalogueSample => {
  const categoryId = typed.parentId ?? before.categoryId;
  const category = categories.find((each) => each.id === categoryId);
  const isMoved = categoryId !== before.categoryId || before.categoryId === '';
  if (isMoved)
    refuseIf(
      category && (bigCategoryIds?.includes(category.bigCategoryId) ?? true)
        ? null
        : problem('CATEGORY_UNKNOWN', {}, 'parentId'),
    );
  const unknown = (typed.standards ?? []).flatMap(({ sysBaseStandardId }, place) =>
    standards.has(sysBaseStandardId) ? [] : [problem('STANDARD_UNKNOWN', {}, `standards.${place}`)],
  );
  refuseIf(unknown);
  const name = typed.sampleName ?? before.name;
  const { description, levelCode, countRequire, sampleStatusRequire, otherRequire } = typed;
  return {
    ...before,
    name,
    sampleCode: typed.sampleCode ?? before.sampleCode,
    testUnitSampleSysCode: before.testUnitSampleSysCode || (typed.sampleCode ?? ''),
    orderNum: typed.orderIndex ?? before.orderNum,
    sampleNumUnit: typed.sampleNumUnit ?? before.sampleNumUnit,
    delegatesNumUnit: typed.delegatesNumUnit ?? before.delegatesNumUnit,
    defaultDelegatesNum:
      typed.defaultDelegatesNum === undefined ? before.defaultDelegatesNum : typed.defaultDelegatesNum,
    defaultAfterTestOperate: typed.afterTestOperate ?? before.defaultAfterTestOperate,
    ...(isMoved && category
      ? {
          categoryId,
          bigCategoryId: category.bigCategoryId,
          isLocaleItem: category.isLocaleItem,
          qualificationIds: category.qualificationIds,
        }
      : {}),
    ...(category && (isMoved || name !== before.name)
      ? { sampleNameLink: categoryPathOf(categoryPaths(categories), { categoryId, name, sampleNameLink: '' }) }
      : {}),
    ...omitUndefined({ description, levelCode, countRequire, sampleStatusRequire, otherRequire }),
    ...(typed.standards
      ? { standards: typed.standards.map(({ sysBaseStandardId, utype }) => ({ standardId: sysBaseStandardId, utype })) }
      : {}),
    requirements:
      typed.defaultSampleDescription === undefined
        ? before.requirements
        : withRequirement(id, before, typed.defaultSampleDescription),
  };
};

/** Only changed text is sanitized, because the imported catalogue is trusted. */
const withRequirement = (
  id: string,
  { requirements }: CatalogueSample,
  html: string,
): CatalogueSample['requirements'] => {
  const there = generalRequirementOf({ requirements });
  if (there?.defaultSampleDescription === html) return requirements;
  const cleaned = sanitizeRequirement(html, there?.defaultSampleDescription ?? '');
  if (cleaned.trim() === '') return requirements.filter((each) => each !== there);
  if (there)
    return requirements.map((each) => (each === there ? { ...each, defaultSampleDescription: cleaned } : each));
  return [{ id: v5('requirement', id), paramIds: [], defaultSampleDescription: cleaned, orderNum: 1 }, ...requirements];
};

/** A copy of a sample with new ids for all its parts; references point to the copied parts. */
export const copySampleWithNewIds = (
  sample: CatalogueSample,
  copyId: string,
  { sampleName, sampleCode }: { sampleName?: string | undefined; sampleCode?: string | undefined },
): CatalogueSample => {
  const copyOf = (id: string): string => v5(id, copyId);
  const name = sampleName ?? `${sample.name}（副本）`;
  return {
    ...sample,
    name,
    sampleCode: sampleCode ?? `${sample.sampleCode}-${copyId.slice(0, 4)}`,
    sysTestSampleId: copyId,
    sampleNameLink: [...sample.sampleNameLink.split(' → ').slice(0, -1), name].join(' → '),
    parameters: sample.parameters.map((parameter) => ({ ...parameter, id: copyOf(parameter.id) })),
    properties: sample.properties.map((property) => ({
      ...property,
      testSamplePropertyId: copyOf(property.testSamplePropertyId),
    })),
    specificationRule: sample.specificationRule && {
      ...sample.specificationRule,
      id: copyOf(sample.specificationRule.id),
      parts: sample.specificationRule.parts.map((part) => ({
        ...part,
        attributeId: part.attributeId === null ? null : copyOf(part.attributeId),
      })),
    },
    requirements: sample.requirements.map((requirement) => ({
      ...requirement,
      id: copyOf(requirement.id),
      paramIds: requirement.paramIds.map(copyOf),
    })),
  };
};

type EnteredRequirement = Omit<SampleRequirementView, 'id'> & { id?: string | undefined };

/** Whether a requirement depends on parameters. */
export const isParameterRequirement = ({ paramIds }: CatalogueSample['requirements'][number]): boolean =>
  paramIds.length > 0;

/**
 * Replaces the requirements by parameter of a sample, in their order. Requirements for every test are unchanged.
 * Unchanged text is not sanitized again.
 * @throws RuleBroken CATALOGUE_TEXT_REQUIRED; NO_SUCH_PARAMETER for a parameter that neither the sample nor the
 * requirement had
 */
export const withParameterRequirements = (
  sampleId: string,
  sample: CatalogueSample,
  typed: readonly EnteredRequirement[] | undefined,
): CatalogueSample => {
  if (!typed) return sample;
  const thereOf = ({ id }: EnteredRequirement) => sample.requirements.find((each) => sameId(each.id, id ?? null));
  const texts = typed.map((each) => {
    const before = thereOf(each)?.defaultSampleDescription ?? '';
    return each.text === before ? before : sanitizeRequirement(each.text, before);
  });
  refuseIf(
    typed.flatMap((each, place) => [
      ...((texts[place] ?? '').replaceAll(/<(?!img)[^>]*>/g, '').trim() === ''
        ? [problem('CATALOGUE_TEXT_REQUIRED', {}, `requirements.${place}.text`)]
        : []),
      ...(each.paramIds.every((id) =>
        [...sample.parameters.map((parameter) => parameter.id), ...(thereOf(each)?.paramIds ?? [])].some(
          (parameterId) => sameId(parameterId, id),
        ),
      )
        ? []
        : [problem('NO_SUCH_PARAMETER', {}, `requirements.${place}.paramIds`)]),
    ]),
  );
  let last = Math.max(
    0,
    ...sample.requirements.filter((each) => !isParameterRequirement(each)).map(({ orderNum }) => orderNum),
  );
  const requirements = typed.map((each, place) => {
    const there = thereOf(each);
    last = Math.max(last + 1, there?.orderNum ?? 0);
    return {
      id: there?.id ?? v5(`requirement/${place}/${each.text}`, sampleId),
      paramIds: [...each.paramIds],
      defaultSampleDescription: texts[place] ?? '',
      orderNum: last,
    };
  });
  return {
    ...sample,
    requirements: [...sample.requirements.filter((each) => !isParameterRequirement(each)), ...requirements],
  };
};

/**
 * Replaces the examples of a sample, in their order. New pictures must be uploaded, because only an upload checks the
 * content. Embedded pictures that the sample already has are unchanged.
 * @throws RuleBroken PICTURE_UNKNOWN for any other picture
 */
export const withEnteredExamples = (
  sample: CatalogueSample,
  typed: readonly SampleExampleView[] | undefined,
): CatalogueSample => {
  if (!typed) return sample;
  refuseIf(
    typed.flatMap(({ image }, place) =>
      imageIdOf(image) !== null || sample.examples?.some((each) => each.image === image)
        ? []
        : [problem('PICTURE_UNKNOWN', {}, `examples.${place}.image`)],
    ),
  );
  return withExamples(
    sample,
    typed.map(({ name, image }) => ({ name, image })),
  );
};
