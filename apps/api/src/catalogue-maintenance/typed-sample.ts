import { v5 } from 'uuid';
import type { TypedSample } from '#contract';
import { categoryPaths, defined, linkIn, problem, refuseIf, type CategoryRow, type StandardRow } from '#domain';
import type { CatalogueSample } from '#events';
import { cleanRequirement } from './clean-requirement.js';
import { requirementOf } from './kept-sample-view.js';

type Known = {
  categories: readonly CategoryRow[];
  standards: ReadonlyMap<string, StandardRow>;
  bigCategoryIds?: readonly string[];
};

/**
 * What a sample becomes by what was typed; absent members stay. Its kind, path and qualifications follow from the category; rich text is sanitised.
 * @throws RuleBroken CATEGORY_UNKNOWN, also for one that the unit may not test; STANDARD_UNKNOWN.
 */
export const typedSample = (
  id: string,
  typed: TypedSample,
  before: CatalogueSample,
  { categories, standards, bigCategoryIds }: Known,
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
      ? { sampleNameLink: linkIn(categoryPaths(categories), { categoryId, name, sampleNameLink: '' }) }
      : {}),
    ...defined({ description, levelCode, countRequire, sampleStatusRequire, otherRequire }),
    ...(typed.standards
      ? { standards: typed.standards.map(({ sysBaseStandardId, utype }) => ({ standardId: sysBaseStandardId, utype })) }
      : {}),
    requirements:
      typed.defaultSampleDescription === undefined
        ? before.requirements
        : withRequirement(id, before, typed.defaultSampleDescription),
  };
};

/** Sanitised when it is another than before: what the catalogue came with is the platform's own. */
const withRequirement = (
  id: string,
  { requirements }: CatalogueSample,
  html: string,
): CatalogueSample['requirements'] => {
  const there = requirementOf({ requirements });
  if (there?.defaultSampleDescription === html) return requirements;
  const cleaned = cleanRequirement(html, there?.defaultSampleDescription ?? '');
  if (cleaned.trim() === '') return requirements.filter((each) => each !== there);
  if (there)
    return requirements.map((each) => (each === there ? { ...each, defaultSampleDescription: cleaned } : each));
  return [{ id: v5('requirement', id), paramIds: [], defaultSampleDescription: cleaned, orderNum: 1 }, ...requirements];
};
