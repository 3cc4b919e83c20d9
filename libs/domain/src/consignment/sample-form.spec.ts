import { describe, expect, it } from '@jest/globals';
import { messageOfProblem } from '../rules/messages.js';
import { AMOUNT_UNITS } from './header-problems.js';
import {
  COUNT_RANGE,
  editsParameters,
  formSections,
  INPUT_MODE,
  isRawMaterial,
  isSimple,
  type SampleFormToCheck,
  NO_SAVE,
  sampleFormMode,
  sampleFormProblems,
} from './sample-form.js';

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

const confirming = { isReadOnly: true, consignStatus: 20, pageSource: 4 };
const left = { isTestUnitConfirmTestParam: true, isEditParams: false };

describe('the mode of the sample form', () => {
  it.each([
    [false, false, false, 'edit'],
    [false, true, false, 'edit'],
    [true, false, false, 'readOnly'],
    [true, true, false, 'editParameters'],
    [true, false, true, 'editParameters'],
    [true, true, true, 'editParameters'],
  ] as const)(
    'MODE-004 read-only %s, isEditParams %s, edit-parameters %s: %s',
    (isReadOnly, isEditParams, confirms, mode) => {
      expect(
        sampleFormMode(
          { isReadOnly, consignStatus: confirms ? 20 : 30, pageSource: confirms ? 4 : null },
          { isTestUnitConfirmTestParam: confirms, isEditParams },
        ),
      ).toBe(mode);
    },
  );

  it('MODE-005 completes parameters at 20, with page source 4, of a flagged sample, and with none of the three missing', () => {
    expect(sampleFormMode(confirming, left)).toBe('editParameters');
    expect(editsParameters(confirming, left)).toBe(true);
    for (const other of [
      { ...confirming, consignStatus: 30 },
      { ...confirming, pageSource: 1 },
      { ...confirming, pageSource: null },
    ])
      expect(sampleFormMode(other, left)).toBe('readOnly');
    expect(sampleFormMode(confirming, { ...left, isTestUnitConfirmTestParam: false })).toBe('readOnly');
  });

  it('answers 100 where nothing is saved', () => expect(NO_SAVE).toBe(100));
});

const whole: SampleFormToCheck = {
  testUnitSampleId: 's',
  testGroupCount: 1,
  testPointCount: 1,
  ageWaitTime: null,
  afterTestOperate: '退还',
  isTestUnitConfirmTestParam: false,
  testReason: '',
  sampleNum: '1',
  delegatesNum: '500',
  parameterCount: 1,
};
const said = (some: Partial<SampleFormToCheck>, consignType: 1 | 2 | 3 = 1, language: 'zh' | 'en' = 'en') =>
  sampleFormProblems({ ...whole, ...some }, consignType).map((problem) => messageOfProblem(problem, language));

describe('the sample form', () => {
  it('is in order when everything is there', () => expect(said({})).toEqual([]));

  it('SF-012 needs a sample', () => {
    for (const testUnitSampleId of ['', null]) expect(said({ testUnitSampleId })).toEqual(['please select sample']);
  });

  it('SF-013 SF-014 needs whole counts from 1 to 999', () => {
    for (const count of [0, 1000, 1.5, '3 组', '1e3']) {
      const wrong = [`“${count}” is not a whole number from 1 to 999`];
      expect([said({ testGroupCount: count }), said({ testPointCount: count })]).toEqual([wrong, wrong]);
    }
    for (const count of [null, undefined, '', '　']) {
      expect(said({ testGroupCount: count })).toEqual(['please enter sample group count']);
      expect(said({ testPointCount: count })).toEqual(['please enter detection point count']);
    }
    for (const count of [1, 999]) expect(said({ testGroupCount: count, testPointCount: count })).toEqual([]);
    expect(COUNT_RANGE).toEqual({ min: 1, max: 999 });
  });

  it('SF-015 takes no age or a whole one from 1 to 999 days', () => {
    for (const age of [0, 1000, 1.5, -1])
      expect(said({ ageWaitTime: age }, 1, 'zh')).toEqual(['龄期为 1 至 999 的整数天']);
    for (const age of [1, 999, null, undefined]) expect(said({ ageWaitTime: age })).toEqual([]);
  });

  it('SF-016 needs to know what happens after the test', () => {
    for (const afterTestOperate of ['', ' '])
      expect(said({ afterTestOperate })).toEqual(['please select after-test sample handling']);
  });

  it('SF-017 TID-004 needs a parameter, unless the institution determines them', () => {
    expect(said({ parameterCount: 0 })).toEqual(['please select test parameters']);
    expect(said({ parameterCount: 0, isTestUnitConfirmTestParam: true, testReason: '验证进场材料' })).toEqual([]);
  });

  it('TID-003 then needs a reason, and else none', () => {
    for (const testReason of ['', '  ']) {
      expect(said({ isTestUnitConfirmTestParam: true, testReason })).toEqual(['please enter test reason']);
      expect(said({ testReason })).toEqual([]);
    }
  });

  it('SF-019 takes numbers alone as quantities, of raw material', () => {
    for (const quantity of ['3 bags', '1,5 t', '-1', '1e3', '三']) {
      expect(said({ sampleNum: quantity })).toEqual([
        'Only numbers are allowed; the unit is selected separately; descriptions go into the sample description.',
      ]);
      expect(said({ delegatesNum: quantity })).toHaveLength(1);
      expect(said({ sampleNum: quantity, delegatesNum: quantity }, 2)).toEqual([]);
    }
    for (const quantity of ['', '3', '0.25', ' 12 '])
      expect(said({ sampleNum: quantity, delegatesNum: quantity })).toEqual([]);
  });

  it('says everything in the order of the document', () => {
    expect(
      said(
        {
          testUnitSampleId: '',
          testGroupCount: 0,
          testPointCount: 0,
          ageWaitTime: 0,
          afterTestOperate: '',
          parameterCount: 0,
          sampleNum: 'x',
        },
        1,
        'zh',
      ),
    ).toEqual([
      '请选择样品',
      '“0”不是 1 至 999 的整数',
      '“0”不是 1 至 999 的整数',
      '龄期为 1 至 999 的整数天',
      '请选择检后样品处理方式',
      '请选择检测参数',
      '数量只能输入数字，单位请单独选择，其他说明请填写在样品描述中。',
    ]);
  });
});
