import { afterEach, beforeEach, describe, expect, it } from '@jest/globals';
import { cleanup, screen, waitFor, within } from '@testing-library/react';
import { getConcatRules, getOtherInfo, getUnitDetail, type ResultOf, saveSpecification } from '#contract';
import type { SampleProperty } from '#events';
import '../../i18n/language.js';
import { errorLog } from '../../lib/failures.js';
import { UNIT_ID, unitDetail } from '../../testing/consignment.js';
import { renderConsole } from '../../testing/render.js';
import { type StubServer, stubServer } from '../../testing/stub-server.js';
import {
  sampleLeftToLab,
  openEditor,
  otherInfo,
  property,
  alertText,
  sampleServer,
  user,
} from '../testing/open-editor.js';
import { DUPLICATE_LOG, SpecificationDialog, type SpecificationFields } from './specification.dialog.js';

const SAMPLE = 'd31e387b-6db1-5e1f-b5a9-4113d4557372';
const KIND = '0f8fad5b-d9cb-469f-a165-70867728950e';
const GRADE = '7c9e6679-7425-40de-944b-e07fc1f90ae7';
const SIZE = '1c9e6679-7425-40de-944b-e07fc1f90ae7';

const joined = (testSamplePropertyId: string, name: string, orderNum: number, some: Partial<SampleProperty> = {}) =>
  property(name, { testSamplePropertyId, orderNum, isJoinSpecification: true, testSamplePropertyType: 5, ...some });
const properties = [
  joined(KIND, '品种', 1, { listValue: ['P·O', 'P·Ⅰ'], inputHistory: ['P·F'] }),
  joined(GRADE, '强度等级', 2, { listValue: ['42.5'] }),
  joined(SIZE, '规格', 3),
];
type Rule = ResultOf<typeof getConcatRules>[number];
const rule = (...parts: [id: string, name: string][]): Rule => ({
  id: 'r',
  sampleId: SAMPLE.replaceAll('-', ''),
  name: '',
  separator: ' ',
  example: 'P·O 42.5',
  configData: parts.map(([attributeId, displayName], index) => ({
    attributeId,
    name: displayName,
    displayName,
    systemFieldName: `prop_${displayName}`,
    dataType: 5,
    infoType: 1,
    customized: 0,
    inputHistory: [],
    isJoinSpecification: 1,
    orderNo: index + 1,
    isShowTest: 1,
    value: '',
  })),
});

let server: StubServer;
let savedFields: SpecificationFields[];
let closeCount: number;
beforeEach(() => {
  localStorage.clear();
  server = stubServer();
  server.respondWith(getUnitDetail, unitDetail(false));
  server.respondWith(getOtherInfo, otherInfo([]));
  server.respondWith(getConcatRules, [rule([GRADE, '等级'], [KIND, '代号'])]);
  server.respondWith(saveSpecification, true);
  [savedFields, closeCount] = [[], 0];
});
afterEach(cleanup);

const open = async (specified: Partial<SpecificationFields> = {}, isIntegrated = false) => {
  server.respondWith(getUnitDetail, unitDetail(isIntegrated));
  renderConsole(
    <SpecificationDialog
      sampleId={SAMPLE}
      buSampleInfoId="s1"
      testUnitId={UNIT_ID}
      fields={{
        specificationType: '',
        specificationBuildMethod: '',
        buSamplePropertyInfo: properties,
        ...specified,
      }}
      onClose={() => {
        closeCount += 1;
      }}
      onSet={(one) => savedFields.push(one)}
    />,
  );
  await screen.findAllByRole('combobox');
};
const rows = () => [...document.querySelectorAll<HTMLElement>('.specification-part')];
const inputs = () => screen.getAllByRole<HTMLInputElement>('combobox');
const visibleParts = () =>
  rows().map((row, index) => [row.querySelector('label')?.textContent, inputs()[index]?.value]);
