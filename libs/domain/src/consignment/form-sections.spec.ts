import { describe, expect, it } from '@jest/globals';
import { AMOUNT_UNITS } from './amount-units.js';
import { formSections, INPUT_MODE, isRawMaterial, isSimple } from './form-sections.js';

const all = ['sample', 'parameters', 'standards', 'auxiliary', 'pieces', 'rawMaterials', 'attachments'];
const without = (...sections: string[]) => all.filter((section) => !sections.includes(section));

describe('the sections of the sample form', () => {
  it.each([
    [1, 0, false, all],
    [1, 1, false, without('standards')],
    [1, 0, true, without('rawMaterials')],
    [1, 1, true, without('standards', 'rawMaterials')],
    [2, 0, false, without('pieces', 'rawMaterials')],
    [2, 1, false, without('standards', 'pieces', 'rawMaterials')],
    [2, 0, true, without('pieces', 'rawMaterials')],
    [2, 1, true, without('standards', 'pieces', 'rawMaterials')],
  ] as const)(
    'are, of kind %s in input mode %s, in the child dialog %s: %j',
    (consignType, inputMethod, isChild, sections) => {
      expect(formSections({ consignType, inputMethod, isChild })).toEqual(sections);
    },
  );

  it('SF-001 of kind 1 are those of raw material, as number or text, and of any other kind the same other form', () => {
    expect([1, '1', 2, '2', 3, '', 'x'].map(isRawMaterial)).toEqual([true, true, false, false, false, false, false]);
    const of = (consignType: number) => formSections({ consignType, inputMethod: 1, isChild: false });
    expect(of(3)).toEqual(of(2));
    expect(of(1)).not.toEqual(of(2));
  });

  it('take the input mode as number or text', () => {
    expect(INPUT_MODE).toEqual({ simple: 0, professional: 1 });
    expect([0, '0', 1, '1'].map(isSimple)).toEqual([true, true, false, false]);
  });
});

it('SK-010 nineteen units stand in for the dictionary', () => {
  expect(AMOUNT_UNITS).toEqual('个, 副, 套, g, kg, t, km, m, mm, ㎡, m³, cm, cm³, L, 桶, 卷, 块, 根, 组'.split(', '));
  expect(AMOUNT_UNITS).toHaveLength(19);
});
