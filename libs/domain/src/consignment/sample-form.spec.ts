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
const sectionsWithout = (...sections: string[]) => all.filter((section) => !sections.includes(section));

describe('the sections of the sample form', () => {
  it.each([
    [1, 0, false, all],
    [1, 1, false, sectionsWithout('standards')],
    [1, 0, true, sectionsWithout('rawMaterials')],
    [1, 1, true, sectionsWithout('standards', 'rawMaterials')],
    [2, 0, false, sectionsWithout('pieces', 'rawMaterials')],
    [2, 1, false, sectionsWithout('standards', 'pieces', 'rawMaterials')],
    [2, 0, true, sectionsWithout('pieces', 'rawMaterials')],
    [2, 1, true, sectionsWithout('standards', 'pieces', 'rawMaterials')],
  ] as const)(
    'for consignment type %s, input mode %s and child dialog %s are %j',
    (consignType, inputMethod, isChild, sections) => {
      expect(formSections({ consignType, inputMethod, isChild })).toEqual(sections);
    },
  );

  it('SF-001 of type 1, as number or text, are those of raw material, and all other types share another form', () => {
    expect([1, '1', 2, '2', 3, '', 'x'].map(isRawMaterial)).toEqual([true, true, false, false, false, false, false]);
    const of = (consignType: number) => formSections({ consignType, inputMethod: 1, isChild: false });
    expect(of(3)).toEqual(of(2));
    expect(of(1)).not.toEqual(of(2));
  });

  it('accept the input mode as number or text', () => {
    expect(INPUT_MODE).toEqual({ simple: 0, professional: 1 });
    expect([0, '0', 1, '1'].map(isSimple)).toEqual([true, true, false, false]);
  });
});

it('SK-010 nineteen units of amount replace the dictionary', () => {
  expect(AMOUNT_UNITS).toEqual('个, 副, 套, g, kg, t, km, m, mm, ㎡, m³, cm, cm³, L, 桶, 卷, 块, 根, 组'.split(', '));
  expect(AMOUNT_UNITS).toHaveLength(19);
});

const confirming = { isReadOnly: true, consignStatus: 20, pageSource: 4 };
const leftToLab = { isTestUnitConfirmTestParam: true, isEditParams: false };

describe('the mode of the sample form', () => {
  it.each([
    [false, false, false, 'edit'],
    [false, true, false, 'edit'],
    [true, false, false, 'readOnly'],
    [true, true, false, 'editParameters'],
    [true, false, true, 'editParameters'],
    [true, true, true, 'editParameters'],
  ] as const)(
    'MODE-004 with read-only %s, isEditParams %s and edit-parameters %s is %s',
    (isReadOnly, isEditParams, confirms, mode) => {
      expect(
        sampleFormMode(
          { isReadOnly, consignStatus: confirms ? 20 : 30, pageSource: confirms ? 4 : null },
          { isTestUnitConfirmTestParam: confirms, isEditParams },
        ),
      ).toBe(mode);
    },
  );

  it('MODE-005 is the completion of parameters only at status 20, from page source 4 and for a sample left to the laboratory', () => {
    expect(sampleFormMode(confirming, leftToLab)).toBe('editParameters');
    expect(editsParameters(confirming, leftToLab)).toBe(true);
    for (const context of [
      { ...confirming, consignStatus: 30 },
      { ...confirming, pageSource: 1 },
      { ...confirming, pageSource: null },
    ])
      expect(sampleFormMode(context, leftToLab)).toBe('readOnly');
    expect(sampleFormMode(confirming, { ...leftToLab, isTestUnitConfirmTestParam: false })).toBe('readOnly');
  });

  it('has the code 100 if nothing is saved', () => expect(NO_SAVE).toBe(100));
});

const completeForm: SampleFormToCheck = {
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
const messagesFor = (changes: Partial<SampleFormToCheck>, consignType: 1 | 2 | 3 = 1, language: 'zh' | 'en' = 'en') =>
  sampleFormProblems({ ...completeForm, ...changes }, consignType).map((problem) =>
    messageOfProblem(problem, language),
  );

describe('the sample form', () => {
  it('has no problems when it is complete', () => expect(messagesFor({})).toEqual([]));

  it('SF-012 requires a sample', () => {
    for (const testUnitSampleId of ['', null])
      expect(messagesFor({ testUnitSampleId })).toEqual(['please select sample']);
  });

  it('SF-013 SF-014 requires whole counts from 1 to 999', () => {
    for (const count of [0, 1000, 1.5, '3 组', '1e3']) {
      const expectedMessages = [`“${count}” is not a whole number from 1 to 999`];
      expect([messagesFor({ testGroupCount: count }), messagesFor({ testPointCount: count })]).toEqual([
        expectedMessages,
        expectedMessages,
      ]);
    }
    for (const count of [null, undefined, '', '　']) {
      expect(messagesFor({ testGroupCount: count })).toEqual(['please enter sample group count']);
      expect(messagesFor({ testPointCount: count })).toEqual(['please enter detection point count']);
    }
    for (const count of [1, 999]) expect(messagesFor({ testGroupCount: count, testPointCount: count })).toEqual([]);
    expect(COUNT_RANGE).toEqual({ min: 1, max: 999 });
  });

  it('SF-015 accepts no age or a whole age from 1 to 999 days', () => {
    for (const age of [0, 1000, 1.5, -1])
      expect(messagesFor({ ageWaitTime: age }, 1, 'zh')).toEqual(['龄期为 1 至 999 的整数天']);
    for (const age of [1, 999, null, undefined]) expect(messagesFor({ ageWaitTime: age })).toEqual([]);
  });

  it('SF-016 requires a choice of what happens to the sample after the test', () => {
    for (const afterTestOperate of ['', ' '])
      expect(messagesFor({ afterTestOperate })).toEqual(['please select after-test sample handling']);
  });

  it('SF-017 TID-004 requires a parameter unless the laboratory determines the parameters', () => {
    expect(messagesFor({ parameterCount: 0 })).toEqual(['please select test parameters']);
    expect(messagesFor({ parameterCount: 0, isTestUnitConfirmTestParam: true, testReason: '验证进场材料' })).toEqual(
      [],
    );
  });

  it('TID-003 requires a test reason only if the laboratory determines the parameters', () => {
    for (const testReason of ['', '  ']) {
      expect(messagesFor({ isTestUnitConfirmTestParam: true, testReason })).toEqual(['please enter test reason']);
      expect(messagesFor({ testReason })).toEqual([]);
    }
  });

  it('SF-019 accepts only numbers as quantities of raw material', () => {
    for (const quantity of ['3 bags', '1,5 t', '-1', '1e3', '三']) {
      expect(messagesFor({ sampleNum: quantity })).toEqual([
        'Only numbers are allowed; the unit is selected separately; descriptions go into the sample description.',
      ]);
      expect(messagesFor({ delegatesNum: quantity })).toHaveLength(1);
      expect(messagesFor({ sampleNum: quantity, delegatesNum: quantity }, 2)).toEqual([]);
    }
    for (const quantity of ['', '3', '0.25', ' 12 '])
      expect(messagesFor({ sampleNum: quantity, delegatesNum: quantity })).toEqual([]);
  });

  it('reports all problems in the order of the specification', () => {
    expect(
      messagesFor(
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
