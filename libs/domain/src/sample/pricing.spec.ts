import { readFileSync } from 'node:fs';
import { describe, expect, it } from '@jest/globals';
import fc from 'fast-check';
import { compare, parseDecimal } from '../numbers/decimal.js';
import {
  choosePrice,
  estimatedCost,
  explainSampleFee,
  type PricedRow,
  priceRuleOf,
  quantityParts,
  quantityTotals,
  rowFee,
  sampleFee,
  totalFee,
} from './pricing.js';

type Example = {
  no: number;
  case: string;
  params: { prices: Price[]; count: number }[];
  testGroupCount: number;
  expectedTestParamFee: string;
};
const examples = JSON.parse(readFileSync(new URL('./pricing-examples.json', import.meta.url), 'utf8')) as Example[];

type Price = { type: number; price: string; qualifier?: string };
const parameter = (
  prices: Price[],
  own: { sharedPrice: string | null; sharedPriceQualifier: string } = { sharedPrice: null, sharedPriceQualifier: '' },
) => ({
  prices: prices.map(({ qualifier = '', ...price }) => ({ ...price, qualifier, scriptDescription: '' })),
  ...own,
});
const row = (prices: Price[], count = 1, name = 'A'): PricedRow => ({
  ...choosePrice(parameter(prices)),
  tuTestParamId: `id-${name}`,
  tuTestParamName: name,
  tuTestParamCount: count,
});

const shared = (ownPrice: string, value: string, qualifier = 'q'): Price[] => [
  { type: 3, price: value, qualifier },
  { type: 1, price: ownPrice },
];
const A = row(shared('20', '50'));
const B = row(shared('30', '50'), 1, 'B');

describe('price examples of the specification', () => {
  it.each(examples)('example $no: $case', ({ params, testGroupCount, expectedTestParamFee }) =>
    expect(
      sampleFee(
        params.map(({ prices, count }) => row(prices, count)),
        testGroupCount,
      ),
    ).toBe(expectedTestParamFee),
  );
});

describe('price choice', () => {
  it('PR-001 stores the type number of the individual price chosen', () => {
    expect([0, 1, 2, 4].map((type) => choosePrice(parameter([{ type, price: '5' }])).testParamPriceType)).toEqual([
      0, 1, 2, 4,
    ]);
    expect(A).toMatchObject({ testParamPriceType: 1, sharedPrice: '50.00' });
  });

  it('PR-002 prefers a script price and has no shared price beside it', () =>
    expect(
      choosePrice(
        parameter([
          { type: 0, price: '10' },
          { type: 3, price: '50', qualifier: 'q' },
          { type: 4, price: '7' },
        ]),
      ),
    ).toEqual({ tuTestParamPrice: '7.00', testParamPriceType: 4, sharedPrice: null, sharedPriceQualifier: '' }));

  it('PR-003 takes the first other price beside a shared one', () =>
    expect(
      choosePrice(
        parameter([
          { type: 3, price: '50', qualifier: 'q' },
          { type: 1, price: '20' },
          { type: 0, price: '10' },
        ]),
      ),
    ).toEqual({ tuTestParamPrice: '20.00', testParamPriceType: 1, sharedPrice: '50.00', sharedPriceQualifier: 'q' }));

  it('takes missing data of a shared price from the parameter', () => {
    const own = { sharedPrice: '40', sharedPriceQualifier: 'r' };
    expect(
      choosePrice(
        parameter(
          [
            { type: 2, price: '9' },
            { type: 0, price: '8' },
          ],
          own,
        ),
      ),
    ).toEqual({ tuTestParamPrice: '9.00', testParamPriceType: 2, sharedPrice: '40.00', sharedPriceQualifier: 'r' });
    expect(
      choosePrice(
        parameter(
          [
            { type: 3, price: '50' },
            { type: 1, price: '20' },
          ],
          own,
        ),
      ),
    ).toMatchObject({ sharedPrice: '50.00', sharedPriceQualifier: 'r' });
  });

  it('PR-004 takes the lowest type, not the lowest amount', () =>
    expect(
      choosePrice(
        parameter([
          { type: 2, price: '5' },
          { type: 1, price: '20' },
          { type: 0, price: '30' },
        ]),
      ),
    ).toMatchObject({ tuTestParamPrice: '30.00', testParamPriceType: 0 }));

  it('names the rule that it follows', () => {
    const rules = [
      [
        { type: 4, price: '7' },
        { type: 3, price: '5' },
      ],
      [
        { type: 3, price: '5' },
        { type: 1, price: '2' },
      ],
      [{ type: 3, price: '5' }],
      [{ type: 2, price: '5' }],
      [],
    ];
    expect(rules.map((prices) => priceRuleOf(parameter(prices)))).toEqual([
      'script',
      'besideShared',
      'sharedOnly',
      'lowestType',
      'none',
    ]);
    expect(priceRuleOf(parameter([{ type: 1, price: '2' }], { sharedPrice: '5', sharedPriceQualifier: 'q' }))).toBe(
      'besideShared',
    );
  });

  it('PR-005 is 0.00 of type 1 without prices', () =>
    expect(choosePrice(parameter([]))).toMatchObject({ tuTestParamPrice: '0.00', testParamPriceType: 1 }));
});

