import { expect, it } from '@jest/globals';
import { sample } from '#harness/domain/consignment-story';
import { formTexts } from './form-texts.js';
import { sampleBlock } from './compose-document.js';

it('shows the prepared pieces of a sample, and properties without a field of their own', () => {
  const property = (testSamplePropertyDisplayName: string, value: string, isJoinSpecification = false) => ({
    testSamplePropertyId: null,
    testSamplePropertyDisplayName,
    testSamplePropertySystemName: '',
    testSamplePropertyType: 1,
    value,
    orderNum: 1,
    isJoinSpecification,
    unit: '',
  });
  const piece = {
    buTestSampleId: '',
    sampleName: '试块',
    ageBeginTime: '2024-05-01',
    ageWaitTime: 28,
    descrition: '标养',
  };
  const { facts } = sampleBlock(
    sample({
      properties: [property('生产厂家', '安溪水泥厂'), property('代表批量', '500'), property('强度等级', '42.5', true)],
      buSampleChild: [piece, { ...piece, ageWaitTime: null }],
    }),
    { number: 1, consignType: 1, prices: true, estimate: true, note: '' },
    formTexts.zh,
  );
  expect(facts).toEqual(
    expect.arrayContaining([
      ['生产厂家', '安溪水泥厂'],
      ['制件信息', '试块 2024-05-01 28d 标养；试块 2024-05-01 标养'],
    ]),
  );
  expect(facts.map(([label]) => label)).not.toEqual(expect.arrayContaining(['代表批量']));
  expect(facts.map(([label]) => label)).not.toEqual(expect.arrayContaining(['强度等级']));
});
