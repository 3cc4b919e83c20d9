import { expect, it } from '@jest/globals';
import type { SampleProperty } from '#events';
import { originOf, withOrigin } from './sample-origin.js';

const property = (testSamplePropertySystemName: string, value: string): SampleProperty => ({
  testSamplePropertyId: testSamplePropertySystemName,
  testSamplePropertyDisplayName: testSamplePropertySystemName,
  testSamplePropertySystemName,
  testSamplePropertyType: 1,
  value,
  orderNum: 1,
  isJoinSpecification: false,
  unit: '',
});

it('manufacturer and batch number of a sample are two of its properties, and only where its catalogue has them', () => {
  const properties = [property('manufacturer', '安溪水泥厂'), property('batchNo', 'P1'), property('prop_1', '灰')];
  expect(originOf(properties)).toEqual({ produceInfo: '安溪水泥厂', piHao: 'P1' });
  expect(originOf([])).toEqual({ produceInfo: '', piHao: '' });
  expect(withOrigin(properties, { piHao: 'P2' }).map(({ value }) => value)).toEqual(['安溪水泥厂', 'P2', '灰']);
  expect(withOrigin([property('prop_1', '灰')], { produceInfo: '别的厂' })).toEqual([property('prop_1', '灰')]);
});
