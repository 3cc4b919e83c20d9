import { describe, expect, it } from '@jest/globals';
import type { ConsignmentHeader, ConsignType, ExtraField } from '#events';
import { messageOfProblem } from '../rules/messages.js';
import { header } from '#harness/domain/consignment-story';
import { extraFieldLabel, extraFieldOptions, headerProblems } from './header-problems.js';

const problemsOf = (
  changes: Partial<ConsignmentHeader>,
  consignType: ConsignType = 1,
): [string | undefined, string][] =>
  headerProblems(header(changes), consignType).map((problem) => [problem.path, messageOfProblem(problem)]);
const person = (name: string, phone: string, cardNo = '') => ({ name, cardNo, phone });

describe('The consignment form', () => {
  it('has no problems when it is complete, with a contact phone in any usual form', () => {
    expect(problemsOf({})).toEqual([]);
    for (const phone of [
      '010-12345',
      '+86 138 0000 0001',
      '(0571) 8888-0000',
      '0571-88880000转12',
      '88880000 ext. 3',
      '400 800 1234 #5',
      '13900000011 / 0571-12345678',
      '13900000011、13900000012',
      '(+86)13900000011',
      '（＋８６）１３９ ００００ ００１１',
      '139.0000.0011',
      'tel:+8613900000011',
    ])
      expect(problemsOf({ contact: { name: '陈工', phone } })).toEqual([]);
  });

  it.each<[Partial<ConsignmentHeader>, string, string]>([
    [{ testUnitId: null }, 'testUnitName', '请选择检测机构'],
    [{ testUnitName: ' ' }, 'testUnitName', '请选择检测机构'],
    [{ projectName: '' }, 'projectName', '请选择工程项目'],
    [{ contact: { name: ' ', phone: '010-12345' } }, 'linkPerson', '请输入委托人'],
    [{ contact: { name: '陈工', phone: '没有电话' } }, 'linkPersonPhone', '联系电话格式错误'],
    [{ contact: { name: '陈工', phone: '138-x' } }, 'linkPersonPhone', '联系电话格式错误'],
    [{ contact: { name: '陈工', phone: '-----' } }, 'linkPersonPhone', '联系电话格式错误'],
    [{ contact: { name: '陈工', phone: '.....' } }, 'linkPersonPhone', '联系电话格式错误'],
    [{ contact: { name: '陈工', phone: '13900000011 / 无' } }, 'linkPersonPhone', '联系电话格式错误'],
    [{ contact: { name: '陈工', phone: '' } }, 'linkPersonPhone', '请输入联系电话'],
    [{ tuqualificationId: null }, 'tuqualificationId', '请选择资质类型'],
    [{ mailOrderNumber: '' }, 'mailOrderNumber', '请输入邮寄单号'],
    [{ reportCount: 0 }, 'reportCount', '报告数量最小为1'],
    [{ reportCount: 0, getReportType: '3' }, 'reportCount', '报告数量最小为1'],
    [{ memo: 'x'.repeat(1001) }, 'memo', '备注：内容过长，最多1000个字符'],
  ])('with %j has a problem at %s', (changes, path, message) => {
    expect(problemsOf(changes)).toEqual([[path, message]]);
  });

  it('requires only what the chosen options need', () => {
    expect(problemsOf({ sendSampleType: 1, mailOrderNumber: '' })).toEqual([]);
    expect(problemsOf({ getReportType: '10', reportCount: 0 })).toEqual([]);
    expect(problemsOf({ expectTestTime: null }, 1)).toEqual([]);
  });

  it.each<ConsignType>([2, 3])('of type %i requires an appointment time', (consignType) => {
    expect(problemsOf({ expectTestTime: null }, consignType)).toEqual([['expectTestTime', '请选择预约检测时间']]);
    expect(problemsOf({ expectTestTime: 'tomorrow' }, consignType)).toEqual([
      ['expectTestTime', '预约检测时间格式错误'],
    ]);
    expect(problemsOf({ expectTestTime: '2026-02-30' }, consignType)).toEqual([
      ['expectTestTime', '预约检测时间格式错误'],
    ]);
    for (const expectTestTime of [
      '2026-03-02',
      '2026-03-02T09:00',
      '2026-03-02 09:00',
      '2026-03-02 09:00:00',
      '2026-03-02T09:00:00.000',
      '2026-03-02T01:00:00Z',
      '2026-03-02T09:00:00+0800',
    ])
      expect(problemsOf({ expectTestTime }, consignType)).toEqual([]);
  });
});

