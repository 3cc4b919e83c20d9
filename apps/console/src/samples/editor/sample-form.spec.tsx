import { describe, expect, it } from '@jest/globals';
import { parameterWith, sampleViewWith } from '../../testing/consignment.js';
import {
  setCount,
  sortForDisplay,
  emptySelection,
  toSelectionPayload,
  toggleParameter,
  withConclusion,
} from '../selection/selection.js';
import {
  toSampleFields,
  toParameterEdit,
  type SampleFields,
  sampleProblems,
  toSaveRequest,
  toSelection,
} from './sample-draft.js';

const NAMES = new Map();

describe('the selection of a sample', () => {
  it('SS-020 drops evaluation standards when the conclusion is off and keeps a standard that is also a test basis', () => {
    const parameter = parameterWith();
    const initialSelection = toggleParameter(emptySelection(), parameter, NAMES);
    const links = (selection: typeof initialSelection) =>
      selection.chosen.get(parameter.id)?.links.map(({ useType }) => useType);
    const both = {
      ...initialSelection,
      chosen: new Map([
        [
          parameter.id,
          {
            count: 1,
            links: (initialSelection.chosen.get(parameter.id)?.links ?? []).map((link, index) =>
              index === 0 ? { ...link, useType: '3' as const } : link,
            ),
          },
        ],
      ]),
    };
    expect([links(initialSelection), links(withConclusion(both, false)), links(withConclusion(both, true))]).toEqual([
      ['1', '2'],
      ['1'],
      ['3', '2'],
    ]);
  });

  it('TID-005 is sent empty, with a conclusion, when the laboratory determines the parameters', () => {
    const selection = {
      ...toggleParameter(emptySelection(false), parameterWith(), NAMES),
      pack: { packFlag: 1 as const, packId: 'p', packJson: '{}' },
      isLeftToLab: true,
      reason: ' 进场检验 ',
    };
    expect(toSelectionPayload(selection)).toEqual({
      tuSampleParamIds: [],
      buSampleParamPackInfo: { packFlag: 0, packId: '', packJson: '' },
      isNeedConclusion: true,
      isTestUnitConfirmTestParam: true,
      testReason: '进场检验',
    });
  });

  it('keeps counts as typed, reports invalid ones as a problem, and is sorted in display order', () => {
    const [first, second] = [parameterWith({ orderNum: 9 }), parameterWith({ orderNum: 5 })];
    const selection = toggleParameter(toggleParameter(emptySelection(), second, NAMES), first, NAMES);
    const sample = sampleViewWith();
    const countProblems = (count: number | string) =>
      sampleProblems(sample, toSampleFields(sample), setCount(selection, first.id, count), 1).map(({ code }) => code);
    for (const count of [0, -1, 1.5, '', '3 组', '1e3']) expect(countProblems(count)).toEqual(['COUNT_INVALID']);
    expect([countProblems('１２'), countProblems(999)]).toEqual([[], []]);
    expect([...sortForDisplay(selection, [first, second]).chosen.keys()]).toEqual([first.id, second.id]);
  });
});

describe('the fields of the sample form', () => {
  const complete = sampleViewWith({ tuSampleParamIds: [] });
  const selection = toggleParameter(toSelection(complete), parameterWith(), NAMES);

  it('are checked by the server’s rules in the order of the document', () => {
    const wrongFields = {
      ...toSampleFields(complete),
      testGroupCount: '',
      testPointCount: '2.5',
      afterTestOperate: '',
      sampleNum: '3 袋',
    };
    const codes = (fields: SampleFields, initialSelection = toSelection(complete), consignType = 1) =>
      sampleProblems(complete, fields, initialSelection, consignType).map(({ code }) => code);
    expect(codes(wrongFields)).toEqual([
      'GROUP_COUNT_REQUIRED',
      'COUNT_INVALID',
      'AFTER_TEST_REQUIRED',
      'TEST_PARAMETERS_REQUIRED',
      'ONLY_NUMBERS',
    ]);
    expect(codes(wrongFields, selection, 2)).toEqual(['GROUP_COUNT_REQUIRED', 'COUNT_INVALID', 'AFTER_TEST_REQUIRED']);
    expect(codes(toSampleFields(complete), selection)).toEqual([]);
  });

  it('SF-023 a parameter edit has six members, which are empty when the laboratory determines the parameters', () => {
    const edit = toParameterEdit({ buSampleUseBaseStandard: [], inputMethod: 1 }, selection);
    expect(Object.keys(edit).toSorted()).toEqual([
      'buSampleParamPackInfo',
      'buSampleUseBaseStandard',
      'isNeedConclusion',
      'isTestUnitConfirmTestParam',
      'testReason',
      'tuSampleParamIds',
    ]);
    expect(edit).toMatchObject({
      tuSampleParamIds: [...selection.chosen.keys()].map((tuTestParamId) => ({ tuTestParamId, tuTestParamCount: 1 })),
      isNeedConclusion: true,
      isTestUnitConfirmTestParam: false,
      testReason: '',
    });
    expect(
      toParameterEdit(
        { buSampleUseBaseStandard: [], inputMethod: 1 },
        { ...selection, isLeftToLab: true, reason: ' 验证 ', isNeedConclusion: false },
      ),
    ).toEqual({
      tuSampleParamIds: [],
      buSampleParamPackInfo: { packFlag: 0, packId: '', packJson: '' },
      buSampleUseBaseStandard: [],
      isNeedConclusion: true,
      isTestUnitConfirmTestParam: true,
      testReason: '验证',
    });
  });

  it('SF-020 are sent without quantities for test items, with the sample’s name as project unit', () => {
    expect(toSaveRequest(complete, toSampleFields(complete), selection, false)).toMatchObject({
      sampleNum: '',
      sampleNumUnit: '',
      delegatesNum: '',
      delegatesNumUnit: '',
      projectUnit: '普通硅酸盐水泥',
    });
    expect(toSaveRequest(complete, toSampleFields(complete), selection, true)).toMatchObject({
      sampleNum: '1',
      sampleNumUnit: 'kg',
      projectUnit: '',
    });
    const request = toSaveRequest(
      complete,
      { ...toSampleFields(complete), projectUnit: ' K12 大桥 ' },
      selection,
      false,
    );
    expect([request.testUnitSampleName, request.projectUnit]).toEqual(['K12 大桥', 'K12 大桥']);
  });

  it('leave the project unit empty if it is only the sample’s name, and keep the name of a structure', () => {
    expect(toSampleFields(sampleViewWith({ projectUnit: '普通硅酸盐水泥' })).projectUnit).toBe('');
    expect(
      toSampleFields(sampleViewWith({ projectUnit: 'K12 大桥', testUnitSampleName: 'K12 大桥' })).projectUnit,
    ).toBe('K12 大桥');
  });
});
