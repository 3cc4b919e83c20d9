import { expect, it } from '@jest/globals';
import { DUPLICATE_LOG_MS } from './duplicate-properties.js';
import { CONNECTOR_TEXT, CUSTOM_VALUE, PART } from './specification-property.js';
import { addedAfter, deleted, openingRows } from './specification-rows.js';

it('SK-007 rows of a specification begin with the values of the specification', () => {
  const labels = { connector: 'connector', custom: 'custom', model: 'specification model' };
  const [first] = openingRows({
    buSampleInfoId: 's',
    specificationType: '',
    specificationBuildMethod: '',
    properties: [],
    rule: [],
    labels,
  });
  expect(first).toMatchObject({ displayName: 'specification model', deleteAble: false });
  const rows = addedAfter(first ? [first] : [], 0, labels);
  expect(rows[1]).toMatchObject({ infoType: PART.custom, displayName: 'custom', value: '-' });
  expect([CONNECTOR_TEXT, CUSTOM_VALUE, DUPLICATE_LOG_MS]).toEqual([' ', '-', 432_000_000]);
  expect(deleted(rows.slice(0, 1), 0, labels)).toMatchObject([{ displayName: 'specification model' }]);
});