describe('Witnesses', () => {
  it('need a name and a phone only on the side that has to sign', () => {
    expect(problemsOf({ supervisionWitnesses: [] })).toEqual([
      ['jhperson.0', '请输入见证人'],
      ['jzphone.0', '请输入见证人手机号'],
    ]);
    expect(problemsOf({ ownerWitnesses: [person('', ''), person('王五', '')] })).toEqual([
      ['constructionJzperson.0', '请输入见证人'],
      ['constructionJzphone.0', '请输入见证人手机号'],
      ['constructionJzphone.1', '请输入见证人手机号'],
    ]);
    expect(problemsOf({ supervisionWitnesses: [], needWitnessPersonSign: false })).toEqual([]);
    expect(problemsOf({ supervisionWitnesses: [], needWitnessUnit: false })).toEqual([]);
  });

  it.each(['23800000000', '1380000000', '138000000000', '1380000000a'])('cannot have the phone number %s', (phone) => {
    expect(problemsOf({ ownerWitnesses: [person('张三', phone)], needConstructionWitnessPersonSign: false })).toEqual([
      ['constructionJzphone.0', '见证人手机号格式错误'],
    ]);
  });

  it('cannot share a phone number within the consignment, even on different sides', () => {
    const takenMessage = '手机号：13800000000；已被见证人张三占用，请重新填写';
    expect(problemsOf({ ownerWitnesses: [person('张三', '13800000000'), person('王五', '13800000000')] })).toEqual([
      ['constructionJzphone.1', takenMessage],
    ]);
    expect(
      problemsOf({
        ownerWitnesses: [person('张三', '13800000000')],
        supervisionWitnesses: [person('李四', '13800000000')],
      }),
    ).toEqual([['jzphone.0', takenMessage]]);
  });

  it('K-005 have names and card numbers of at most 20 characters', () => {
    expect(problemsOf({ ownerWitnesses: [person('名'.repeat(20), '13800000000', '9'.repeat(20))] })).toEqual([]);
    expect(problemsOf({ ownerWitnesses: [person('名'.repeat(21), '13800000000', '9'.repeat(21))] })).toEqual([
      ['constructionJzperson.0', '见证人不能超过20个字符'],
      ['constructionJzcardNo.0', '见证人证号不能超过20个字符'],
    ]);
  });
});

describe('Extra fields', () => {
  const field = (columnType: string, value: string, changes: Partial<ExtraField> = {}): ExtraField => ({
    id: 'f',
    sourcePropertyId: 's',
    columnIndex: 1,
    columnName: '#取样地点',
    columnValue: '桥梁, 路基',
    visible: true,
    customizeType: 1,
    columnType,
    value,
    ...changes,
  });
  const codes = (...extraFields: ExtraField[]) =>
    headerProblems(header({ extraFields }), 1).map(({ code, path }) => [code, path]);

  it.each([
    ['inputNumber', '12.5', null],
    ['inputNumber', '-3', null],
    ['inputNumber', 'x', 'EXTRA_NOT_A_NUMBER'],
    ['inputNumber', '1e3', 'EXTRA_NOT_A_NUMBER'],
    ['radio', '桥梁', null],
    ['radio', '隧道', 'EXTRA_NOT_AN_OPTION'],
    ['select', '路基', null],
    ['select', '隧道', 'EXTRA_NOT_AN_OPTION'],
    ['date', '2024-02-29', null],
    ['date', '2023-02-29', 'EXTRA_NOT_A_DATE'],
    ['date', '2023/02/01', 'EXTRA_NOT_A_DATE'],
    ['selectUpdate', '隧道', null],
    ['textArea', 'a\nb', null],
    ['foo', '什么都行', null],
  ])('of type %s with the value %j: problem %s', (columnType, value, code) => {
    expect(codes(field(columnType, value))).toEqual(code ? [[code, 'consignInfoProperties.0.value']] : []);
    expect(codes(field(columnType, ''))).toEqual([]);
  });

  it('are labelled without the leading mark and offer their options', () => {
    expect(extraFieldLabel(field('select', ''))).toBe('取样地点');
    expect(extraFieldOptions(field('select', ''))).toEqual(['桥梁', '路基']);
    expect(problemsOf({ extraFields: [field('select', '隧道')] })).toEqual([
      ['consignInfoProperties.0.value', '“取样地点”不在可选项中'],
    ]);
  });

  it('that are hidden are checked only for their size and number', () => {
    expect(codes(field('select', '隧道', { visible: false }))).toEqual([]);
    expect(codes(field('select', 'x'.repeat(1001), { visible: false }))).toEqual([
      ['TEXT_TOO_LONG', 'consignInfoProperties.0.value'],
    ]);
    expect(codes(...Array.from({ length: 51 }, () => field('text', '')))).toEqual([
      ['TOO_MANY_EXTRA_FIELDS', 'consignInfoProperties'],
    ]);
  });
});