describe('fee', () => {
  it('PR-006 multiplies price by count and rounds half up to two decimals', () =>
    expect([rowFee('12.345', 2), rowFee('0.335', 3)]).toEqual(['24.69', '1.01']));

  it('PR-007 charges a shared price once', () => {
    expect(sampleFee([A, B], 1)).toBe('50.00');
    expect(sampleFee([A, B, row(shared('5', '50'))], 1)).toBe('50.00');
  });

  it('PR-008 groups only where qualifier and value are both equal', () => {
    expect(sampleFee([A, row(shared('30', '60'))], 1)).toBe('50.00');
    expect(sampleFee([A, row(shared('30', '50', 'r'))], 1)).toBe('50.00');
    expect(sampleFee([A, row(shared('31', '60'))], 1)).toBe('51.00');
  });

  it('does not group parameters without a qualifier', () =>
    expect(sampleFee([row(shared('20', '50', '')), row(shared('30', '50', ''))], 1)).toBe('50.00'));

  it('PR-009 charges a single member of a group its own price', () => {
    expect(sampleFee([row(shared('20', '50'), 3)], 1)).toBe('60.00');
    expect([[A, B], [A]].map((rows) => sampleFee(rows, 1))).toEqual(['50.00', '20.00']);
  });

  it('PR-010 multiplies the sum by the group count', () => expect(sampleFee([A, B], 3)).toBe('150.00'));

  it('PR-011 rounds each row before it sums', () => {
    expect(sampleFee([row([{ type: 1, price: '0.335' }], 3)], 10)).toBe('10.10');
    expect(sampleFee([row([{ type: 1, price: '0.1' }], 3)], 1)).toBe('0.30');
  });

  it('PR-015 is 0.00 without parameters', () => expect(sampleFee([], 3)).toBe('0.00'));

  it('is explained line by line', () =>
    expect(explainSampleFee([A, row([{ type: 1, price: '10' }], 2, 'C'), B], 4)).toEqual({
      lines: [
        { kind: 'shared', qualifier: 'q', ids: ['id-A', 'id-B'], names: ['A', 'B'], amount: '50.00' },
        { kind: 'parameter', name: 'C', price: '10.00', count: 2, amount: '20.00' },
      ],
      sum: '70.00',
      testGroupCount: 4,
      testParamFee: '280.00',
    }));

  it('preserves the own fee of each row in a group', () =>
    expect([A, B].map((each) => rowFee(each.tuTestParamPrice, each.tuTestParamCount))).toEqual(['20.00', '30.00']));

  it('estimates one group only and adds up samples', () => {
    expect(estimatedCost([row([{ type: 1, price: '20' }]), row([{ type: 0, price: '30' }], 2)])).toBe('80.00');
    expect(totalFee(['50.00', '0.10', '0.20'])).toBe('50.30');
  });
});

