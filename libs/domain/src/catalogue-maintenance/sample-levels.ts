import { type CatalogueCategory, type SampleTreeEvent, sampleTreeEvents } from '#events';
import type { CategoryRow } from '../catalogue/catalogue-views.js';
import { categoryPathText } from '../catalogue/sample-tree.js';
import type { Aggregate } from '../event-sourcing/handle.js';
import { sameId } from '../rules/equality.js';
import { type Problem, problem, RuleBroken } from '../rules/rule-broken.js';
import { isBlank, lengthOf } from '../text/text.js';

/**
 * A level of the sample tree as lists of levels show it (002 CAT-006). `sysTestItemId` is the big category of the
 * level.
 */
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
 * The categories in tree order. `levelCode` has two digits for the place at each level, so that codes sort in tree
 * order and start with the code of the level above. `displayName` joins all names from the root with " → ". The view
 * holds no withdrawn categories, so `isdeleted` is always false.
 */
export const sampleLevelsOf = (categories: readonly CategoryRow[]): SampleLevel[] => {
  const byParent = new Map<string | null, CategoryRow[]>();
  for (const category of categories)
    byParent.set(category.parentId, [...(byParent.get(category.parentId) ?? []), category]);
  const levelsUnder = (parentId: string | null, code: string, path: readonly string[]): SampleLevel[] =>
    (byParent.get(parentId) ?? [])
      .toSorted(
        (left, right) =>
          left.isLocaleItem - right.isLocaleItem || left.orderNum - right.orderNum || (left.id < right.id ? -1 : 1),
      )
      .flatMap(({ id, name, bigCategoryId, orderNum }, index) => {
        const levelCode = code + String(index + 1).padStart(2, '0');
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
          ...levelsUnder(id, levelCode, names),
        ];
      });
  return levelsUnder(null, '', []);
};

/** The members of a level that its history shows. The level above is given by its name. */
export const toApiLevel = (
  { name, parentId, orderNum }: CatalogueCategory,
  nameOf: (id: string) => string,
): object => ({ levelName: name, levelAbove: parentId === null ? '' : nameOf(parentId), orderNum });

const NAME_LENGTH = 50;

/** Problems of the entered members of a level. */
export const categoryProblems = ({ name }: CatalogueCategory): Problem[] =>
  isBlank(name)
    ? [problem('CATALOGUE_TEXT_REQUIRED', {}, 'name')]
    : lengthOf(name) > NAME_LENGTH
      ? [problem('TEXT_TOO_LONG', { max: NAME_LENGTH }, 'name')]
      : [];

/** The members of a level that can be entered. An absent member stays unchanged. */
export type LevelPatch = { name?: string | undefined; parentId?: string | undefined; orderNum?: number | undefined };

/**
 * Applies an input to a level. A level moves only within its big category, so that its samples keep their kind and
 * their qualifications. The name is checked by duplicateSiblingProblem, not here.
 * @throws RuleBroken CATEGORY_CANNOT_MOVE, NO_SUCH_CATEGORY
 */
export const applyLevelPatch = (
  id: string,
  before: CatalogueCategory,
  { name = before.name, parentId, orderNum = before.orderNum }: LevelPatch,
  all: readonly CategoryRow[],
): CatalogueCategory => {
  const isMoved = parentId !== undefined && !sameId(parentId, before.parentId);
  const parent = isMoved ? all.find((each) => sameId(each.id, parentId)) : undefined;
  if (isMoved && !parent) throw new RuleBroken(problem('NO_SUCH_CATEGORY', {}, 'parentId'));
  if (
    parent &&
    (before.parentId === null || !sameId(parent.bigCategoryId, before.bigCategoryId) || isUnder(parent, id, all))
  )
    throw new RuleBroken(problem('CATEGORY_CANNOT_MOVE', {}, 'parentId'));
  return {
    ...before,
    name: name.trim(),
    orderNum,
    ...(parent ? { parentId: parent.id, level: parent.level + 1 } : {}),
  };
};

/** A name occurs once under each level, separately for raw materials and on-site tests. */
export const duplicateSiblingProblem = (
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

/** Whether a category is the level with this id or lies below it. */
export const isUnder = (category: CategoryRow, id: string, all: readonly CategoryRow[]): boolean => {
  const visitedIds = new Set<string>();
  for (
    let level: CategoryRow | undefined = category;
    level && !visitedIds.has(level.id);
    level = all.find((each) => each.id === level?.parentId)
  ) {
    if (sameId(level.id, id)) return true;
    visitedIds.add(level.id);
  }
  return false;
};

/** The request to place a level under another one. */
export type LevelMove = { id: string; parentId: string };

/**
 * `tree` is the state of the view. The stream's own `places` may be newer, or may include a move that was never carried
 * out.
 */
export type MoveLevels = {
  type: 'PlaceLevels';
  levels: readonly LevelMove[];
  tree: readonly Pick<CategoryRow, 'id' | 'parentId'>[];
};

/** The parent under which each moved level was last placed. */
export type LevelPlaces = ReadonlyMap<string, string>;

const decide = ({ levels, tree }: MoveLevels, places: LevelPlaces): SampleTreeEvent[] => {
  const newParents = new Map(levels.map(({ id, parentId }) => [id, parentId]));
  const treeParents = new Map(tree.map(({ id, parentId }) => [id, parentId]));
  // Either source may be current, so a level must not come under itself according to any of them.
  const parentIdsOf = (id: string): string[] =>
    (newParents.has(id) ? [newParents.get(id)] : [places.get(id), treeParents.get(id)]).filter(
      (each) => typeof each === 'string',
    );
  // The tree gives the place of a level that was never moved, so that saving the same place records no event.
  const changedLevels = levels.filter(({ id, parentId }) => (places.get(id) ?? treeParents.get(id)) !== parentId);
  for (const { id, parentId } of changedLevels)
    if (isReached(id, parentId, parentIdsOf)) throw new RuleBroken(problem('CATEGORY_CANNOT_MOVE', {}, 'parentId'));
  return changedLevels.length === 0 ? [] : [{ type: 'LevelsPlaced', data: { levels: changedLevels } }];
};

const isReached = (targetId: string, startId: string, parentIdsOf: (id: string) => string[]): boolean => {
  const visitedIds = new Set<string>();
  const pendingIds = [startId];
  for (let currentId = pendingIds.pop(); currentId !== undefined; currentId = pendingIds.pop()) {
    if (currentId === targetId) return true;
    if (visitedIds.has(currentId)) continue;
    visitedIds.add(currentId);
    pendingIds.push(...parentIdsOf(currentId));
  }
  return false;
};

/**
 * sampleTree-levels: reserves the places of levels in one stream before any level moves.
 * @throws RuleBroken CATEGORY_CANNOT_MOVE if levels would come under each other
 */
export const levelPlacement: Aggregate<typeof sampleTreeEvents, MoveLevels, LevelPlaces> = {
  category: 'sampleTree',
  events: sampleTreeEvents,
  decider: {
    initialState: new Map(),
    decide,
    evolve: (places, { data }) =>
      new Map([...places, ...data.levels.map(({ id, parentId }) => [id, parentId] as const)]),
  },
};
