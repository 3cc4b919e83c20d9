import { describe, expect, it } from '@jest/globals';
import { parameterWith, sampleViewWith } from '../../testing/consignment.js';
import { fieldsOf, saveBodyOf, sampleProblems, selectionOf } from './sample-draft.js';
import { counted, inDisplayOrder, nothingSelected, payloadOf, toggled, withConclusion } from './selection.js';
import { addedAfter, buildMethodOf, deleted, moved, previewOf, startingRows, valueSet } from './specification-parts.js';

const NAMES = new Map();

describe('the selection of a sample', () => {
  it('SS-020 drops evaluation standards without a conclusion and keeps what is also a basis', () => {
    const parameter = parameterWith();
    const chosen = toggled(nothingSelected(), parameter, NAMES);
    const links = (selection: typeof chosen) => selection.chosen.get(parameter.id)?.links.map(({ useType }) => useType);
    const both = { ...chosen, chosen: new Map([[parameter.id, { count: 1, links: (chosen.chosen.get(parameter.id)?.links ?? []).map((link, place) => (place === 0 ? { ...link, useType: '3' as const } : link)) }]]) };
    expect([links(chosen), links(withConclusion(both, false, [parameter], NAMES)), links(withConclusion(both, true, [parameter], NAMES))]).toEqual([['1', '2'], ['1'], ['3', '2']]);
  });

  it('TID-005 is sent empty, with a conclusion, where the institution determines the parameters', () => {
    const chosen = { ...toggled(nothingSelected(false), parameterWith(), NAMES), pack: { packFlag: 1 as const, packId: 'p', packJson: '{}' }, isLeftToLab: true, reason: ' 进场检验 ' };
    expect(payloadOf(chosen)).toEqual({ tuSampleParamIds: [], buSampleParamPackInfo: { packFlag: 0, packId: '', packJson: '' }, isNeedConclusion: true, isTestUnitConfirmTestParam: true, testReason: '进场检验' });
  });

  it('refuses counts that are no whole number from 1, and is stored in display order', () => {
    const [first, second] = [parameterWith({ orderNum: 9 }), parameterWith({ orderNum: 5 })];
    const chosen = toggled(toggled(nothingSelected(), second, NAMES), first, NAMES);
    expect([0, -1, 1.5, Number.NaN].map((count) => counted(chosen, first.id, count) === chosen)).toEqual([true, true, true, true]);
    expect([...inDisplayOrder(chosen, [first, second]).chosen.keys()]).toEqual([first.id, second.id]);
  });
});

describe('the sample form', () => {
  const complete = sampleViewWith({ tuSampleParamIds: [] });
  const selection = toggled(selectionOf(complete), parameterWith(), NAMES);

  it('SF-018 says the first of what is missing first', () => {
    const wrong = { ...fieldsOf(complete), testGroupCount: 0, testPointCount: 1000, afterTestOperate: '', sampleNum: '3 袋' };
    expect(sampleProblems(wrong, selectionOf(complete), true).map(({ key }) => key)).toEqual(['enterGroupCount', 'enterPointCount', 'chooseAfterTest', 'mustChooseParameters', 'onlyNumbers']);
    expect(sampleProblems(fieldsOf(complete), selection, true)).toEqual([]);
  });

  it('SF-020 sends no quantities for other kinds, and the sample’s name as project unit', () => {
    expect(saveBodyOf(complete, fieldsOf(complete), selection, false)).toMatchObject({ sampleNum: '', sampleNumUnit: '', delegatesNum: '', delegatesNumUnit: '', projectUnit: '普通硅酸盐水泥' });
    expect(saveBodyOf(complete, fieldsOf(complete), selection, true)).toMatchObject({ sampleNum: '1', sampleNumUnit: 'kg', projectUnit: '' });
    const named = saveBodyOf(complete, { ...fieldsOf(complete), projectUnit: ' K12 大桥 ' }, selection, false);
    expect([named.testUnitSampleName, named.projectUnit]).toEqual(['K12 大桥', 'K12 大桥']);
  });

  it('offers an item without a structure an empty field, and leaves a named one as it is', () => {
    expect(fieldsOf(sampleViewWith({ projectUnit: '普通硅酸盐水泥' })).projectUnit).toBe('');
    expect(fieldsOf(sampleViewWith({ projectUnit: 'K12 大桥', testUnitSampleName: 'K12 大桥' })).projectUnit).toBe('K12 大桥');
  });
});

describe('the specification', () => {
  const rule = { configData: [{ attributeId: 'v', displayName: '品种', infoType: 1, orderNo: 1, value: '' }, { attributeId: null, displayName: '连接符', infoType: 2, orderNo: 2, value: ' ', deleteAble: true }, { attributeId: 'g', displayName: '强度等级', infoType: 1, orderNo: 3, value: '' }] };
  const rows = startingRows('', rule, '', '规格型号');

  it('SPM-005 previews only what has a value, joined by the connectors in between', () => {
    expect(previewOf(rows)).toBe('');
    expect(previewOf(valueSet(rows, 0, 'P·O'))).toBe('P·O');
    expect(previewOf(valueSet(valueSet(rows, 0, 'P·O'), 2, '42.5'))).toBe('P·O 42.5');
  });

  it('SPM-008 has one undeletable row for an empty list, and gets it back when the last one goes', () => {
    const [model] = startingRows('', undefined, '', '规格型号');
    expect(model).toMatchObject({ testSamplePropertyDisplayName: '规格型号', deleteAble: false });
    expect(deleted(rows.slice(0, 1), 0, '规格型号')).toEqual([model]);
    expect(addedAfter(rows, 0, '自定义')[1]).toMatchObject({ testSamplePropertyDisplayName: '自定义', value: '-', deleteAble: true, orderNum: 2 });
  });

  it('keeps order numbers when rows move, and opens again with what was stored', () => {
    const swapped = moved(rows, 0, 1);
    expect(swapped.map(({ testSamplePropertyDisplayName, orderNum }) => [testSamplePropertyDisplayName, orderNum])).toEqual([['连接符', 1], ['品种', 2], ['强度等级', 3]]);
    expect(startingRows(buildMethodOf(swapped), rule, 'x', '规格型号')).toEqual(swapped);
  });
});
