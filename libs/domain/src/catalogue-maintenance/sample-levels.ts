import type { CatalogueCategory } from '#events';
import { lengthOf } from '../consignment/limits.js';
import { type Problem, problem } from '../rules/rule-broken.js';
import type { CategoryRow } from '../catalogue/catalogue-views.js';

/** A level of the sample tree as lists of levels show it (002 CAT-006); `sysTestItemId` is the big category it belongs to. */
export type SampleLevel = { sampleLevelId: string; name: string; levelCode: string; displayName: string; isdeleted: boolean; sysTestItemId: string };

/**
 * Categories in the order of their tree. levelCode: the place at each level, two digits each, so that codes sort as the tree does
 * and begin with the code of the level above; displayName: all names from the root, joined by " → ". Withdrawn ones are in no view, so none is deleted.
 */
export const sampleLevelsOf = (categories: readonly CategoryRow[]): SampleLevel[] => {
  const byParent = new Map<string | null, CategoryRow[]>();
  for (const category of categories) byParent.set(category.parentId, [...(byParent.get(category.parentId) ?? []), category]);
  const under = (parentId: string | null, code: string, path: readonly string[]): SampleLevel[] =>
    (byParent.get(parentId) ?? [])
      .toSorted((left, right) => left.isLocaleItem - right.isLocaleItem || left.orderNum - right.orderNum || (left.id < right.id ? -1 : 1))
      .flatMap(({ id, name, bigCategoryId }, place) => {
        const levelCode = code + String(place + 1).padStart(2, '0');
        const names = [...path, name];
        return [{ sampleLevelId: id, name, levelCode, displayName: names.join(' → '), isdeleted: false, sysTestItemId: bigCategoryId }, ...under(id, levelCode, names)];
      });
  return under(null, '', []);
};

const NAME_LENGTH = 50;

/** What is wrong with a level as it was typed. */
export const categoryProblems = ({ name }: CatalogueCategory): Problem[] =>
  name.trim() === '' ? [problem('CATALOGUE_TEXT_REQUIRED', {}, 'name')] : lengthOf(name) > NAME_LENGTH ? [problem('TEXT_TOO_LONG', { max: NAME_LENGTH }, 'name')] : [];
