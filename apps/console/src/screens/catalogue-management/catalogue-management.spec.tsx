import { afterEach, beforeEach, describe, expect, it } from '@jest/globals';
import { cleanup, screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { Route, Routes } from 'react-router-dom';
import {
  accessoryTypeCreate,
  addPack,
  addSampleLevel,
  type BaseStandard,
  baseStandardDelete,
  baseStandardInsert,
  deleteSampleLevel,
  getAccessoryTypes,
  getAllStandard,
  getAllUnit,
  getSampleChanges,
  getSampleLevels,
  type CatalogueParameterView,
  type CatalogueSampleView,
  listPacks,
  resetPack,
  sysTestSampleCreate,
  sysTestSampleGet,
  sysTestSampleGetAll,
  tuTestParamDelete,
  tuTestParamGetAll,
  tuTestParamUpdate,
  tuTestSampleDelete,
  tuTestSampleGet,
  tuTestSampleGetAll,
  tuTestSampleResetTemplate,
  updateSampleLevel,
  withdrawPack,
} from '#contract';
import '../../i18n/language.js';
import { baseStandardWith, catalogueParameterWith, catalogueSampleWith } from '../../testing/catalogue.js';
import { Address } from '../../testing/list-server.js';
import { administrator, laboratory, renderConsole } from '../../testing/render.js';
import { type StubServer, stubServer } from '../../testing/stub-server.js';
import { testUnitWith } from '../../testing/units.js';
import AccessoryTypesPage from './accessory-types.page.js';
import PacksPage from './packs.page.js';
import {
  ACCESSORY_TYPES,
  BASE_STANDARDS,
  PARAM_PACKS,
  SAMPLE,
  samplePath,
  SAMPLES,
  UNIT_SAMPLES,
} from '../../lib/paths.js';
import SamplePage from './sample.page.js';
import SamplesPage from './samples.page.js';
import StandardsPage from './standards.page.js';

const EXPIRED = baseStandardWith({
  id: 's-9',
  baseStandardName: '旧规程',
  printsManCode: 'JTJ 270-98',
  isExpired: true,
  expireDate: '2020-01-01',
  clauseCodes: [],
  canDelete: true,
});
let server: StubServer;
let standards: BaseStandard[];
let samples: CatalogueSampleView[];
let parameters: CatalogueParameterView[];
let address: string;
const addressProbe = (
  <Address
    onChange={(newAddress) => {
      address = decodeURIComponent(newAddress);
    }}
  />
);
const rowsOf = async (name: string) => [...(await screen.findByRole('table', { name })).querySelectorAll('tbody tr')];

beforeEach(() => {
  standards = [baseStandardWith(), EXPIRED];
  samples = [
    catalogueSampleWith(),
    catalogueSampleWith({
      id: 'own-1',
      sampleCode: 'SN01-B',
      sampleName: '本院水泥',
      origin: 'own',
      testUnitId: 'u',
      revision: 0,
    }),
  ];
  parameters = [
    catalogueParameterWith(),
    catalogueParameterWith({
      id: 'p-2',
      testParamId: 'p-2',
      testParamCode: 'SN01-02',
      name: '比表面积',
      displayName: '比表面积',
      offered: false,
      price: '',
      sharedPrice: '240',
      sharedPriceQualifier: '净浆试验',
      standards: [
        {
          standardId: 's-9',
          standardName: '旧规程',
          publishCode: 'JTJ 270-98',
          clauseCode: '',
          useType: '3',
          isDefault: true,
          isExpired: true,
        },
      ],
    }),
  ];
  server = stubServer();
  server.respondWith(getAllStandard, ({ query }) => {
    const matches = standards.filter(
      ({ printsManCode, isExpired }) =>
        printsManCode.includes(query['search'] ?? '') &&
        ((query['state'] ?? '') === '' || isExpired === (query['state'] === 'expired')),
    );
    return { items: matches, totalCount: matches.length };
  });
  const matchingSamples = ({ query }: { query: Record<string, string> }) => {
    const matches = samples.filter(
      ({ sampleName, origin }) =>
        sampleName.includes(query['search'] ?? '') && (query['state'] !== 'own' || origin !== 'template'),
    );
    return { items: matches, totalCount: matches.length };
  };
  server.respondWith(sysTestSampleGetAll, matchingSamples);
  server.respondWith(tuTestSampleGetAll, matchingSamples);
  for (const operation of [sysTestSampleGet, tuTestSampleGet])
    server.respondWith(operation, () => samples[0] ?? catalogueSampleWith());
  server.respondWith(tuTestParamGetAll, () => parameters);
  server.respondWith(getSampleLevels, [
    {
      sampleLevelId: 'c-2',
      name: '通用硅酸盐水泥',
      levelCode: '0101',
      displayName: '水泥 → 通用硅酸盐水泥',
      isdeleted: false,
      sysTestItemId: 'c-1',
      parentId: 'c-1',
      orderNum: 1,
    },
  ]);
  server.respondWith(getAllUnit, {
    items: [testUnitWith()].map((unit) => ({ ...unit, addresses: [], tuQualification: [] })),
    totalCount: 1,
  });
});
afterEach(cleanup);

describe('the standards of the catalogue', () => {
  const open = () =>
    renderConsole(
      <>
        <StandardsPage />
        {addressProbe}
      </>,
      { user: administrator, at: BASE_STANDARDS },
    );

  it('are listed with expired ones in red; only unused ones have a delete button, and deleting requires a reason', async () => {
    server.respondWith(baseStandardDelete, () => {
      standards = standards.slice(0, 1);
      return true as const;
    });
    open();
    expect(await rowsOf('标准列表')).toHaveLength(2);
    expect(screen.getByText('2020-01-01').className).toContain('danger-text');
    expect(screen.queryByRole('button', { name: '删除 JTG 3420-2020' })).toBeNull();
    await userEvent.click(screen.getByRole('button', { name: '删除 JTJ 270-98' }));
    const box = within(await screen.findByRole('alertdialog', { name: '删除标准' }));
    await userEvent.click(box.getByRole('button', { name: '删除标准' }));
    expect(server.requestsTo(baseStandardDelete)).toHaveLength(0);
    await userEvent.type(box.getByRole('textbox'), '已废止');
    await userEvent.click(box.getByRole('button', { name: '删除标准' }));
    await waitFor(async () => expect(await rowsOf('标准列表')).toHaveLength(1));
    expect(server.requestsTo(baseStandardDelete)[0]?.query).toEqual({ id: 's-9', reason: '已废止' });
  });

  it('require number and name when added, and a refusal by the service is shown in the form', async () => {
    server.refuse(baseStandardInsert, { status: 409, message: '已有相同编号和名称的标准' });
    open();
    await userEvent.click(await screen.findByRole('button', { name: '新建标准' }));
    const form = within(await screen.findByRole('dialog', { name: '新建标准' }));
    await userEvent.click(form.getByRole('button', { name: '保存' }));
    expect(form.getAllByText('不能为空')).toHaveLength(2);
    await userEvent.type(form.getByLabelText(/^标准编号/), 'GB 1-2026');
    await userEvent.type(form.getByLabelText(/^标准名称/), '新标准');
    await userEvent.type(form.getByLabelText('条款'), '4.1{Enter}4.2');
    await userEvent.click(form.getByRole('button', { name: '保存' }));
    expect(await form.findByText('已有相同编号和名称的标准')).toBeTruthy();
    expect(server.requestsTo(baseStandardInsert)[0]?.body).toEqual({
      baseStandardName: '新标准',
      printsManCode: 'GB 1-2026',
      type: 3,
      executeDate: null,
      expireDate: null,
      clauseCodes: ['4.1', '4.2'],
    });
  });

  it('are filtered by state, which is written to the address, and a failure to read the list is shown', async () => {
    open();
    await userEvent.selectOptions(await screen.findByLabelText('状态'), '已作废');
    await waitFor(async () => expect(await rowsOf('标准列表')).toHaveLength(1));
    expect(address).toBe(`${BASE_STANDARDS}?state=expired`);
    cleanup();
    server.refuse(getAllStandard, { status: 500, message: '服务器内部错误' });
    open();
    expect(await screen.findByText(/服务器内部错误/)).toBeTruthy();
  });
});

describe('the samples of the catalogue', () => {
  const pages = (
    <>
      <Routes>
        <Route path={SAMPLES} element={<SamplesPage />} />
        <Route path={UNIT_SAMPLES} element={<SamplesPage />} />
        <Route path={SAMPLE} element={<SamplePage />} />
      </Routes>
      {addressProbe}
    </>
  );

  it('show the administrator the template, or the catalogue of a selected laboratory', async () => {
    renderConsole(pages, { user: administrator, at: SAMPLES });
    expect(await rowsOf('样品列表')).toHaveLength(2);
    expect(server.requestsTo(sysTestSampleGetAll)).toHaveLength(1);
    await userEvent.selectOptions(await screen.findByLabelText('目录'), '浙东交通工程检测中心有限公司');
    await waitFor(() =>
      expect(server.requestsTo(tuTestSampleGetAll)[0]?.query).toMatchObject({ testUnitId: testUnitWith().id }),
    );
    expect(address).toBe(`${SAMPLES}/unit/${testUnitWith().id}`);
    expect((await rowsOf('样品列表')).map((row) => row.querySelectorAll('td')[4]?.textContent)).toEqual([
      '系统模板',
      '机构自建',
    ]);
  });

  it('require a category when added', async () => {
    server.respondWith(sysTestSampleCreate, catalogueSampleWith());
    renderConsole(pages, { user: administrator, at: SAMPLES });
    await userEvent.click(await screen.findByRole('button', { name: '新建样品' }));
    const form = within(await screen.findByRole('dialog', { name: '新建样品' }));
    await userEvent.type(form.getByLabelText(/^样品编码/), 'SN99');
    await userEvent.type(form.getByLabelText(/^样品名称/), '新型水泥');
    await userEvent.click(form.getByRole('button', { name: '保存' }));
    expect(form.getByText('请选择样品分类')).toBeTruthy();
    await userEvent.selectOptions(form.getByLabelText(/^分类/), '水泥 → 通用硅酸盐水泥');
    await userEvent.click(form.getByRole('button', { name: '保存' }));
    await waitFor(() =>
      expect(server.requestsTo(sysTestSampleCreate)[0]?.body).toEqual({
        sampleName: '新型水泥',
        sampleCode: 'SN99',
        parentId: 'c-2',
      }),
    );
  });

  it('have categories that can be added under a parent, and deleted with a reason if they have no children', async () => {
    server.respondWith(addSampleLevel, {
      sampleLevelId: 'c-9',
      name: '白水泥',
      levelCode: '0102',
      displayName: '水泥 → 白水泥',
      isdeleted: false,
      sysTestItemId: 'c-1',
      parentId: 'c-1',
      orderNum: 2,
    });
    server.respondWith(deleteSampleLevel, true);
    server.respondWith(getSampleLevels, [
      {
        sampleLevelId: 'c-1',
        name: '水泥',
        levelCode: '01',
        displayName: '水泥',
        isdeleted: false,
        sysTestItemId: 'c-1',
        parentId: null,
        orderNum: 1,
      },
      {
        sampleLevelId: 'c-2',
        name: '通用硅酸盐水泥',
        levelCode: '0101',
        displayName: '水泥 → 通用硅酸盐水泥',
        isdeleted: false,
        sysTestItemId: 'c-1',
        parentId: 'c-1',
        orderNum: 1,
      },
    ]);
    renderConsole(pages, { user: administrator, at: SAMPLES });
    await userEvent.click(await screen.findByRole('button', { name: '样品分类' }));
    const form = within(await screen.findByRole('dialog', { name: '样品分类' }));
    expect(
      [...(await form.findByRole('table', { name: '样品分类' })).querySelectorAll('tbody tr')].map(
        (row) => row.textContent,
      ),
    ).toEqual(['01水泥编辑历史', '0101水泥 → 通用硅酸盐水泥编辑删除历史']);
    await userEvent.selectOptions(form.getByLabelText('上级分类'), '水泥');
    await userEvent.type(form.getByLabelText('分类名称'), '白水泥{Enter}');
    await waitFor(() =>
      expect(server.requestsTo(addSampleLevel)[0]?.body).toEqual({ name: '白水泥', parentId: 'c-1' }),
    );
    await userEvent.click(form.getByRole('button', { name: '删除 水泥 → 通用硅酸盐水泥' }));
    const box = within(await screen.findByRole('alertdialog', { name: '删除分类' }));
    await userEvent.type(box.getByRole('textbox'), '误建');
    await userEvent.click(box.getByRole('button', { name: '删除分类' }));
    await waitFor(() => expect(server.requestsTo(deleteSampleLevel)[0]?.query).toEqual({ id: 'c-2', reason: '误建' }));
  });

  it('have categories that can be renamed and moved within their big category', async () => {
    const level = (
      sampleLevelId: string,
      name: string,
      levelCode: string,
      displayName: string,
      parentId: string | null,
      big = 'c-1',
    ) => ({ sampleLevelId, name, levelCode, displayName, isdeleted: false, sysTestItemId: big, parentId, orderNum: 1 });
    server.respondWith(getSampleLevels, [
      level('c-1', '水泥', '01', '水泥', null),
      level('c-2', '通用水泥', '0101', '水泥 → 通用水泥', 'c-1'),
      level('c-3', '专用水泥', '0102', '水泥 → 专用水泥', 'c-1'),
      level('c-4', '集料', '02', '集料', null, 'c-4'),
    ]);
    server.respondWith(updateSampleLevel, level('c-3', '特种水泥', '010101', '水泥 → 通用水泥 → 特种水泥', 'c-2'));
    renderConsole(pages, { user: administrator, at: SAMPLES });
    await userEvent.click(await screen.findByRole('button', { name: '样品分类' }));
    const form = within(await screen.findByRole('dialog', { name: '样品分类' }));
    await userEvent.click(await form.findByRole('button', { name: '编辑 水泥' }));
    expect(form.getByLabelText<HTMLSelectElement>('上级分类').disabled).toBe(true);
    await userEvent.click(form.getByRole('button', { name: '编辑 水泥 → 专用水泥' }));
    expect([...form.getByLabelText<HTMLSelectElement>('上级分类').options].map(({ text }) => text)).toEqual([
      '水泥',
      '水泥 → 通用水泥',
    ]);
    await userEvent.clear(form.getByLabelText('分类名称'));
    await userEvent.type(form.getByLabelText('分类名称'), '特种水泥');
    await userEvent.selectOptions(form.getByLabelText('上级分类'), '水泥 → 通用水泥');
    await userEvent.click(form.getByRole('button', { name: '保存' }));
    await waitFor(() =>
      expect(server.requestsTo(updateSampleLevel)[0]?.body).toEqual({
        id: 'c-3',
        name: '特种水泥',
        orderNum: 1,
        parentId: 'c-2',
      }),
    );
    expect(await form.findByRole('button', { name: '新建分类' })).toBeTruthy();
  });

  it('of a laboratory can be withdrawn and reset to the template with a reason', async () => {
    samples = [catalogueSampleWith({ origin: 'copy', revision: 1 })];
    server.respondWith(tuTestSampleDelete, true);
    server.respondWith(tuTestSampleResetTemplate, catalogueSampleWith());
    renderConsole(pages, { user: laboratory, at: SAMPLES });
    for (const [action, title] of [
      ['恢复模板', '恢复系统模板'],
      ['停用', '停用样品'],
    ] as const) {
      await userEvent.click(await screen.findByRole('button', { name: `${action} 普通硅酸盐水泥` }));
      const box = within(await screen.findByRole('alertdialog', { name: title }));
      await userEvent.type(box.getByRole('textbox'), '设备检修');
      await userEvent.click(box.getByRole('button', { name: title }));
      await waitFor(() => expect(screen.queryByRole('alertdialog')).toBeNull());
    }
    expect(server.requestsTo(tuTestSampleResetTemplate)[0]?.body).toEqual({ id: samples[0]?.id, reason: '设备检修' });
    expect(server.requestsTo(tuTestSampleDelete)[0]?.query).toEqual({ id: samples[0]?.id, reason: '设备检修' });
  });
});

describe('the parameters of a sample', () => {
  const open = () =>
    renderConsole(
      <>
        <Routes>
          <Route path={SAMPLE} element={<SamplePage />} />
        </Routes>
        {addressProbe}
      </>,
      { user: laboratory, at: samplePath(catalogueSampleWith(), null) },
    );

  it('are listed with price, shared price and its group, standards and whether they are offered', async () => {
    open();
    expect(
      (await rowsOf('参数列表')).map((row) =>
        [...row.querySelectorAll('td')].slice(0, 8).map(({ textContent }) => textContent),
      ),
    ).toEqual([
      ['SN01-01', '密度', '90.00', '2', '0.3 kg', 'JTG 3420-2020 T 0503', '', '开展'],
      ['SN01-02', '比表面积', '净浆试验 240.00', '2', '0.3 kg', 'JTJ 270-98', 'JTJ 270-98', '未开展'],
    ]);
  });

  it('CAT-011 have standards that are selected as tags; an expired one is red and a valid one is not', async () => {
    server.respondWith(tuTestParamUpdate, catalogueParameterWith());
    open();
    await userEvent.click(await screen.findByRole('button', { name: '编辑 密度' }));
    const form = within(await screen.findByRole('dialog', { name: '编辑参数' }));
    await userEvent.type(form.getByRole('combobox', { name: '检测依据' }), '旧规程{ArrowDown}{Enter}');
    const tags = within(form.getByRole('list', { name: '检测依据' }))
      .getAllByRole('listitem')
      .map(({ textContent, firstElementChild }) => [
        textContent,
        firstElementChild?.className.includes('bp6-intent-danger'),
      ]);
    expect(tags).toEqual([
      ['JTG 3420-2020 T 0503', false],
      ['JTJ 270-98已作废', true],
    ]);
    await userEvent.type(form.getByRole('combobox', { name: '评定标准' }), '270{ArrowDown}{Enter}');
    await userEvent.click(form.getByRole('button', { name: '移除 JTG 3420-2020 T 0503' }));
    await userEvent.clear(form.getByLabelText('单价/元'));
    await userEvent.type(form.getByLabelText('单价/元'), '1O0');
    await userEvent.click(form.getByRole('button', { name: '保存' }));
    expect(form.getByText('价格应为不小于 0 的数字，最多 6 位小数')).toBeTruthy();
    await userEvent.clear(form.getByLabelText('单价/元'));
    await userEvent.type(form.getByLabelText('单价/元'), '1,000');
    await userEvent.tab();
    expect(form.getByText('“1,000”有两种读法，请去掉千位分隔符 ,')).toBeTruthy();
    await userEvent.clear(form.getByLabelText('单价/元'));
    await userEvent.type(form.getByLabelText('单价/元'), '１００');
    await userEvent.click(form.getByRole('button', { name: '保存' }));
    await waitFor(() =>
      expect(server.requestsTo(tuTestParamUpdate)[0]).toMatchObject({
        body: {
          testSampleId: catalogueSampleWith().id,
          testParamId: 'p-1',
          price: '100',
          standards: [{ standardId: 's-9', clauseCode: '', useType: '3', isDefault: false }],
        },
        headers: { 'If-Match': '"2"' },
      }),
    );
  });

  it('are deleted with a reason, and the history shows the changed fields with reason, old and new value', async () => {
    server.respondWith(tuTestParamDelete, () => {
      parameters = parameters.slice(0, 1);
      return true as const;
    });
    server.respondWith(getSampleChanges, [
      {
        id: '1',
        action: 'UnitSampleKept',
        at: '2026-03-01T08:00:00.000Z',
        by: '周敏',
        reason: '年度调价',
        changes: [{ field: 'parameters', about: '密度', member: 'price', old: '90', new: '100' }],
      },
    ]);
    open();
    await userEvent.click(await screen.findByRole('button', { name: '删除 比表面积' }));
    const box = within(await screen.findByRole('alertdialog', { name: '删除参数' }));
    await userEvent.type(box.getByRole('textbox'), '不再开展');
    await userEvent.click(box.getByRole('button', { name: '删除参数' }));
    await waitFor(async () => expect(await rowsOf('参数列表')).toHaveLength(1));
    await userEvent.click(screen.getByRole('button', { name: '历史' }));
    const dialog = within(await screen.findByRole('dialog', { name: '历史 · 普通硅酸盐水泥' }));
    expect(await dialog.findByText('原因：年度调价')).toBeTruthy();
    expect(
      [...dialog.getByRole('table', { name: '修改本机构样品' }).querySelectorAll('td')].map(
        ({ textContent }) => textContent,
      ),
    ).toEqual(['密度 · 单价/元', '90', '100']);
  });
});

describe('packs and attachment types', () => {
  it('a new pack requires at least one parameter of the selected sample', async () => {
    server.respondWith(listPacks, { items: [], totalCount: 0 });
    server.respondWith(addPack, {
      id: 'k',
      revision: 0,
      name: '常规',
      sampleId: samples[0]?.id ?? '',
      sampleName: '',
      exposed: true,
      orderNum: 1,
      params: [],
      origin: 'template',
      isDeleted: false,
    });
    renderConsole(<PacksPage />, { user: administrator, at: PARAM_PACKS });
    expect(await screen.findByText('还没有参数包')).toBeTruthy();
    await userEvent.click(screen.getAllByRole('button', { name: '新建参数包' })[0] as HTMLElement);
    const form = within(await screen.findByRole('dialog', { name: '新建参数包' }));
    await userEvent.type(form.getByLabelText(/^参数包名称/), '常规');
    await userEvent.type(form.getByLabelText(/^样品/), '普通{ArrowDown}{Enter}');
    await userEvent.click(form.getByRole('button', { name: '保存' }));
    expect(form.getByText('参数包至少包含一个参数')).toBeTruthy();
    await userEvent.click(await form.findByLabelText('密度'));
    await userEvent.click(form.getByRole('button', { name: '保存' }));
    await waitFor(() =>
      expect(server.requestsTo(addPack)[0]?.body).toEqual({
        name: '常规',
        exposed: true,
        orderNum: 1,
        paramIds: ['p-1'],
        sampleId: samples[0]?.id,
      }),
    );
  });

  it('a laboratory sees its own packs, can withdraw a pack of the template and can restore it', async () => {
    const pack = {
      id: 'k-1',
      revision: null,
      name: '常规',
      sampleId: samples[0]?.id ?? '',
      sampleName: '普通硅酸盐水泥',
      exposed: true,
      orderNum: 1,
      params: [{ id: 'p-1', name: '密度' }],
      origin: 'template' as const,
      isDeleted: false,
    };
    let hidden = false;
    server.respondWith(listPacks, ({ query }) => {
      const items = [
        { ...pack, isDeleted: hidden },
        { ...pack, id: 'k-2', revision: 0, name: '本院组合', origin: 'own' as const },
      ].filter(({ isDeleted }) => isDeleted === (query['state'] === 'withdrawn'));
      return { items, totalCount: items.length };
    });
    server.respondWith(withdrawPack, () => {
      hidden = true;
      return true as const;
    });
    server.respondWith(resetPack, () => {
      hidden = false;
      return pack;
    });
    renderConsole(<PacksPage />, { user: laboratory, at: PARAM_PACKS });
    const rowTexts = async () =>
      (await rowsOf('参数包列表')).map((row) => [
        row.querySelectorAll('td')[0]?.textContent,
        row.querySelectorAll('td')[5]?.textContent,
      ]);
    expect(await rowTexts()).toEqual([
      ['常规', '系统模板'],
      ['本院组合', '机构自建'],
    ]);
    expect([
      screen.queryByRole('button', { name: '删除 常规' }),
      screen.queryByRole('button', { name: '恢复模板 常规' }),
    ]).toEqual([null, null]);
    expect(screen.getByRole('button', { name: '删除 本院组合' })).toBeTruthy();
    await userEvent.click(screen.getByRole('button', { name: '停用 常规' }));
    const box = within(await screen.findByRole('alertdialog', { name: '停用参数包' }));
    await userEvent.type(box.getByRole('textbox'), '不做');
    await userEvent.click(box.getByRole('button', { name: '停用参数包' }));
    await waitFor(async () => expect(await rowTexts()).toEqual([['本院组合', '机构自建']]));
    expect(server.requestsTo(withdrawPack)[0]?.query).toEqual({ packId: 'k-1', reason: '不做' });
    await userEvent.selectOptions(screen.getByLabelText('显示'), '已停用');
    await userEvent.click(await screen.findByRole('button', { name: '恢复模板 常规' }));
    const back = within(await screen.findByRole('alertdialog', { name: '恢复系统模板' }));
    await userEvent.type(back.getByRole('textbox'), '恢复');
    await userEvent.click(back.getByRole('button', { name: '恢复系统模板' }));
    await waitFor(() => expect(server.requestsTo(resetPack)[0]?.body).toEqual({ reason: '恢复' }));
  });

  it('a laboratory can add and edit its own attachment types, but not edit those of all units', async () => {
    const kind = {
      id: 't-1',
      name: '委托书',
      type: 0 as const,
      enable: true,
      isRequire: true,
      testUnitId: null,
      exampleImages: [],
    };
    server.respondWith(getAccessoryTypes, ({ query }) =>
      query['type'] === '0'
        ? [kind, { ...kind, id: 't-2', name: '本院协议', isRequire: false, testUnitId: laboratory.unitId }]
        : [],
    );
    server.respondWith(accessoryTypeCreate, kind);
    renderConsole(<AccessoryTypesPage />, { user: laboratory, at: ACCESSORY_TYPES });
    expect(
      (await rowsOf('附件类型列表')).map((row) =>
        [...row.querySelectorAll('td')].slice(0, 4).map(({ textContent }) => textContent),
      ),
    ).toEqual([
      ['委托书', '原材料预委托', '全部检测单位', '启用必传'],
      ['本院协议', '原材料预委托', '本单位', '启用'],
    ]);
    expect(screen.queryByRole('button', { name: '编辑 委托书' })).toBeNull();
    expect(screen.getByRole('button', { name: '编辑 本院协议' })).toBeTruthy();
    await userEvent.click(screen.getByRole('button', { name: '新建附件类型' }));
    const form = within(await screen.findByRole('dialog', { name: '新建附件类型' }));
    await userEvent.type(form.getByLabelText(/^名称/), '桩位图');
    await userEvent.selectOptions(form.getByLabelText('适用委托'), '现场、交竣工预约');
    await userEvent.click(form.getByLabelText('必传'));
    await userEvent.click(form.getByRole('button', { name: '保存' }));
    await waitFor(() =>
      expect(server.requestsTo(accessoryTypeCreate)[0]?.body).toEqual({
        name: '桩位图',
        type: 1,
        enable: true,
        isRequire: true,
      }),
    );
  });
});
