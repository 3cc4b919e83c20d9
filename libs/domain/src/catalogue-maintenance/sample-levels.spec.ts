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
const placeLevels = (...levels: { id: string; parentId: string }[]) => ({ type: 'PlaceLevels' as const, levels, tree });
const placed = (...levels: { id: string; parentId: string }[]) => ({ type: 'LevelsPlaced' as const, data: { levels } });

describe('positions of catalogue levels', () => {
  it('are refused if a level would come under itself, in the tree of the view or by earlier reservations', () => {
    given()
      .when(placeLevels({ id: 'a', parentId: 'b' }))
      .then(placed({ id: 'a', parentId: 'b' }));
    given()
      .when(placeLevels({ id: 'b', parentId: 'b1' }))
      .thenRefused('CATEGORY_CANNOT_MOVE');
    given()
      .when(placeLevels({ id: 'a', parentId: 'a' }))
      .thenRefused('CATEGORY_CANNOT_MOVE');
    given(placed({ id: 'a', parentId: 'b1' }))
      .when(placeLevels({ id: 'b', parentId: 'a' }))
      .thenRefused('CATEGORY_CANNOT_MOVE');
    given(placed({ id: 'a', parentId: 'b' }))
      .when(placeLevels({ id: 'a', parentId: 'b' }))
      .thenNothing();
  });

  it('are corrected after an interrupted move by placing a level where it is', () => {
    given()
      .when(placeLevels({ id: 'a', parentId: 'big' }))
      .thenNothing();
    const brokenOff = placed({ id: 'a', parentId: 'b' });
    given(brokenOff)
      .when(placeLevels({ id: 'b', parentId: 'a' }))
      .thenRefused('CATEGORY_CANNOT_MOVE');
    given(brokenOff)
      .when(placeLevels({ id: 'a', parentId: 'big' }))
      .then(placed({ id: 'a', parentId: 'big' }));
    given(brokenOff, placed({ id: 'a', parentId: 'big' }))
      .when(placeLevels({ id: 'b', parentId: 'a' }))
      .then(placed({ id: 'b', parentId: 'a' }));
  });

  it('of one workbook are decided together', () => {
    given()
      .when(placeLevels({ id: 'b1', parentId: 'a' }, { id: 'a', parentId: 'b' }))
      .then(placed({ id: 'b1', parentId: 'a' }, { id: 'a', parentId: 'b' }));
    given()
      .when(placeLevels({ id: 'a', parentId: 'b' }, { id: 'b', parentId: 'a' }))
      .thenRefused('CATEGORY_CANNOT_MOVE');
    given(placed({ id: 'a', parentId: 'b' }))
      .when(placeLevels({ id: 'b', parentId: 'a' }, { id: 'a', parentId: 'big' }))
      .then(placed({ id: 'b', parentId: 'a' }, { id: 'a', parentId: 'big' }));
  });
});
