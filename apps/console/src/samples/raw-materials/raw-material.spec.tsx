import { afterEach, beforeEach, describe, expect, it } from '@jest/globals';
import { cleanup, screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import {
  createChildBuSampleParamInfo,
  getBuSampleInfo,
  getCustomPropertyConsign,
  getDictionary,
  getMaterials,
  getOtherInfo,
  getParamPacks,
  getReferenceSamples,
  getSampleExample,
  getSampleProcessMethods,
  getStandards,
  getTestParameters,
  type OfferedParameter,
  type RawMaterialView,
  type ReferenceSample,
  type SampleView,
  saveBuSampleInfo,
  uploadFile,
} from '#contract';
import { newMaterialRow } from '#domain/sample';
import type { SampleProperty } from '#events';
import '../../i18n/language.js';
import { errorLog } from '../../lib/failures.js';
import { parameterWith, rawMaterialWith, sampleViewWith, UNIT_ID } from '../../testing/consignment.js';
import { laboratory, renderConsole } from '../../testing/render.js';
import { type StubServer, stubServer } from '../../testing/stub-server.js';
import { stubUploads } from '../../testing/stub-uploads.js';
import { SampleEditor } from '../editor/sample-editor.js';
import type { SampleFormContext } from '../selection/offer.js';
import type { OfferedMaterial } from './use-raw-materials.js';

const user = userEvent.setup({ pointerEventsCheck: 0 });
const uploads = stubUploads();
const consignId = crypto.randomUUID();
const offered = (some: Partial<OfferedMaterial> = {}): OfferedMaterial => ({
  id: crypto.randomUUID(),
  label: '普通硅酸盐水泥',
  categoryId: 'c1',
  bigCategoryId: 'big-cement',
  sampleNameLink: '水泥 → 普通硅酸盐水泥',
  role: '水泥',
  isDefault: true,
  isRequired: true,
  orderNum: 1,
  recommendedDosage: 360,
  dosageUnit: 'kg/m³',
  unitRatio: 1,
  ...some,
});
const cement = offered();
const sand = offered({
  label: '天然砂',
  bigCategoryId: 'big-sand',
  sampleNameLink: '集料 → 天然砂',
  role: '细集料',
  isDefault: false,
  orderNum: 2,
  recommendedDosage: 760,
  unitRatio: 2.11,
});
const property = (testSamplePropertySystemName: string, value = ''): SampleProperty => ({
  testSamplePropertyId: testSamplePropertySystemName,
  testSamplePropertyDisplayName: testSamplePropertySystemName,
  testSamplePropertySystemName,
  testSamplePropertyType: 1,
  value,
  orderNum: 1,
  isJoinSpecification: false,
  unit: '',
});
const cited: ReferenceSample = {
  id: crypto.randomUUID(),
  consignId: crypto.randomUUID(),
  consignCode: 'TU001-2026-00042',
  createTime: '2026-11-18T08:00:00.000Z',
  testUnitSampleId: cement.id,
  bigCategoryId: 'big-cement',
  sampleNameLink: '水泥',
  sampleName: '普通硅酸盐水泥',
  specificationType: 'P·O 42.5',
  specificationBuildMethod: '[]',
  produceInfo: '安溪水泥厂',
  piHao: 'P20261118',
  extractAddress: '2# 拌和站',
  testSampleDescription: '',
};

let server: StubServer;
let density: OfferedParameter;
let mix: SampleView;
let ownSample: SampleView;
let closeCount: number;
const parameterRow = (parameter: OfferedParameter): SampleView['tuSampleParamIds'][number] => ({
  tuTestParamId: parameter.id,
  tuTestParamCode: 'P',
  tuTestParamName: parameter.name,
  tuTestParamDescription: '',
  tuTestParamPrice: '100.00',
  testParamPriceType: 1,
  totalFee: '100.00',
  tuTestParamCount: 1,
  paramWorkDay: 2,
  sharedPriceQualifier: '',
  sharedPrice: null,
  testCount: null,
  sharedTestCount: null,
  sharedTestCountName: '',
  sharedTestCountUnit: '',
  buSampleParamUseBaseStandard: [],
});
const withRows = (...rows: Partial<RawMaterialView>[]) => {
  mix = {
    ...mix,
    buSampleInfoRefSampleInfo: rows.map((row) => rawMaterialWith({ testUnitSampleID: cement.id, ...row })),
  };
};

beforeEach(() => {
  server = stubServer();
  closeCount = 0;
  density = parameterWith({ name: '密度', displayName: '密度' });
  mix = sampleViewWith({
    consignId,
    testUnitSampleName: '水泥混凝土配合比',
    sampleNameLink: '配合比 → 水泥混凝土配合比',
    tuSampleParamIds: [parameterRow(density)],
  });
  ownSample = sampleViewWith({
    consignId,
    testUnitSampleId: cement.id,
    isMaterial: true,
    tuSampleParamIds: [parameterRow(density)],
    buSamplePropertyInfo: [property('manufacturer'), property('batchNo')],
  });
  server.respondWith(getBuSampleInfo, ({ query }) => (query['id'] === mix.id ? mix : ownSample));
  server.respondWith(getMaterials, [cement, sand]);
  server.respondWith(getTestParameters, [density]);
  for (const empty of [
    getSampleExample,
    getParamPacks,
    getStandards,
    getDictionary,
    getSampleProcessMethods,
    getCustomPropertyConsign,
  ])
    server.respondWith(empty, []);
  server.respondWith(getOtherInfo, ({ query }) => ({
    properties:
      query['sampleId'] === cement.id
        ? ownSample.buSamplePropertyInfo.map((each) => ({
            ...each,
            testSamplePropertyId: each.testSamplePropertyId ?? '',
            listValue: [],
            inputHistory: [],
            special: '',
          }))
        : [],
    specificationParts: [],
    sampleNumUnit: '',
    delegatesNumUnit: '',
    defaultDelegatesNum: null,
    defaultAfterTestOperate: '',
  }));
  server.respondWith(saveBuSampleInfo, ({ body }) => ({
    ...((body as SampleView).id === mix.id ? mix : ownSample),
    ...(body as Partial<SampleView>),
    tuSampleParamIds: [parameterRow(density)],
  }));
  server.respondWith(createChildBuSampleParamInfo, () => ownSample.id);
  server.respondWith(getReferenceSamples, { items: [cited], totalCount: 1 });
  uploads.respondWith(uploadFile, ({ file }) => ({ uploadId: 'up-1', name: file.name, size: file.size }));
});
afterEach(cleanup);
const host: SampleFormContext = {
  consignId,
  consignType: 1,
  revision: 3,
  testUnitId: UNIT_ID,
  projectId: crypto.randomUUID(),
  qualificationName: '',
  testUnitConfig: {},
  mayLeaveToLab: true,
};
const show = async (some: Partial<SampleFormContext> = {}, readOnly = false, account?: typeof laboratory) => {
  renderConsole(
    <SampleEditor
      host={{ ...host, ...some }}
      sampleId={mix.id}
      readOnly={readOnly}
      onClose={() => {
        closeCount += 1;
      }}
      onSaved={() => Promise.resolve()}
      onStale={() => undefined}
    />,
    account ? { user: account } : {},
  );
  await screen.findByRole('heading', { level: 1, name: /水泥混凝土配合比/ });
};
const button = (name: string | RegExp) => screen.getByRole<HTMLButtonElement>('button', { name });
const press = async (name: string | RegExp) => user.click(await screen.findByRole('button', { name }));
const field = (name: string) => screen.getByRole<HTMLInputElement>('textbox', { name });
const switches = () => screen.getAllByRole<HTMLInputElement>('checkbox', { name: /^第 \d+ 行 检测$/ });
const toasts = () => [...document.querySelectorAll('.bp6-toast-message')].map((toast) => toast.textContent);
const saved = () => server.requestsTo(saveBuSampleInfo).map(({ body }) => body as SampleView);
const savedRows = () => saved().at(-1)?.buSampleInfoRefSampleInfo ?? [];
const save = () => press('保存样品');
const cellsOf = (table: string) =>
  within(screen.getByRole('table', { name: table }))
    .getAllByRole('row')
    .slice(1)
    .map((row) =>
      within(row)
        .getAllByRole('cell')
        .map((cell) => cell.textContent),
    );

describe('the raw-material section', () => {
  it('RM-001 shows the same rows in a mix ratio and a dosage table, and sends the three numbers of a row', async () => {
    withRows(
      { buSampleInfoId: ownSample.id, testParams: '密度' },
      { sampleName: '天然砂', testUnitSampleID: sand.id, isTest: false, reportFile: { name: '砂.pdf', url: '' } },
    );
    await show();
    expect([cellsOf('配合比').map((cells) => cells[0]), cellsOf('用量').map((cells) => cells.slice(0, 2))]).toEqual([
      ['1', '2'],
      [
        ['1', '普通硅酸盐水泥'],
        ['2', '天然砂'],
      ],
    ]);
    for (const [name, input] of [
      ['单位比', '2.11'],
      ['推荐用量（kg/m³）', '760'],
      ['用量（kg/m³）', '755.5'],
    ] as const)
      await user.type(field(`第 2 行 ${name}`), input);
    await save();
    await waitFor(() => expect(closeCount).toBe(1));
    expect(savedRows()).toMatchObject([
      { unitRatio: '', dosage: '' },
      { unitRatio: '2.11', recommendedDosage: '760', dosage: '755.5' },
    ]);
  });

  it('RM-001 appears only for raw-material tests', async () => {
    await show({ consignType: 2 });
    expect([screen.queryByText('原材料信息'), server.requestsTo(getMaterials)]).toEqual([null, []]);
  });

  it('RM-013 offers the materials of the sample and its parameters, and a choice sets identity and recommended values', async () => {
    await show();
    await press('添加原材料');
    const select = await screen.findByRole('combobox', { name: '第 1 行 原材料' });
    await waitFor(() =>
      expect(
        within(select)
          .getAllByRole('option')
          .map((option) => option.textContent),
      ).toEqual(['请选择', '普通硅酸盐水泥', '天然砂']),
    );
    expect(server.requestsTo(getMaterials).at(-1)?.query).toMatchObject({
      sampleId: mix.testUnitSampleId,
      paramIds: density.id,
    });
    await user.selectOptions(select, '天然砂');
    await user.click(switches()[0] as HTMLElement);
    await user.upload(screen.getByLabelText('第 1 行报告文件'), new File(['pdf'], '砂.pdf'));
    await screen.findByText('砂.pdf');
    await save();
    await waitFor(() =>
      expect(savedRows()).toMatchObject([
        {
          testUnitSampleID: sand.id,
          bigCategoryId: 'big-sand',
          sampleNameLink: '集料 → 天然砂',
          isTest: false,
          recommendedDosage: '760',
          unitRatio: '2.11',
          reportFile: { name: '砂.pdf', uploadId: 'up-1' },
        },
      ]),
    );
  });

  it('fills in the default materials of a mix design', async () => {
    await show();
    await press('填入常用原材料');
    expect(cellsOf('用量')).toHaveLength(1);
    expect(field('第 1 行 推荐用量（kg/m³）').value).toBe('360');
  });

  it.each([
    ['nothing', {}, false, false],
    ['a read-only form', {}, true, true],
    ['a report file', { isTest: false, reportFile: { name: 'r.pdf', url: '' } }, false, true],
    ['a cited code', { isTest: false, consignCode: 'C-1', refBuSampleInfoId: 's-1' }, false, true],
    ['a sample of its own', { buSampleInfoId: 'own-1', testParams: '密度' }, false, true],
  ])(
    'RM-005 locks the test switch only for a report, a citation, an own sample or a read-only form: %s',
    async (_, row, readOnly, locked) => {
      withRows(row);
      await show({}, readOnly);
      expect(switches()[0]?.disabled).toBe(locked);
      if (locked) return;
      await user.click(switches()[0] as HTMLElement);
      expect(switches()[0]?.checked).toBe(false);
    },
  );

  it('RM-004 shows an edit button for a tested row, the code of a cited row as text, and the report of a reported row', async () => {
    withRows(
      { buSampleInfoId: ownSample.id, testParams: '密度' },
      { isTest: false, consignCode: 'TU001-2026-00042', refBuSampleInfoId: cited.id },
      { isTest: false, reportFile: { name: '砂.pdf', url: '/x' } },
    );
    await show();
    const [tested, citing, reported] = within(screen.getByRole('table', { name: '配合比' }))
      .getAllByRole('row')
      .slice(1) as [HTMLElement, HTMLElement, HTMLElement];
    expect(within(tested).getByRole('button', { name: '第 1 行 编辑' })).toBeTruthy();
    expect([
      within(citing).getByText('TU001-2026-00042').tagName,
      within(citing).queryByRole('button', { name: /编辑/ }),
    ]).toEqual(['SPAN', null]);
    expect(within(reported).getByRole('button', { name: '打开报告 砂.pdf' })).toBeTruthy();
  });

  it('RM-006 clears specification, manufacturer and batch number when the test switch is used', async () => {
    withRows({ isTest: false, specificationType: '中砂', produceInfo: '安溪砂场', produceBatchNo: 'S1' });
    await show();
    expect([field('第 1 行 规格型号').value, field('第 1 行 生产厂家').value, field('第 1 行 批号').value]).toEqual([
      '中砂',
      '安溪砂场',
      'S1',
    ]);
    await user.click(switches()[0] as HTMLElement);
    await user.click(switches()[0] as HTMLElement);
    expect([field('第 1 行 规格型号').value, field('第 1 行 生产厂家').value, field('第 1 行 批号').value]).toEqual([
      '',
      '',
      '',
    ]);
  });

  it('RM-008 removes a row only after confirmation, and sends the id of its own sample for deletion', async () => {
    withRows({ buSampleInfoId: ownSample.id, testParams: '密度' });
    await show();
    await press('移除第 1 行');
    expect(await screen.findByText('确定移除该行吗？')).toBeTruthy();
    await user.click(within(screen.getByRole('alertdialog')).getByRole('button', { name: '取消' }));
    expect(cellsOf('用量')).toHaveLength(1);
    await press('移除第 1 行');
    await user.click(within(await screen.findByRole('alertdialog')).getByRole('button', { name: '确定' }));
    await waitFor(() => expect(screen.queryByRole('table', { name: '用量' })).toBeNull());
    await save();
    await waitFor(() =>
      expect(saved().at(-1)).toMatchObject({
        buSampleInfoRefSampleInfo: [],
        deleteMaterialSampleInfoIds: [ownSample.id],
      }),
    );
  });

  it('RM-009 RM-011 names the row number of a material that blocks saving', async () => {
    withRows({ buSampleInfoId: ownSample.id, testParams: '密度' }, { ...newMaterialRow('m-2'), reportFile: null });
    await show();
    await save();
    await waitFor(() => expect(toasts()).toEqual(['第 2 行原材料未选择样品']));
    await user.selectOptions(screen.getByRole('combobox', { name: '第 2 行 原材料' }), '天然砂');
    await user.click(switches()[1] as HTMLElement);
    await save();
    await waitFor(() => expect(toasts()).toContain('第 2 行原材料未上传报告文件'));
    expect(saved()).toEqual([]);
  });

  it('RM-012 refuses an unsupported report file and sends nothing', async () => {
    withRows({ isTest: false });
    await show();
    await userEvent
      .setup({ applyAccept: false })
      .upload(screen.getByLabelText('第 1 行报告文件'), new File(['x'], '报告.exe'));
    await waitFor(() => expect(toasts()).toEqual([expect.stringContaining('报告文件仅支持以下格式：')]));
    expect(uploads.received).toEqual([]);
  });
});

describe('the citation in a raw-material row', () => {
  it('RM-014 RM-007 opens the citation dialog, shows what was cited, and empties the row when the citation is removed', async () => {
    withRows({ specificationType: '旧' });
    await show();
    await press('引用');
    await user.click(await screen.findByRole('cell', { name: 'P20261118' }));
    await user.click(screen.getByRole('button', { name: '确定' }));
    expect(await screen.findByText('TU001-2026-00042')).toBeTruthy();
    expect([switches()[0]?.checked, cellsOf('配合比')[0]?.slice(1, 5)]).toEqual([
      false,
      ['普通硅酸盐水泥', 'P·O 42.5', '安溪水泥厂', 'P20261118'],
    ]);
    await save();
    await waitFor(() =>
      expect(savedRows()).toMatchObject([
        { isTest: false, refBuSampleInfoId: cited.id, consignCode: 'TU001-2026-00042' },
      ]),
    );
    cleanup();
    await show();
    await press('引用');
    await user.click(await screen.findByRole('cell', { name: 'P20261118' }));
    await user.click(screen.getByRole('button', { name: '确定' }));
    await press('取消引用');
    expect([
      switches()[0]?.checked,
      switches()[0]?.disabled,
      screen.getByRole<HTMLSelectElement>('combobox', { name: '第 1 行 原材料' }).value,
    ]).toEqual([true, false, '']);
  });

  it('is disabled until a project is chosen', async () => {
    withRows({});
    await show({ projectId: null });
    expect(button('引用').disabled).toBe(true);
  });
});

describe('the dialog of a raw material', () => {
  const dialog = () => screen.findByRole('dialog', { name: '编辑原材料信息（配合比）' });

  it('RM-002 AUX-009 edits the row’s own sample in a dialog 1200 px wide, and the row then shows the saved values', async () => {
    ownSample = {
      ...ownSample,
      buSamplePropertyInfo: [property('manufacturer', '安溪水泥厂'), property('batchNo', 'B7')],
      specificationType: 'P·O 42.5',
    };
    withRows({});
    await show();
    await press('第 1 行 编辑');
    const box = await dialog();
    expect(box.style.width).toBe('1200px');
    expect(server.requestsTo(createChildBuSampleParamInfo).map(({ body }) => body)).toEqual([
      expect.objectContaining({
        consignId,
        parentSampleId: mix.id,
        isMaterial: true,
        tuTestSampleDTO: { id: cement.id, sampleName: '普通硅酸盐水泥' },
      }),
    ]);
    expect(await within(box).findByText('密度')).toBeTruthy();
    expect([within(box).queryByText('原材料信息'), within(box).queryByRole('table', { name: '用量' })]).toEqual([
      null,
      null,
    ]);
    await user.click(within(box).getByRole('button', { name: '保存' }));
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
    expect(saved()).toMatchObject([{ id: ownSample.id, isMaterial: true }]);
    expect(cellsOf('配合比')[0]?.slice(1, 5)).toEqual(['普通硅酸盐水泥', 'P·O 42.5', '安溪水泥厂', 'B7']);
    expect(cellsOf('配合比')[0]?.at(-2)).toContain('密度');
    await save();
    await waitFor(() => expect(savedRows()).toMatchObject([{ buSampleInfoId: ownSample.id }]));
  });

  it('RM-010 is opened from the alert that reports incomplete parameters on saving', async () => {
    withRows({});
    await show();
    await save();
    const alert = await screen.findByRole('alertdialog', { name: '原材料信息不完整' });
    expect(within(alert).getByText('第 1 行原材料参数信息不完整')).toBeTruthy();
    await user.click(within(alert).getByRole('button', { name: '去完善' }));
    expect(await dialog()).toBeTruthy();
    expect(saved()).toEqual([]);
  });

  it('SERR-010 stays open without a message when saving fails, and logs one error', async () => {
    withRows({ buSampleInfoId: ownSample.id, testParams: '密度' });
    await show();
    await press('第 1 行 编辑');
    const box = await dialog();
    server.refuse(saveBuSampleInfo, { status: 500, message: 'boom' });
    await user.click(await within(box).findByRole('button', { name: '保存' }));
    await waitFor(() => expect(errorLog.get()).toHaveLength(1));
    expect([toasts(), screen.queryByRole('alertdialog'), await dialog()]).toEqual([[], null, box]);
    expect(within(box).getByRole<HTMLButtonElement>('button', { name: '保存' }).disabled).toBe(false);
  });

  it('returns the focus to the edit button of the row', async () => {
    withRows({});
    await show();
    await press('第 1 行 编辑');
    await user.click(within(await dialog()).getByRole('button', { name: '取消' }));
    await waitFor(() => expect(document.activeElement).toBe(button('第 1 行 编辑')));
  });

  it('stays open when Escape is pressed in a standards dialog above it with unsaved changes', async () => {
    withRows({ buSampleInfoId: ownSample.id, testParams: '密度' });
    ownSample = {
      ...ownSample,
      tuSampleParamIds: [
        {
          ...parameterRow(density),
          buSampleParamUseBaseStandard: [
            {
              baBaseStandardId: 's-1',
              baseStandardName: '通用硅酸盐水泥',
              baseStandardCode: 'GB 175-2023',
              baseStandardClauseCode: '',
              baseStandardType: 3,
              useType: '1',
              limsUniqueKey: 'k-1',
              isDefault: false,
              executeDate: null,
              expireDate: null,
            },
          ],
        },
      ],
    };
    await show();
    await press('第 1 行 编辑');
    await user.click(within(await dialog()).getByRole('button', { name: '选择标准' }));
    const standards = await screen.findByRole('dialog', { name: '选择标准信息' });
    await user.click(within(standards).getAllByRole('checkbox', { name: /：作为检测依据$/ })[0] as HTMLElement);
    await user.keyboard('{Escape}');
    expect([standards.isConnected, (await dialog()).isConnected]).toEqual([true, true]);
  });

  it('shows an error inside when the parameters of the sample cannot be loaded', async () => {
    server.refuse(getTestParameters, { status: 500, message: 'boom' });
    withRows({ buSampleInfoId: ownSample.id, testParams: '密度' });
    await show();
    await press('第 1 行 编辑');
    expect(await within(await dialog()).findByText('获取检测参数失败')).toBeTruthy();
  });

  it('does not create the own sample again after it was closed without saving', async () => {
    withRows({});
    await show();
    for (const _ of [1, 2]) {
      await press('第 1 行 编辑');
      await user.click(within(await dialog()).getAllByRole('button', { name: /取消|关闭/ })[0] as HTMLElement);
      await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
    }
    expect(server.requestsTo(createChildBuSampleParamInfo)).toHaveLength(1);
  });

  it('lets the laboratory complete a sample left to it only during the audit, and otherwise only view it', async () => {
    mix = { ...mix, isTestUnitConfirmTestParam: true };
    ownSample = { ...ownSample, isTestUnitConfirmTestParam: true, testReason: '配合比', tuSampleParamIds: [] };
    withRows({ buSampleInfoId: ownSample.id, isTestUnitConfirmTestParam: true });
    const at20 = { consignStatus: 20, pageSource: 4, mayLeaveToLab: false };
    for (const [some, name] of [
      [at20, '第 1 行 完善参数信息'],
      [{ ...at20, consignStatus: 30 }, '第 1 行 查看'],
      [{ ...at20, pageSource: 1 }, '第 1 行 查看'],
    ] as const) {
      await show(some, true, laboratory);
      expect(await screen.findByRole('button', { name, hidden: true })).toBeTruthy();
      cleanup();
    }
  });
});