const preview = () => document.querySelector('.specification-preview__text')?.textContent;
const fill = async (index: number, text: string) => {
  await user.clear(inputs()[index] as HTMLElement);
  if (text) await user.type(inputs()[index] as HTMLElement, text);
};
const actionsOf = (index: number) =>
  within(rows()[index] as HTMLElement)
    .getAllByRole('button')
    .map((button) => button.getAttribute('aria-label')?.replace(/“.*”/, ''));
const press = (name: string | RegExp) => user.click(screen.getByRole('button', { name }));
const one = (some: object[]) => ({ specificationType: 'x', specificationBuildMethod: JSON.stringify(some) });

describe('the specification dialog', () => {
  it('SPM-001 is 550 px wide, stays open on Escape and outside clicks, and cancelling changes nothing', async () => {
    await open();
    const dialog = screen.getByRole('dialog', { name: '设置规格型号' });
    expect(dialog.style.width).toBe('550px');
    await fill(0, 'P·O');
    await user.keyboard('{Escape}{Escape}');
    await user.click(document.querySelector('.bp6-dialog-container') as HTMLElement);
    expect([screen.queryByRole('dialog') !== null, closeCount]).toEqual([true, 0]);
    await press('取消');
    expect([savedFields, closeCount]).toEqual([[], 1]);
  });

  it('SPM-002 lists the properties in order, each with suggestions and free text input', async () => {
    await open();
    expect(visibleParts().map(([label]) => label)).toEqual(['品种', '连接符', '强度等级', '连接符', '规格']);
    for (const index of [0, 2, 4]) expect(inputs()[index]?.placeholder).toBe('请选择或输入');
    await user.click(inputs()[0] as HTMLElement);
    expect(screen.getAllByRole('option').map((option) => option.textContent)).toEqual(['P·O', 'P·Ⅰ', 'P·F']);
    await user.click(screen.getByRole('option', { name: 'P·Ⅰ' }));
    await fill(4, '散装');
    expect([inputs()[0]?.value, preview()]).toEqual(['P·Ⅰ', 'P·Ⅰ 散装']);
  });

  it('SPM-003 adds, moves and deletes rows, and updates the preview', async () => {
    const part = (name: string, value: string, some = {}) => ({
      testSamplePropertyId: name,
      testSamplePropertyDisplayName: name,
      value,
      infoType: 1,
      isJoinSpecification: true,
      ...some,
    });
    await open(one([part('A', '1'), part('B', '2', { isJoinSpecification: false }), part('C', '3')]));
    expect([actionsOf(0), actionsOf(1), actionsOf(2)]).toEqual([
      ['在后添加', '下移'],
      ['在后添加', '上移', '下移', '删除'],
      ['在后添加', '上移'],
    ]);
    expect(preview()).toBe('1 2 3');
    await press('下移“A”');
    expect([visibleParts(), preview()]).toEqual([
      [
        ['B', '2'],
        ['A', '1'],
        ['C', '3'],
      ],
      '2 1 3',
    ]);
    await press('上移“C”');
    expect(preview()).toBe('2 3 1');
    await press('在“B”后添加');
    expect(visibleParts()[1]).toEqual(['自定义', '-']);
    await fill(1, 'x');
    expect(preview()).toBe('2x31');
    await press('删除“B”');
    expect(visibleParts().map(([label]) => label)).toEqual(['自定义', 'C', 'A']);
  });

  it('SPM-004 PRE-026 has read-only connectors and adds editable custom rows with a dash', async () => {
    await open();
    const connector = inputs()[1];
    expect([connector?.disabled, connector?.value, rows()[1]?.querySelector('label')?.textContent]).toEqual([
      true,
      ' ',
      '连接符',
    ]);
    await press('在“规格”后添加');
    expect([visibleParts()[5], inputs()[5]?.disabled]).toEqual([['自定义', '-'], false]);
  });

  it('PRE-024 previews non-empty parts joined by a space, or by nothing if a part has no id', async () => {
    const values = (...ids: (string | null)[]) =>
      one(
        ['A', '', 'B'].map((value, index) => ({
          testSamplePropertyId: ids[index] ?? null,
          testSamplePropertyDisplayName: `p${index}`,
          value,
        })),
      );
    await open(values('1', '2', '3'));
    expect(preview()).toBe('A B');
    expect(document.querySelector('output.specification-preview input')).toBeNull();
    cleanup();
    await open(values('1', null, '3'));
    expect(preview()).toBe('AB');
  });

  it('SPM-006 PRE-022 PRE-015 merges the rule of an integrated unit, requested once, and requests none for other units', async () => {
    await open({}, true);
    expect(visibleParts()).toEqual([
      ['等级', ''],
      ['连接符', ' '],
      ['代号', ''],
      ['连接符', ' '],
      ['规格', ''],
    ]);
    expect(server.requestsTo(getConcatRules)).toHaveLength(1);
    cleanup();
    await open();
    expect(visibleParts().map(([label]) => label)).toEqual(['品种', '连接符', '强度等级', '连接符', '规格']);
    expect(server.requestsTo(getConcatRules)).toHaveLength(1);
    cleanup();
    server.respondWith(
      getOtherInfo,
      otherInfo([], {
        specificationParts: [
          {
            ...(rule([KIND, '牌号']).configData[0] as Rule['configData'][number]),
            listValue: [],
            unit: '',
            deleteAble: false,
            attributeId: KIND,
            name: '牌号',
            displayName: '牌号',
            systemFieldName: '',
            dataType: 5,
            infoType: 1,
            customized: 0,
            inputHistory: [],
            isJoinSpecification: 1,
            orderNo: 1,
            isShowTest: 1,
            value: '',
          },
        ],
      }),
    );
    await open();
    expect(visibleParts()[0]).toEqual(['牌号', '']);
  });

  it('SPM-007 allows only rows that are not joined properties to be deleted when it is opened again', async () => {
    await open(
      one([
        { testSamplePropertyId: 'a', testSamplePropertyDisplayName: 'A', value: '1', isJoinSpecification: true },
        { testSamplePropertyId: 'b', testSamplePropertyDisplayName: 'B', value: '2', isJoinSpecification: false },
      ]),
    );
    expect(rows().map((_, index) => actionsOf(index).includes('删除'))).toEqual([false, true]);
    expect(server.requestsTo(getOtherInfo)).toEqual([]);
  });

  it('SPM-008 PRE-023 shows one row that cannot be deleted when the list is empty, also after the last row is deleted', async () => {
    await open({ buSamplePropertyInfo: [] });
    expect([visibleParts(), actionsOf(0)]).toEqual([[['规格型号', '']], ['在后添加']]);
    await press('在“规格型号”后添加');
    await press('删除“自定义”');
    expect(visibleParts()).toEqual([['规格型号', '']]);
    cleanup();
    server.respondWith(
      getOtherInfo,
      otherInfo([], {
        specificationParts: [
          {
            attributeId: null,
            name: 'custom',
            displayName: '自定义',
            systemFieldName: '',
            dataType: 1,
            infoType: 3,
            customized: 1,
            inputHistory: [],
            listValue: [],
            unit: '',
            isJoinSpecification: 0,
            orderNo: 1,
            isShowTest: 0,
            value: '-',
            deleteAble: true,
          },
        ],
      }),
    );
    await open({ buSamplePropertyInfo: [] });
    await press('删除“自定义”');
    expect([visibleParts(), actionsOf(0)]).toEqual([[['规格型号', '']], ['在后添加']]);
  });
});

