import { afterEach, beforeEach, describe, expect, it } from '@jest/globals';
import { cleanup, screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { getBuSampleInfo, getOtherInfo, getReferenceSamples, type ReferenceSample } from '#contract';
import type { SampleProperty } from '#events';
import '../../i18n/language.js';
import { sampleViewWith } from '../../testing/consignment.js';
import { renderConsole } from '../../testing/render.js';
import { type StubServer, stubServer } from '../../testing/stub-server.js';
import { applyCitedSample, ReferenceDialog } from './reference.dialog.js';
import { toSampleFields } from './sample-draft.js';
import { SampleEditor } from './sample-editor.js';

const user = userEvent.setup({ pointerEventsCheck: 0 });
const sample = (some: Partial<ReferenceSample> = {}): ReferenceSample => ({
  id: crypto.randomUUID(),
  consignId: crypto.randomUUID(),
  consignCode: 'TU001-2026-00042',
  createTime: '2026-11-18T08:00:00.000Z',
  testUnitSampleId: crypto.randomUUID(),
  bigCategoryId: crypto.randomUUID(),
  sampleNameLink: '水泥 → 普通硅酸盐水泥',
  sampleName: '普通硅酸盐水泥',
  specificationType: 'P·O 42.5',
  specificationBuildMethod: '[{}]',
  produceInfo: '安溪水泥厂',
  piHao: 'P20261118',
  extractAddress: '2# 拌和站',
  testSampleDescription: '灰色粉末',
  ...some,
});
const rows = [sample(), sample({ consignCode: 'TU001-2026-00043', sampleName: '机制砂', piHao: '' })];
const scope = {
  testUnitId: '736e0494-c50f-5fb5-9296-7000562a5e79',
  projectId: '5da22e27-e2dd-51ea-b4d0-59ecf5c6a5fd',
  consignId: '11111111-1111-4111-8111-111111111111',
};

let server: StubServer;
let chosenSamples: ReferenceSample[];
let closeCount: number;
beforeEach(() => {
  server = stubServer();
  server.respondWith(getReferenceSamples, { items: rows, totalCount: 30 });
  [chosenSamples, closeCount] = [[], 0];
});
afterEach(cleanup);

const open = async () => {
  renderConsole(
    <ReferenceDialog
      {...scope}
      onClose={() => {
        closeCount += 1;
      }}
      onChosen={(chosenSample) => chosenSamples.push(chosenSample)}
    />,
  );
  await screen.findAllByRole('radio');
};
const requestQueries = () =>
  server
    .requestsTo(getReferenceSamples)
    .map(({ query }) => [query['search'], query['skipCount'], query['maxResultCount']]);
const radios = () => screen.getAllByRole<HTMLInputElement>('radio');

describe('the citation dialog', () => {
  it('RC-003 shows the eight columns in their order', async () => {
    await open();
    expect(
      screen
        .getAllByRole('columnheader')
        .slice(1)
        .map((head) => head.textContent),
    ).toEqual(['预委托编号', '填写日期', '样品名称', '规格型号', '生产厂家/产地', '批号', '取样地点', '样品描述']);
    const cells = within(screen.getAllByRole('row')[1] as HTMLElement)
      .getAllByRole('cell')
      .slice(1);
    expect(cells.map((cell) => cell.textContent)).toEqual([
      'TU001-2026-00042',
      '2026-11-18',
      '普通硅酸盐水泥',
      'P·O 42.5',
      '安溪水泥厂',
      'P20261118',
      '2# 拌和站',
      '灰色粉末',
    ]);
  });

  it('RC-004 selects one row at a time, and pages by 7, 20, 30 or 50 with a total, page buttons and a page input', async () => {
    await open();
    await user.click(radios()[0] as HTMLElement);
    await user.click(radios()[1] as HTMLElement);
    expect(radios().map(({ checked }) => checked)).toEqual([false, true]);
    expect(screen.getByText('共 30 条，第 1–7 条')).toBeTruthy();
    expect(
      within(screen.getByRole('combobox'))
        .getAllByRole('option')
        .map((option) => option.textContent),
    ).toEqual(['7 条/页', '20 条/页', '30 条/页', '50 条/页']);
    for (const name of ['上一页', '第 1 页', '第 5 页', '下一页'])
      expect(screen.getByRole('button', { name })).toBeTruthy();
    const jumper = screen.getByRole('textbox', { name: '前往页码，回车跳转' });
    await user.clear(jumper);
    await user.type(jumper, '3{Enter}');
    await waitFor(() =>
      expect(requestQueries()).toEqual([
        ['', '0', '7'],
        ['', '14', '7'],
      ]),
    );
    const next = screen.getByRole('textbox', { name: '前往页码，回车跳转' });
    await user.clear(next);
    await user.type(next, '99{Enter}');
    await waitFor(() => expect(requestQueries().at(-1)).toEqual(['', '28', '7']));
    expect(radios().some(({ checked }) => checked)).toBe(false);
  });

  it('RC-002 searches from page 1 on Enter or with the button', async () => {
    await open();
    await user.click(screen.getByRole('button', { name: '下一页' }));
    await waitFor(() => expect(requestQueries()).toHaveLength(2));
    const box = screen.getByRole('textbox', { name: '请输入预委托编号或样品名称' });
    await user.type(box, ' 水泥 {Enter}');
    await waitFor(() => expect(requestQueries().at(-1)).toEqual(['水泥', '0', '7']));
    await user.clear(box);
    await user.type(box, '砂');
    await user.click(screen.getByRole('button', { name: '查询' }));
    await waitFor(() => expect(requestQueries().at(-1)).toEqual(['砂', '0', '7']));
    expect(requestQueries()).toHaveLength(4);
  });

  it('RC-005 warns if no row is selected, returns the selected row, ignores Escape and closes on cancel', async () => {
    await open();
    await user.keyboard('{Escape}');
    await user.click(screen.getByRole('button', { name: '确定' }));
    await waitFor(() =>
      expect([...document.querySelectorAll('.bp6-toast-message')].map((toast) => toast.textContent)).toEqual([
        '请选择要引用的委托',
      ]),
    );
    expect([chosenSamples, closeCount]).toEqual([[], 0]);
    await user.click(screen.getByRole('cell', { name: '机制砂' }));
    await user.click(screen.getByRole('button', { name: '确定' }));
    expect([chosenSamples, closeCount]).toEqual([[rows[1]], 1]);
    await user.click(screen.getByRole('button', { name: '取消' }));
    expect([chosenSamples.length, closeCount]).toEqual([1, 2]);
  });

  it('distinguishes an empty list from a search without results', async () => {
    server.respondWith(getReferenceSamples, { items: [], totalCount: 0 });
    renderConsole(<ReferenceDialog {...scope} onClose={() => undefined} onChosen={() => undefined} />);
    expect(await screen.findByText('没有可以引用的委托')).toBeTruthy();
    await user.type(screen.getByRole('textbox', { name: '请输入预委托编号或样品名称' }), '桥{Enter}');
    expect(await screen.findByText('没有找到“桥”')).toBeTruthy();
  });
});

describe('the sample editor', () => {
  it('offers a citation only for editable raw material once project and testing unit are chosen', async () => {
    const view = sampleViewWith();
    server.respondWith(getBuSampleInfo, view);
    const host = {
      ...scope,
      consignType: 1,
      revision: 1,
      qualificationName: '',
      testUnitConfig: {},
      mayLeaveToLab: true,
    };
    const isOffered = async (some: object, readOnly = false) => {
      renderConsole(
        <SampleEditor
          host={{ ...host, ...some }}
          sampleId={view.id}
          readOnly={readOnly}
          onClose={() => undefined}
          onSaved={() => Promise.resolve()}
          onStale={() => undefined}
        />,
      );
      await screen.findByRole('heading', { level: 1, name: /普通硅酸盐水泥/ });
      const offered = screen.queryByRole('button', { name: '引用已添加的委托' }) !== null;
      cleanup();
      return offered;
    };
    expect([
      await isOffered({}),
      await isOffered({ projectId: null }),
      await isOffered({ testUnitId: null }),
      await isOffered({ consignType: 2 }),
      await isOffered({}, true),
    ]).toEqual([true, false, false, false, false]);
  });

  it('fills manufacturer and batch number from the citation if the catalogue has these properties', async () => {
    const property = (testSamplePropertySystemName: string, testSamplePropertyDisplayName: string): SampleProperty => ({
      testSamplePropertyId: testSamplePropertySystemName,
      testSamplePropertyDisplayName,
      testSamplePropertySystemName,
      testSamplePropertyType: 1,
      value: '',
      orderNum: 1,
      isJoinSpecification: false,
      unit: '',
    });
    const view = sampleViewWith({
      buSamplePropertyInfo: [property('manufacturer', '生产厂家'), property('batchNo', '批号')],
    });
    server.respondWith(getBuSampleInfo, view);
    server.respondWith(getOtherInfo, {
      properties: view.buSamplePropertyInfo.map((chosenSample) => ({
        listValue: [],
        inputHistory: [],
        special: '',
        ...chosenSample,
        testSamplePropertyId: chosenSample.testSamplePropertyId ?? '',
      })),
      sampleNumUnit: '',
      delegatesNumUnit: '',
      defaultDelegatesNum: null,
      defaultAfterTestOperate: '',
    });
    renderConsole(
      <SampleEditor
        host={{ ...scope, consignType: 1, revision: 1, qualificationName: '', testUnitConfig: {}, mayLeaveToLab: true }}
        sampleId={view.id}
        readOnly={false}
        onClose={() => undefined}
        onSaved={() => Promise.resolve()}
        onStale={() => undefined}
      />,
    );
    await user.click(await screen.findByRole('button', { name: '引用已添加的委托' }));
    await user.click(await within(await screen.findByRole('dialog')).findByRole('cell', { name: '普通硅酸盐水泥' }));
    await user.click(screen.getByRole('button', { name: '确定' }));
    expect(
      await screen.findByText('已从 TU001-2026-00042 填入：规格型号、生产厂家／产地、批号、取样地点、样品描述'),
    ).toBeTruthy();
    expect(
      ['生产厂家', '批号', '取样地点', '样品描述'].map((label) => screen.getByLabelText<HTMLInputElement>(label).value),
    ).toEqual(['安溪水泥厂', 'P20261118', '2# 拌和站', '灰色粉末']);
    expect(screen.getByText('有未保存的修改')).toBeTruthy();
  });
});

describe('applying a citation', () => {
  const property = (testSamplePropertySystemName: string, value = ''): SampleProperty => ({
    testSamplePropertyId: null,
    testSamplePropertyDisplayName: '',
    testSamplePropertySystemName,
    testSamplePropertyType: 1,
    value,
    orderNum: 1,
    isJoinSpecification: false,
    unit: '',
  });
  const fields = toSampleFields(
    sampleViewWith({
      extractAddress: '旧地点',
      buSamplePropertyInfo: [property('manufacturer'), property('prop_1', '灰')],
    }),
  );

  it('fills only the fields that the cited sample has values for and the new sample contains', () => {
    const { part, filledFields } = applyCitedSample(sample({ testSampleDescription: '' }), fields, false);
    expect(filledFields).toEqual(['specification', 'produceInfo', 'extractAddress']);
    expect(part).toEqual({
      specificationType: 'P·O 42.5',
      specificationBuildMethod: '[{}]',
      extractAddress: '2# 拌和站',
      buSamplePropertyInfo: [property('manufacturer', '安溪水泥厂'), property('prop_1', '灰')],
    });
    expect(
      applyCitedSample(
        sample({ specificationType: '', produceInfo: '', piHao: '', extractAddress: '', testSampleDescription: '' }),
        fields,
        false,
      ).filledFields,
    ).toEqual([]);
  });

  it('does not fill what is left to the laboratory', () => {
    expect(applyCitedSample(sample(), fields, true)).toEqual({
      filledFields: ['extractAddress', 'sampleDescription'],
      part: {
        extractAddress: '2# 拌和站',
        testSampleDescription: '灰色粉末',
        buSamplePropertyInfo: fields.buSamplePropertyInfo,
      },
    });
  });
});
