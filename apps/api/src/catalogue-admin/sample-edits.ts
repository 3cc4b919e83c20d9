import { v5 } from 'uuid';
import type { SampleExampleView, SampleRequirementView, SaveSampleRequest } from '#contract';
import { categoryPaths, categoryPathOf, type CategoryRow, type StandardRow } from '#domain/catalogue';
import { withExamples } from '#domain/catalogue-maintenance';
import { imageIdOf } from '#domain/files';
import { omitUndefined, problem, refuseIf, sameId } from '#domain/rules';
import type { CatalogueSample } from '#events';
import { sanitizeRequirement } from './clean-requirement.js';
import { generalRequirementOf } from './sample-lists.js';

type CatalogueReferences = {
  categories: readonly CategoryRow[];
  standards: ReadonlyMap<string, StandardRow>;
  bigCategoryIds?: readonly string[];
};

/**
 * Applies a request to a sample. Absent members are unchanged. The kind, path and qualifications follow from the
 * category. Rich text is sanitized.
 * @throws RuleBroken CATEGORY_UNKNOWN, also for a category that the unit may not test; STANDARD_UNKNOWN
 */
export const applySampleRequest = (
  id: string,
  request: SaveSampleRequest,
  currentSample: CatalogueSample,
  { categories, standards, bigCategoryIds }: CatalogueReferences,
): CatalogueSample => {
  const categoryId = request.parentId ?? currentSample.categoryId;
  const category = categories.find((each) => each.id === categoryId);
  const isMoved = categoryId !== currentSample.categoryId || currentSample.categoryId === '';
  if (isMoved)
    refuseIf(
      category && (bigCategoryIds?.includes(category.bigCategoryId) ?? true)
        ? null
        : problem('CATEGORY_UNKNOWN', {}, 'parentId'),
    );
  const problems = (request.standards ?? []).flatMap(({ sysBaseStandardId }, index) =>
    standards.has(sysBaseStandardId) ? [] : [problem('STANDARD_UNKNOWN', {}, `standards.${index}`)],
  );
  refuseIf(problems);
  const name = request.sampleName ?? currentSample.name;
  const { description, levelCode, countRequire, sampleStatusRequire, otherRequire } = request;
  return {
    ...currentSample,
    name,
    sampleCode: request.sampleCode ?? currentSample.sampleCode,
    testUnitSampleSysCode: currentSample.testUnitSampleSysCode || (request.sampleCode ?? ''),
    orderNum: request.orderIndex ?? currentSample.orderNum,
    sampleNumUnit: request.sampleNumUnit ?? currentSample.sampleNumUnit,
    delegatesNumUnit: request.delegatesNumUnit ?? currentSample.delegatesNumUnit,
    defaultDelegatesNum:
      request.defaultDelegatesNum === undefined ? currentSample.defaultDelegatesNum : request.defaultDelegatesNum,
    defaultAfterTestOperate: request.afterTestOperate ?? currentSample.defaultAfterTestOperate,
    ...(isMoved && category
      ? {
          categoryId,
          bigCategoryId: category.bigCategoryId,
          isLocaleItem: category.isLocaleItem,
          qualificationIds: category.qualificationIds,
        }
      : {}),
    ...(category && (isMoved || name !== currentSample.name)
      ? { sampleNameLink: categoryPathOf(categoryPaths(categories), { categoryId, name, sampleNameLink: '' }) }
      : {}),
    ...omitUndefined({ description, levelCode, countRequire, sampleStatusRequire, otherRequire }),
    ...(request.standards
      ? {
          standards: request.standards.map(({ sysBaseStandardId, utype }) => ({
            standardId: sysBaseStandardId,
            utype,
          })),
        }
      : {}),
    requirements:
      request.defaultSampleDescription === undefined
        ? currentSample.requirements
        : withRequirement(id, currentSample, request.defaultSampleDescription),
  };
};

