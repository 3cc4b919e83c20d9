import { type SampleTreeEvent, sampleTreeEvents } from '#events';
import type { CategoryRow } from '../catalogue/catalogue-views.js';
import type { Aggregate } from '../handle.js';
import { problem, RuleBroken } from '../rules/rule-broken.js';

/** A level that is to lie under another. */
export type LevelPlace = { id: string; parentId: string };

/** `tree` is what the view shows: as new as it was asked, while `places` of the stream may say more, or what was never carried out. */
export type PlaceLevels = {
  type: 'PlaceLevels';
  levels: readonly LevelPlace[];
  tree: readonly Pick<CategoryRow, 'id' | 'parentId'>[];
};

/** Under which level one was placed last. */
export type LevelPlaces = ReadonlyMap<string, string>;

const decide = ({ levels, tree }: PlaceLevels, places: LevelPlaces): SampleTreeEvent[] => {
  const moved = new Map(levels.map(({ id, parentId }) => [id, parentId]));
  const shown = new Map(tree.map(({ id, parentId }) => [id, parentId]));
  // Whatever of both holds by now: a level must not come under itself by either.
  const above = (id: string): string[] =>
    (moved.has(id) ? [moved.get(id)] : [places.get(id), shown.get(id)]).filter((each) => typeof each === 'string');
  // One that was never moved lies where the tree shows it: saving it there says nothing new.
  const changed = levels.filter(({ id, parentId }) => (places.get(id) ?? shown.get(id)) !== parentId);
  for (const { id, parentId } of changed)
    if (isReached(id, parentId, above)) throw new RuleBroken(problem('CATEGORY_CANNOT_MOVE', {}, 'parentId'));
  return changed.length === 0 ? [] : [{ type: 'LevelsPlaced', data: { levels: changed } }];
};

const isReached = (wanted: string, from: string, above: (id: string) => string[]): boolean => {
  const seen = new Set<string>();
  const open = [from];
  for (let at = open.pop(); at !== undefined; at = open.pop()) {
    if (at === wanted) return true;
    if (seen.has(at)) continue;
    seen.add(at);
    open.push(...above(at));
  }
  return false;
};

/** sampleTree-levels: places of levels, agreed in one stream before any level changes. @throws RuleBroken CATEGORY_CANNOT_MOVE where levels would come under each other */
export const placedLevels: Aggregate<typeof sampleTreeEvents, PlaceLevels, LevelPlaces> = {
  category: 'sampleTree',
  events: sampleTreeEvents,
  decider: {
    initialState: new Map(),
    decide,
    evolve: (places, { data }) =>
      new Map([...places, ...data.levels.map(({ id, parentId }) => [id, parentId] as const)]),
  },
};