describe('quantity', () => {
  const portion = (testCount: number | null, sharedTestCount: number | null = null, unit = 'kg') => ({
    testCount,
    sharedTestCount,
    sharedTestCountName: sharedTestCount === null ? '' : 'q',
    sharedTestCountUnit: unit,
  });

  it('PR-012 counts a shared quantity once, and a single member with its own quantity', () => {
    expect(quantityTotals([portion(3, 5), portion(4, 5)])).toEqual([{ unit: 'kg', quantity: '5' }]);
    expect(quantityTotals([portion(3, 5)])).toEqual([{ unit: 'kg', quantity: '3' }]);
    expect(quantityTotals([portion(3, 5), portion(4, 5), portion(2)])).toEqual([{ unit: 'kg', quantity: '7' }]);
  });

  it('consists of the own part of each parameter and one part for all that share a quantity', () => {
    const [a, b, c] = [portion(3, 5), portion(4, 5), portion(null)];
    expect(quantityParts([a, c, b])).toEqual([
      { shared: true, portion: 'q', rows: [a, b], quantity: '5', unit: 'kg' },
      { shared: false, portion: '', rows: [c], quantity: null, unit: 'kg' },
    ]);
  });

  it('is separate for shared quantities of different units, whatever their order', () => {
    const mixed = [portion(3, 5, 'kg'), portion(4, 5, '块'), portion(2, 5, '块')];
    const totals = [
      { unit: 'kg', quantity: '3' },
      { unit: '块', quantity: '5' },
    ];
    expect(quantityTotals(mixed)).toEqual(totals);
    expect(quantityTotals(mixed.toReversed()).toReversed()).toEqual(totals);
  });

  it('never adds kilograms to pieces, and is exact', () =>
    expect(quantityTotals([portion(0.1), portion(0.2), portion(6, null, '块'), portion(null)])).toEqual([
      { unit: 'kg', quantity: '0.3' },
      { unit: '块', quantity: '6' },
    ]));
});

describe('for any chosen parameters', () => {
  const price = fc.record({
    type: fc.integer({ min: 0, max: 4 }),
    price: fc.integer({ min: 0, max: 99_999 }).map((mills) => (mills / 1000).toFixed(3)),
    qualifier: fc.constantFrom('', 'q', 'r'),
  });
  const rows = fc.array(
    fc
      .tuple(fc.array(price, { maxLength: 4 }), fc.integer({ min: 1, max: 9 }))
      .map(([prices, count]) => row(prices, count)),
    { maxLength: 8 },
  );
  const groups = fc.integer({ min: 1, max: 999 });

  const shuffledRows = rows.chain((priceRows) =>
    fc.tuple(fc.constant(priceRows), fc.shuffledSubarray(priceRows, { minLength: priceRows.length })),
  );
  const amount = fc.integer({ min: 0, max: 99_999 }).map((mills) => (mills / 1000).toFixed(3));

  it('the fee does not depend on the order of the parameters', () =>
    fc.assert(
      fc.property(shuffledRows, groups, ([priceRows, shuffled], count) =>
        expect(sampleFee(shuffled, count)).toBe(sampleFee(priceRows, count)),
      ),
    ));

  it('a shared group is charged once, whatever its size and the own prices of its members', () =>
    fc.assert(
      fc.property(
        fc.array(fc.tuple(amount, fc.integer({ min: 1, max: 9 })), { minLength: 2, maxLength: 8 }),
        amount,
        groups,
        (members, value, count) =>
          expect(
            sampleFee(
              members.map(([ownPrice, each]) => row(shared(ownPrice, value), each)),
              count,
            ),
          ).toBe(sampleFee([row([{ type: 1, price: value }])], count)),
      ),
    ));

  it('an amount is rounded to the nearest fen, half a fen up', () =>
    fc.assert(
      fc.property(amount, fc.integer({ min: 1, max: 999 }), (price, count) => {
        const mills = BigInt(price.replace('.', '')) * BigInt(count);
        expect(BigInt(rowFee(price, count).replace('.', ''))).toBe((mills + 5n) / 10n);
      }),
    ));

  it('the fee is that of one group times the number of groups, in whole fen', () =>
    fc.assert(
      fc.property(rows, groups, (priceRows, count) => {
        const fen = (amount: string) => BigInt(amount.replace('.', ''));
        expect(fen(sampleFee(priceRows, count))).toBe(fen(sampleFee(priceRows, 1)) * BigInt(count));
      }),
    ));

  it('the lines add up to the sum, each rounded to the fen', () =>
    fc.assert(
      fc.property(rows, groups, (priceRows, count) => {
        const { lines, sum } = explainSampleFee(priceRows, count);
        expect(totalFee(lines.map(({ amount }) => amount))).toBe(sum);
        expect(lines.every(({ amount }) => /^\d+\.\d{2}$/.test(amount))).toBe(true);
      }),
    ));

  it('the fee is never negative', () =>
    fc.assert(
      fc.property(rows, groups, (priceRows, count) =>
        expect(compare(parseDecimal(sampleFee(priceRows, count)), parseDecimal('0'))).toBeGreaterThanOrEqual(0),
      ),
    ));

  it('a free parameter does not change the fee', () =>
    fc.assert(
      fc.property(rows, groups, fc.nat(8), (priceRows, count, at) =>
        expect(sampleFee(priceRows.toSpliced(at, 0, row([])), count)).toBe(sampleFee(priceRows, count)),
      ),
    ));
});