/** Only changed text is sanitized, because the imported catalogue is trusted. */
const withRequirement = (
  id: string,
  { requirements }: CatalogueSample,
  html: string,
): CatalogueSample['requirements'] => {
  const current = generalRequirementOf({ requirements });
  if (current?.defaultSampleDescription === html) return requirements;
  const sanitized = sanitizeRequirement(html, current?.defaultSampleDescription ?? '');
  if (sanitized.trim() === '') return requirements.filter((each) => each !== current);
  if (current)
    return requirements.map((each) => (each === current ? { ...each, defaultSampleDescription: sanitized } : each));
  return [
    { id: v5('requirement', id), paramIds: [], defaultSampleDescription: sanitized, orderNum: 1 },
    ...requirements,
  ];
};

/** A copy of a sample with new ids for all its parts; references point to the copied parts. */
export const copySampleWithNewIds = (
  sample: CatalogueSample,
  copyId: string,
  { sampleName, sampleCode }: { sampleName?: string | undefined; sampleCode?: string | undefined },
): CatalogueSample => {
  const toCopyId = (id: string): string => v5(id, copyId);
  const name = sampleName ?? `${sample.name}（副本）`;
  return {
    ...sample,
    name,
    sampleCode: sampleCode ?? `${sample.sampleCode}-${copyId.slice(0, 4)}`,
    sysTestSampleId: copyId,
    sampleNameLink: [...sample.sampleNameLink.split(' → ').slice(0, -1), name].join(' → '),
    parameters: sample.parameters.map((parameter) => ({ ...parameter, id: toCopyId(parameter.id) })),
    properties: sample.properties.map((property) => ({
      ...property,
      testSamplePropertyId: toCopyId(property.testSamplePropertyId),
    })),
    specificationRule: sample.specificationRule && {
      ...sample.specificationRule,
      id: toCopyId(sample.specificationRule.id),
      parts: sample.specificationRule.parts.map((part) => ({
        ...part,
        attributeId: part.attributeId === null ? null : toCopyId(part.attributeId),
      })),
    },
    requirements: sample.requirements.map((requirement) => ({
      ...requirement,
      id: toCopyId(requirement.id),
      paramIds: requirement.paramIds.map(toCopyId),
    })),
  };
};

type RequirementInput = Omit<SampleRequirementView, 'id'> & { id?: string | undefined };

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
  inputs: readonly RequirementInput[] | undefined,
): CatalogueSample => {
  if (!inputs) return sample;
  const findCurrent = ({ id }: RequirementInput) => sample.requirements.find((each) => sameId(each.id, id ?? null));
  const texts = inputs.map((each) => {
    const currentText = findCurrent(each)?.defaultSampleDescription ?? '';
    return each.text === currentText ? currentText : sanitizeRequirement(each.text, currentText);
  });
  refuseIf(
    inputs.flatMap((each, index) => [
      ...((texts[index] ?? '').replaceAll(/<(?!img)[^>]*>/g, '').trim() === ''
        ? [problem('CATALOGUE_TEXT_REQUIRED', {}, `requirements.${index}.text`)]
        : []),
      ...(each.paramIds.every((id) =>
        [...sample.parameters.map((parameter) => parameter.id), ...(findCurrent(each)?.paramIds ?? [])].some(
          (parameterId) => sameId(parameterId, id),
        ),
      )
        ? []
        : [problem('NO_SUCH_PARAMETER', {}, `requirements.${index}.paramIds`)]),
    ]),
  );
  let lastOrderNum = Math.max(
    0,
    ...sample.requirements.filter((each) => !isParameterRequirement(each)).map(({ orderNum }) => orderNum),
  );
  const requirements = inputs.map((each, index) => {
    const current = findCurrent(each);
    lastOrderNum = Math.max(lastOrderNum + 1, current?.orderNum ?? 0);
    return {
      id: current?.id ?? v5(`requirement/${index}/${each.text}`, sampleId),
      paramIds: [...each.paramIds],
      defaultSampleDescription: texts[index] ?? '',
      orderNum: lastOrderNum,
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
export const withUploadedExamples = (
  sample: CatalogueSample,
  examples: readonly SampleExampleView[] | undefined,
): CatalogueSample => {
  if (!examples) return sample;
  refuseIf(
    examples.flatMap(({ image }, index) =>
      imageIdOf(image) !== null || sample.examples?.some((each) => each.image === image)
        ? []
        : [problem('PICTURE_UNKNOWN', {}, `examples.${index}.image`)],
    ),
  );
  return withExamples(
    sample,
    examples.map(({ name, image }) => ({ name, image })),
  );
};