describe('confirming the specification', () => {
  it('SPM-009 PRE-025 PRE-028 returns text and rows, and saves the rule once at an integrated unit under the id without dashes', async () => {
    await open({}, true);
    await fill(0, '42.5');
    await fill(2, 'P·O');
    const text = preview();
    await press('确定');
    const [specified] = savedFields;
    expect([specified?.specificationType, text, closeCount]).toEqual(['42.5 P·O', '42.5 P·O', 1]);
    const built = JSON.parse(specified?.specificationBuildMethod ?? '') as SampleProperty[];
    expect(built.map(({ value }) => value)).toEqual(['42.5', ' ', 'P·O', ' ', '']);
    expect(specified?.buSamplePropertyInfo.map(({ value }) => value)).toEqual(['P·O', '42.5', '']);
    await waitFor(() => expect(server.requestsTo(saveSpecification)).toHaveLength(1));
    const request = server.requestsTo(saveSpecification)[0]?.body as { sampleId: string; configData: string };
    const config = JSON.parse(request.configData) as Record<string, unknown>[];
    expect(request.sampleId).toBe(SAMPLE.replaceAll('-', ''));
    expect(config.map((line) => [line['orderNo'], line['displayName'], line['value']])).toEqual([
      [1, '等级', '42.5'],
      [2, '连接符', ' '],
      [3, '代号', 'P·O'],
      [4, '连接符', ' '],
      [5, '规格', ''],
    ]);
    for (const line of config) expect(Object.keys(line)).toHaveLength(12);
  });

  it('saves no rule for a unit without its own system', async () => {
    await open();
    await press('确定');
    await waitFor(() => expect(savedFields).toHaveLength(1));
    await waitFor(() => expect(server.requestsTo(getUnitDetail)).not.toEqual([]));
    expect(server.requestsTo(saveSpecification)).toEqual([]);
  });

  it('SPM-011 ILIS-011 keeps the specification if the rule cannot be saved, shows no alert and logs one error', async () => {
    server.refuse(saveSpecification, { status: 500, message: 'broken' });
    await open({}, true);
    await fill(0, '42.5');
    await press('确定');
    expect([savedFields[0]?.specificationType, closeCount]).toEqual(['42.5', 1]);
    await waitFor(() => expect(errorLog.get()).toHaveLength(1));
    expect([screen.queryByRole('alertdialog'), alertText()]).toEqual([null, []]);
  });

  it('AK-006 SPM-013 PRE-027 duplicate properties are logged only in this browser, for five days', async () => {
    const log = () => JSON.parse(localStorage.getItem(DUPLICATE_LOG) ?? '[]') as { at: number; keys: string[] }[];
    localStorage.setItem(
      DUPLICATE_LOG,
      JSON.stringify([
        { at: Date.now() - 432_001_000, sampleId: 'old', keys: ['x'] },
        { at: Date.now() - 86_400_000, sampleId: 'young', keys: ['y'] },
      ]),
    );
    const twice = {
      testSamplePropertyId: null,
      testSamplePropertyDisplayName: '品种',
      testSamplePropertySystemName: 'prop_kind',
      value: '1',
    };
    await open(one([twice, twice]));
    await waitFor(() => expect(log().map(({ keys }) => keys)).toEqual([['y'], ['品种 prop_kind']]));
    expect([alertText(), screen.queryByRole('alertdialog')]).toEqual([[], null]);
    cleanup();
    await open();
    expect(log()).toHaveLength(2);
  });
});

it('SPM-010 PRE-025 a new sample whose parts have values gets its specification without a dialog or a saved rule', async () => {
  const filled = [joined(KIND, '品种', 1, { value: 'P·O' }), joined(GRADE, '强度等级', 2, { value: '42.5' })];
  const sample = sampleLeftToLab({ isNew: true, isTestUnitConfirmTestParam: false, buSamplePropertyInfo: filled });
  const stub = sampleServer(sample);
  stub.respondWith(getUnitDetail, unitDetail(true));
  await openEditor(sample);
  await waitFor(() => expect(screen.getByLabelText<HTMLInputElement>('规格型号').value).toBe('P·O 42.5'));
  expect([
    screen.queryByRole('dialog'),
    stub.requestsTo(saveSpecification),
    screen.queryByText('有未保存的修改'),
  ]).toEqual([null, [], null]);
});
