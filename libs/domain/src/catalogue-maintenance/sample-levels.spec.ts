import { describe, it } from '@jest/globals';
import { specificationOf } from '#harness/domain/specification';
import { levelPlacement } from './sample-levels.js';

/** Two levels beside each other, and one under the second. */
const tree = [
  { id: 'a', parentId: 'big' },
  { id: 'b', parentId: 'big' },
  { id: 'b1', parentId: 'b' },
  { id: 'big', parentId: null },
];
const given = specificationOf(levelPlacement.decider);
const place = (...levels: { id: string; parentId: string }[]) => ({ type: 'PlaceLevels' as const, levels, tree });
const placed = (...levels: { id: string; parentId: string }[]) => ({ type: 'LevelsPlaced' as const, data: { levels } });

describe('places of levels', () => {
  it('are reserved unless a level would come under itself, by the tree of the view or by later reservations', () => {
    given()
      .when(place({ id: 'a', parentId: 'b' }))
      .then(placed({ id: 'a', parentId: 'b' }));
    given()
      .when(place({ id: 'b', parentId: 'b1' }))
      .thenRefused('CATEGORY_CANNOT_MOVE');
    given()
      .when(place({ id: 'a', parentId: 'a' }))
      .thenRefused('CATEGORY_CANNOT_MOVE');
    given(placed({ id: 'a', parentId: 'b1' }))
      .when(place({ id: 'b', parentId: 'a' }))
      .thenRefused('CATEGORY_CANNOT_MOVE');
    given(placed({ id: 'a', parentId: 'b' }))
      .when(place({ id: 'a', parentId: 'b' }))
      .thenNothing();
  });

  it('are settled by saying where a level lies, after a move that was broken off', () => {
    given()
      .when(place({ id: 'a', parentId: 'big' }))
      .thenNothing();
    const brokenOff = placed({ id: 'a', parentId: 'b' });
    given(brokenOff)
      .when(place({ id: 'b', parentId: 'a' }))
      .thenRefused('CATEGORY_CANNOT_MOVE');
    given(brokenOff)
      .when(place({ id: 'a', parentId: 'big' }))
      .then(placed({ id: 'a', parentId: 'big' }));
    given(brokenOff, placed({ id: 'a', parentId: 'big' }))
      .when(place({ id: 'b', parentId: 'a' }))
      .then(placed({ id: 'b', parentId: 'a' }));
  });

  it('of one workbook are taken together', () => {
    given()
      .when(place({ id: 'b1', parentId: 'a' }, { id: 'a', parentId: 'b' }))
      .then(placed({ id: 'b1', parentId: 'a' }, { id: 'a', parentId: 'b' }));
    given()
      .when(place({ id: 'a', parentId: 'b' }, { id: 'b', parentId: 'a' }))
      .thenRefused('CATEGORY_CANNOT_MOVE');
    given(placed({ id: 'a', parentId: 'b' }))
      .when(place({ id: 'b', parentId: 'a' }, { id: 'a', parentId: 'big' }))
      .then(placed({ id: 'b', parentId: 'a' }, { id: 'a', parentId: 'big' }));
  });
});
