import { describe, expect, it } from '@jest/globals';
import { type PricedSample, priceLines, priceSourceOf } from './price-detail.dialog.js';

type Row = PricedSample['buSampleParam'][number];
const row = (some: Partial<Row>): Row => ({
  tuTestParamName: 'A',
  tuTestParamPrice: '50.00',
  testParamPriceType: 1,
  tuTestParamCount: 1,
  sharedPrice: null,
  sharedPriceQualifier: '',
  totalFee: '50.00',
  ...some,
});
const lines = (...rows: Row[]) =>
  priceLines({
    testUnitSampleName: '水泥',
    testUnitSampleId: 's',
    testGroupCount: 1,
    totalFee: '0.00',
    buSampleInfoRefSampleInfo: [],
    buSampleParam: rows,
  });
const paste = { sharedPrice: '240.00', sharedPriceQualifier: '净浆试验' };

describe('the lines of a price detail', () => {
  it('explain why each parameter costs its amount, and add up to the price of one group', () => {
    const explanation = lines(
      row({}),
      row({ tuTestParamName: 'B', ...paste }),
      row({ tuTestParamName: 'C', ...paste, tuTestParamPrice: '70.00', totalFee: '70.00' }),
      row({ tuTestParamName: 'D', ...paste, sharedPriceQualifier: '胶砂试验' }),
    );
    expect(explanation?.lines.map(({ parameter, amount, rule }) => [parameter.tuTestParamName, amount, rule])).toEqual([
      ['A', '50.00', { kind: 'own' }],
      ['B', '240.00', { kind: 'shares', qualifier: '净浆试验', sharedPrice: '240.00', names: ['B', 'C'] }],
      ['C', null, { kind: 'included', first: 'B' }],
      ['D', '50.00', { kind: 'alone', qualifier: '胶砂试验', sharedPrice: '240.00' }],
    ]);
    expect(explanation?.sum).toBe('340.00');
  });

  it('name the source of each price', () => {
    const explanation = lines(
      row({ testParamPriceType: 4 }),
      row({ tuTestParamName: 'B', ...paste, testParamPriceType: 0 }),
      row({ tuTestParamName: 'C', ...paste }),
      row({ tuTestParamName: 'D', ...paste, sharedPriceQualifier: '胶砂试验', testParamPriceType: 2 }),
      row({ tuTestParamName: 'E', sharedPrice: '50.00', sharedPriceQualifier: '安定性试验' }),
    );
    expect(explanation?.lines.map(priceSourceOf)).toEqual([4, 3, 3, 2, 3]);
  });

  it('take over an amount that the server rounded, and mark it as rounded', () => {
    // 12.345 a piece: shown as 12.35, charged 24.69 for two.
    const explanation = lines(row({ tuTestParamPrice: '12.35', tuTestParamCount: 2, totalFee: '24.69' }));
    expect(explanation).toMatchObject({ lines: [{ amount: '24.69', rule: { kind: 'rounded' } }], sum: '24.69' });
  });

  it('are null when any price is hidden', () =>
    expect(lines(row({}), row({ tuTestParamPrice: null, totalFee: null }))).toBeNull());
});
