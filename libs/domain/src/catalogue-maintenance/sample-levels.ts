import type { CatalogueCategory } from '#events';
import { lengthOf } from '../consignment/limits.js';
import { type Problem, problem, RuleBroken } from '../rules/rule-broken.js';
import { categoryPathText } from '../catalogue/category-paths.js';
import type { CategoryRow } from '../catalogue/catalogue-views.js';
import { sameId } from '../rules/same-id.js';
import { isBlank } from '../text/text.js';

/** A level of the sample tree as lists of levels show it (002 CAT-006); `sysTestItemId` is the big category it belongs to. */
export type SampleLevel = {
  sampleLevelId: string;
  name: string;
  levelCode: string;
  displayName: string;
  isdeleted: boolean;
  sysTestItemId: string;
  parentId: string | null;
  orderNum: number;
};

/**
 * Categories in the order of their tree. levelCode: the place at each level, two digits each, so that codes sort as the tree does
 * and begin with the code of the level above; displayName: all names from the root, joined by " → ". Withdrawn ones are in no view, so none is deleted.
 */
export const sampleLevelsOf = (categories: readonly CategoryRow[]): SampleLevel[] => {
  const byParent = new Map<string | null, CategoryRow[]>();
  for (const category of categories)
    byParent.set(category.parentId, [...(byParent.get(category.parentId) ?? []), category]);
  const under = (parentId: string | null, code: string, path: readonly string[]): SampleLevel[] =>
    (byParent.get(parentId) ?? [])
      .toSorted(
        (left, right) =>
          left.isLocaleItem - right.isLocaleItem || left.orderNum - right.orderNum || (left.id < right.id ? -1 : 1),
      )
      .flatMap(({ id, name, bigCategoryId, orderNum }, place) => {
        const levelCode = code + String(place + 1).padStart(2, '0');
        const names = [...path, name];
        return [
          {
            sampleLevelId: id,
            name,
            levelCode,
            displayName: categoryPathText(names),
            isdeleted: false,
            sysTestItemId: bigCategoryId,
            parentId,
            orderNum,
          },
          ...under(id, levelCode, names),
        ];
      });
  return under(null, '', []);
};

/** A level as its history tells it, the one above by its name. */
export const spokenLevel = (
  { name, parentId, orderNum }: CatalogueCategory,
  nameOf: (id: string) => string,
): object => ({ levelName: name, levelAbove: parentId === null ? '' : nameOf(parentId), orderNum });

const NAME_LENGTH = 50;

/** What is wrong with a level as it was typed. */
export const categoryProblems = ({ name }: CatalogueCategory): Problem[] =>
  isBlank(name)
    ? [problem('CATALOGUE_TEXT_REQUIRED', {}, 'name')]
    : lengthOf(name) > NAME_LENGTH
      ? [problem('TEXT_TOO_LONG', { max: NAME_LENGTH }, 'name')]
      : [];

/** What may be typed of a level; an absent member stays. */
export type TypedLevel = { name?: string | undefined; parentId?: string | undefined; orderNum?: number | undefined };

/**
 * A level as it becomes by what was typed. It moves within its big category alone: what hangs on it keeps its kind and its qualifications then.
 * Whether its name is free says siblingProblem. @throws RuleBroken CATEGORY_CANNOT_MOVE, NO_SUCH_CATEGORY
 */
export const typedLevel = (
  id: string,
  before: CatalogueCategory,
  { name = before.name, parentId, orderNum = before.orderNum }: TypedLevel,
  all: readonly CategoryRow[],
): CatalogueCategory => {
  const isMoved = parentId !== undefined && !sameId(parentId, before.parentId);
  const above = isMoved ? all.find((each) => sameId(each.id, parentId)) : undefined;
  if (isMoved && !above) throw new RuleBroken(problem('NO_SUCH_CATEGORY', {}, 'parentId'));
  if (
    above &&
    (before.parentId === null || !sameId(above.bigCategoryId, before.bigCategoryId) || isUnder(above, id, all))
  )
    throw new RuleBroken(problem('CATEGORY_CANNOT_MOVE', {}, 'parentId'));
  return { ...before, name: name.trim(), orderNum, ...(above ? { parentId: above.id, level: above.level + 1 } : {}) };
};

/** Under one level a name stands once, among raw materials as on site. */
export const siblingProblem = (
  id: string,
  { name, parentId, isLocaleItem }: Pick<CatalogueCategory, 'name' | 'parentId' | 'isLocaleItem'>,
  all: readonly CategoryRow[],
): Problem | null =>
  all.some(
    (other) =>
      !sameId(other.id, id) &&
      other.name === name.trim() &&
      other.parentId === parentId &&
      other.isLocaleItem === isLocaleItem,
  )
    ? problem('CATEGORY_NAME_TAKEN', { name: name.trim() }, 'name')
    : null;

/** Whether a level lies under another, or is it. */
export const isUnder = (category: CategoryRow, id: string, all: readonly CategoryRow[]): boolean => {
  const seen = new Set<string>();
  for (
    let at: CategoryRow | undefined = category;
    at && !seen.has(at.id);
    at = all.find((each) => each.id === at?.parentId)
  ) {
    if (sameId(at.id, id)) return true;
    seen.add(at.id);
  }
  return false;
};
