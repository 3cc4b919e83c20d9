import { afterEach, beforeEach, describe, expect, it } from '@jest/globals';
import { cleanup, screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import {
  addConsginUnit,
  addTestUnit,
  changeConsginUnitActive,
  changeTestUnitActive,
  type ConsignUnit,
  getAreaList,
  getConsginUnitListBySys,
  getListByUnitID,
  getQualificationList,
  getRecordChanges,
  setParamValues,
  type TestUnit,
  testUnitGetAll,
  updateTestUnit,
} from '#contract';
import { RoutesContext } from '../../app/route-registry.js';
import '../../i18n/language.js';
import { USER_MANAGER } from '../../lib/paths.js';
import { Address } from '../../testing/list-server.js';
import { administrator, renderConsole } from '../../testing/render.js';
import { type StubServer, stubServer } from '../../testing/stub-server.js';
import { consignUnitWith, testUnitWith } from '../../testing/units.js';
import ConsignUnitManagerPage from './consign-unit-manager.page.js';
import { CONSIGN_UNIT_MANAGER, TEST_UNIT_MANAGER } from './routes.js';
import TestUnitManagerPage from './test-unit-manager.page.js';

const SECOND = '11111111-0000-4000-8000-000000000002';
let labs: TestUnit[];
let clients: ConsignUnit[];
let server: StubServer;
let address: string;
const addressProbe = (
  <Address
    onChange={(newAddress) => {
      address = decodeURIComponent(newAddress);
    }}
  />
);
const testUnits = () =>
  renderConsole(
    <>
      <TestUnitManagerPage />
      {addressProbe}
    </>,
    { user: administrator, at: TEST_UNIT_MANAGER },
  );
const consignUnits = () =>
  renderConsole(
    <>
      <ConsignUnitManagerPage />
      {addressProbe}
    </>,
    { user: administrator, at: CONSIGN_UNIT_MANAGER },
  );
const rowsOf = async (name: string) => [...(await screen.findByRole('table', { name })).querySelectorAll('tbody tr')];

beforeEach(() => {
  labs = Array.from({ length: 11 }, (_, index) =>
    testUnitWith({
      id: `${String(index).padStart(8, '0')}-0000-4000-8000-000000000000`,
      unitNo: `TU${index + 1}`,
      testUnitName: `检测中心${index + 1}`,
      isActive: index !== 2,
    }),
  );
  clients = [
    consignUnitWith(),
    consignUnitWith({ id: '00000000-0000-4000-8000-00000000000c', name: '停用单位', status: 0 }),
  ];
  server = stubServer();
  server.respondWith(getAreaList, [
    { AreaID: 330000, AreaName: '浙江省', RootID: 0 },
    { AreaID: 330200, AreaName: '宁波市', RootID: 330000 },
    { AreaID: 510000, AreaName: '四川省', RootID: 0 },
    { AreaID: 510100, AreaName: '成都市', RootID: 510000 },
    { AreaID: 510107, AreaName: '武侯区', RootID: 510100 },
  ]);
  server.respondWith(getQualificationList, [
    { id: '11111111-0000-4000-8000-000000000001', name: '公路工程综合甲级', orderIndex: 1 },
    { id: SECOND, name: '水运工程材料甲级', orderIndex: 2 },
  ]);
  server.respondWith(testUnitGetAll, ({ query }) => {
    const matches = labs.filter(
      ({ testUnitName, isActive, opening }) =>
        testUnitName.includes(query['search'] ?? '') &&
        (query['isActive'] === undefined || String(isActive) === query['isActive']) &&
        (query['opening'] === undefined || opening?.state === query['opening']),
    );
    return {
      items: matches.slice(Number(query['skipCount'])).slice(0, Number(query['maxResultCount'])),
      totalCount: matches.length,
    };
  });
  server.respondWith(getConsginUnitListBySys, ({ query }) => {
    const matches = clients.filter(
      ({ name, status, opening }) =>
        name.includes(query['search'] ?? '') &&
        (query['status'] === undefined || String(status) === query['status']) &&
        (query['opening'] === undefined || opening?.state === query['opening']),
    );
    return { items: matches, totalCount: matches.length };
  });
});
afterEach(cleanup);

describe('the management of testing units', () => {
  it('UN-017 lists ten per page with number, name, place, qualifications and state, and filters by text and state', async () => {
    testUnits();
    expect(await rowsOf('检测单位列表')).toHaveLength(10);
    expect(
      within(screen.getByRole('table'))
        .getAllByRole('columnheader')
        .map(({ textContent }) => textContent),
    ).toEqual(['单位编号', '检测单位名称', '所在地区', '资质', '状态', '操作']);
    await userEvent.selectOptions(screen.getByLabelText('状态'), '停用');
    await waitFor(async () => expect(await rowsOf('检测单位列表')).toHaveLength(1));
    expect(address).toBe(`${TEST_UNIT_MANAGER}?state=off`);
    await userEvent.type(screen.getByLabelText('按名称或编号搜索'), '没有');
    await userEvent.click(await screen.findByRole('button', { name: '清除条件' }));
    await waitFor(async () => expect(await rowsOf('检测单位列表')).toHaveLength(10));
  });

  it('UN-017 adds a unit with area, qualification and address after missing fields were reported and filled in', async () => {
    server.respondWith(addTestUnit, ({ body }) => testUnitWith(body as Partial<TestUnit>));
    testUnits();
    await userEvent.click(await screen.findByRole('button', { name: '新建检测单位' }));
    const form = within(await screen.findByRole('dialog', { name: '新建检测单位' }));
    await userEvent.click(form.getByRole('button', { name: '保存' }));
    expect(form.getByText('请输入单位名称')).toBeTruthy();
    expect(form.getByText('还有 2 处需要处理')).toBeTruthy();
    expect(server.requestsTo(addTestUnit)).toHaveLength(0);
    await userEvent.type(form.getByLabelText(/^单位编号/), 'TU100');
    await userEvent.type(form.getByLabelText(/^检测单位名称/), '川江检测中心');
    await userEvent.selectOptions(form.getByLabelText('省份'), '四川省');
    expect([...form.getByLabelText<HTMLSelectElement>('城市').options].map(({ text }) => text)).toEqual([
      '请选择',
      '成都市',
    ]);
    await userEvent.selectOptions(form.getByLabelText('城市'), '成都市');
    await userEvent.click(form.getByLabelText('水运工程材料甲级'));
    await userEvent.click(form.getByRole('button', { name: '添加地址' }));
    await userEvent.click(form.getByRole('button', { name: '保存' }));
    expect(form.getByText('请填写第 1 个地址的地区和详细地址')).toBeTruthy();
    await userEvent.type(form.getByLabelText(/^地区/), '武侯');
    await userEvent.click(form.getByRole('option', { name: '四川省成都市武侯区' }));
    await userEvent.type(form.getByLabelText(/^街道门牌/), '一环路1号');
    await userEvent.click(form.getByRole('button', { name: '保存' }));
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
    expect(server.requestsTo(addTestUnit)[0]?.body).toMatchObject({
      unitNo: 'TU100',
      testUnitName: '川江检测中心',
      sheng: '四川省',
      shi: '成都市',
      tuQualification: [{ sysQualificationId: SECOND, orderIndex: 1 }],
      addresses: [{ addressText: '四川省成都市武侯区', addressDetail: '一环路1号', isMain: true }],
    });
  });

  it('changes the order of a unit’s qualifications', async () => {
    const qualificationRow = (index: number, name: string) => ({
      id: `h${index}`,
      name,
      sysQualificationId: `11111111-0000-4000-8000-00000000000${index}`,
      testUnitId: labs[0]?.id ?? '',
      orderIndex: index,
      createTime: '',
    });
    labs = labs.map((each, index) =>
      index === 0
        ? {
            ...each,
            tuQualification: [qualificationRow(1, '公路工程综合甲级'), qualificationRow(2, '水运工程材料甲级')],
          }
        : each,
    );
    server.respondWith(updateTestUnit, testUnitWith());
    testUnits();
    await userEvent.click(await screen.findByRole('button', { name: '编辑 检测中心1' }));
    const form = within(await screen.findByRole('dialog', { name: '编辑检测单位' }));
    expect(form.getByRole<HTMLButtonElement>('button', { name: '上移 公路工程综合甲级' }).disabled).toBe(true);
    await userEvent.click(form.getByRole('button', { name: '上移 水运工程材料甲级' }));
    expect(
      within(form.getByRole('list', { name: '资质' }))
        .getAllByRole('listitem')
        .map(({ textContent }) => textContent),
    ).toEqual(['1水运工程材料甲级', '2公路工程综合甲级']);
    await userEvent.click(form.getByRole('button', { name: '保存' }));
    await waitFor(() =>
      expect(server.requestsTo(updateTestUnit)[0]?.body).toMatchObject({
        tuQualification: [
          { sysQualificationId: SECOND, orderIndex: 1 },
          { sysQualificationId: qualificationRow(1, '').sysQualificationId, orderIndex: 2 },
        ],
      }),
    );
  });

  it('requires a reason when a web address is removed from a unit, and sends it', async () => {
    labs = labs.map((each, index) => (index === 0 ? { ...each, origins: ['https://lab.example.com'] } : each));
    server.respondWith(updateTestUnit, testUnitWith());
    testUnits();
    await userEvent.click(await screen.findByRole('button', { name: '编辑 检测中心1' }));
    const form = within(await screen.findByRole('dialog', { name: '编辑检测单位' }));
    expect(form.queryByRole('textbox', { name: /^调整原因/ })).toBeNull();
    await userEvent.clear(form.getByDisplayValue('https://lab.example.com'));
    await userEvent.click(form.getByRole('button', { name: '保存' }));
    expect(server.requestsTo(updateTestUnit)).toHaveLength(0);
    await userEvent.type(form.getByRole('textbox', { name: /^调整原因/ }), '合作终止');
    await userEvent.click(form.getByRole('button', { name: '保存' }));
    await waitFor(() =>
      expect(server.requestsTo(updateTestUnit)[0]?.body).toMatchObject({ origins: [], reason: '合作终止' }),
    );
  });

  it('sends only changed members with the revision that was shown, and keeps input and error after a refusal', async () => {
    server.refuse(updateTestUnit, { status: 412, message: '数据已被他人修改，请刷新后重试' });
    testUnits();
    await userEvent.click(await screen.findByRole('button', { name: '编辑 检测中心1' }));
    const form = within(await screen.findByRole('dialog', { name: '编辑检测单位' }));
    await userEvent.clear(form.getByLabelText('联系电话'));
    await userEvent.type(form.getByLabelText('联系电话'), '0571-9');
    await userEvent.click(form.getByRole('button', { name: '保存' }));
    expect(await form.findByText('数据已被他人修改，请刷新后重试')).toBeTruthy();
    expect(server.requestsTo(updateTestUnit)[0]).toMatchObject({
      body: { id: labs[0]?.id, contactPhone: '0571-9' },
      headers: { 'If-Match': '"3"' },
    });
    expect(form.getByLabelText<HTMLInputElement>('联系电话').value).toBe('0571-9');
    await userEvent.click(form.getByRole('button', { name: '取消' }));
    expect(await screen.findByRole('alertdialog', { name: '放弃修改' })).toBeTruthy();
  });

  it('UN-017 disables a unit with a reason and enables it without one', async () => {
    server.respondWith(changeTestUnitActive, ({ body }) => {
      const { id, isActive } = body as { id: string; isActive: boolean };
      labs = labs.map((each) => (each.id === id ? { ...each, isActive } : each));
      return testUnitWith({ id, isActive });
    });
    testUnits();
    await userEvent.click(await screen.findByRole('button', { name: '停用 检测中心1' }));
    const box = within(await screen.findByRole('alertdialog', { name: '停用检测单位' }));
    await userEvent.click(box.getByRole('button', { name: '停用检测单位' }));
    expect(server.requestsTo(changeTestUnitActive)).toHaveLength(0);
    await userEvent.type(box.getByRole('textbox'), '资质到期');
    await userEvent.click(box.getByRole('button', { name: '停用检测单位' }));
    await userEvent.click(await screen.findByRole('button', { name: '启用 检测中心1' }));
    await userEvent.click(
      within(await screen.findByRole('alertdialog', { name: '启用检测单位' })).getByRole('button', {
        name: '启用检测单位',
      }),
    );
    await screen.findByRole('button', { name: '停用 检测中心1' });
    expect(server.requestsTo(changeTestUnitActive).map(({ body }) => body)).toEqual([
      { id: labs[0]?.id, isActive: false, reason: '资质到期' },
      { id: labs[0]?.id, isActive: true, reason: '' },
    ]);
  });

  it('saves only the parameters that were switched', async () => {
    const id = labs[0]?.id ?? '';
    server.respondWith(getListByUnitID, [
      { id: 'p', unitType: 1, unitID: id, paramCode: 'IsUseNewVersion', paramValue: '1' },
    ]);
    server.respondWith(setParamValues, []);
    testUnits();
    await userEvent.click(await screen.findByRole('button', { name: '参数 检测中心1' }));
    const dialog = within(await screen.findByRole('dialog', { name: '参数设置 · 检测中心1' }));
    expect((await dialog.findByLabelText<HTMLInputElement>('使用新版样品表单')).checked).toBe(true);
    expect(dialog.getByLabelText<HTMLInputElement>('收样需要确认').checked).toBe(true);
    // Returned for direct callers of the api; the console does not use it, and so does not show it.
    expect([dialog.queryByLabelText(/申诉/), dialog.queryByRole('spinbutton')]).toEqual([null, null]);
    await userEvent.click(dialog.getByLabelText('显示检测周期'));
    await userEvent.click(dialog.getByRole('button', { name: '保存' }));
    await waitFor(() =>
      expect(server.requestsTo(setParamValues)[0]).toMatchObject({
        body: [{ unitType: 1, unitID: id, paramCode: 'IsDisplayTestPeriod', paramValue: '1' }],
        query: {},
      }),
    );
  });

  it('requires a reason only when a switch removes something', async () => {
    const id = labs[0]?.id ?? '';
    server.respondWith(getListByUnitID, [
      { id: 'p', unitType: 1, unitID: id, paramCode: 'IsEnableConsignSign', paramValue: '1' },
    ]);
    server.respondWith(setParamValues, []);
    testUnits();
    await userEvent.click(await screen.findByRole('button', { name: '参数 检测中心1' }));
    const dialog = within(await screen.findByRole('dialog', { name: '参数设置 · 检测中心1' }));
    await userEvent.click(await dialog.findByLabelText('启用委托签名'));
    await userEvent.click(dialog.getByRole('button', { name: '保存' }));
    expect(dialog.getByRole('alert').textContent).toBe('输入内容不能为空');
    expect(server.requestsTo(setParamValues)).toEqual([]);
    await userEvent.click(dialog.getByLabelText('启用委托签名'));
    expect(dialog.queryByLabelText(/^调整原因/)).toBeNull();
    await userEvent.click(dialog.getByLabelText('启用委托签名'));
    await userEvent.click(dialog.getByLabelText('隐藏检测单价'));
    await userEvent.type(dialog.getByLabelText(/^调整原因/), '合同到期');
    await userEvent.click(dialog.getByRole('button', { name: '保存' }));
    await waitFor(() =>
      expect(server.requestsTo(setParamValues)[0]).toMatchObject({
        query: { reason: '合同到期' },
        body: [
          { paramCode: 'IsEnableConsignSign', paramValue: '0' },
          { paramCode: 'IsConsignHidePrice', paramValue: '1' },
        ],
      }),
    );
  });

  it('shows changed fields with reason, old and new values', async () => {
    const index = '2026-03-01T08:00:00.000Z';
    server.respondWith(getRecordChanges, [
      {
        id: '4',
        action: 'LabSystemCodeWithdrawn',
        at: index,
        by: '周明远',
        reason: '停用对接',
        changes: [
          { field: 'labSystemOn', about: '', member: '', old: 'true', new: 'false' },
          { field: 'labSystemCode', about: '', member: '', old: '2', new: '' },
        ],
      },
      {
        id: '3',
        action: 'TestingUnitDeactivated',
        at: index,
        by: '周明远',
        reason: '资质到期',
        changes: [{ field: 'isActive', about: '', member: '', old: 'true', new: 'false' }],
      },
      {
        id: '2',
        action: 'TestingUnitProfileChanged',
        at: index,
        by: '周明远',
        reason: '',
        changes: [
          { field: 'contactPhone', about: '', member: '', old: '0574-1', new: '0571-9' },
          { field: 'addresses', about: '总部', member: 'person', old: '张三', new: '李四' },
        ],
      },
      {
        id: '1',
        action: 'TestingUnitRegistered',
        at: index,
        by: '',
        reason: '',
        changes: [{ field: 'testUnitName', about: '', member: '', old: '', new: '检测中心1' }],
      },
    ]);
    testUnits();
    await userEvent.click(await screen.findByRole('button', { name: '历史 检测中心1' }));
    const dialog = within(await screen.findByRole('dialog', { name: '历史 · 检测中心1' }));
    expect(await dialog.findByText('原因：资质到期')).toBeTruthy();
    expect(
      [...dialog.getByRole('table', { name: '修改信息' }).querySelectorAll('tbody tr')].map((row) =>
        [...row.querySelectorAll('td')].map(({ textContent }) => textContent),
      ),
    ).toEqual([
      ['联系电话', '0574-1', '0571-9'],
      ['总部 · 地址 · 联系人', '张三', '李四'],
    ]);
    expect(
      [...dialog.getByRole('table', { name: '停用检测系统对接码' }).querySelectorAll('tbody tr')].map(
        ({ textContent }) => textContent,
      ),
    ).toEqual(['检测系统可登录本单位人员是否', '登录对接码序号2—']);
    expect(dialog.getByText('平台')).toBeTruthy();
  });

  it('shows an error when the list cannot be read, and loads again on 重试', async () => {
    server.refuse(testUnitGetAll, { status: 500, message: '服务器内部错误' });
    testUnits();
    expect(await screen.findByText(/服务器内部错误/)).toBeTruthy();
    server.respondWith(testUnitGetAll, { items: labs.slice(0, 1), totalCount: 1 });
    await userEvent.click(screen.getByRole('button', { name: '重试' }));
    expect(await rowsOf('检测单位列表')).toHaveLength(1);
  });
});

describe('the management of consigning units', () => {
  it('UN-018 lists the units, and links to the accounts of a unit if there is a screen for them', async () => {
    consignUnits();
    expect(await rowsOf('委托单位列表')).toHaveLength(2);
    expect(screen.queryByRole('button', { name: '账号 停用单位' })).toBeNull();
    cleanup();
    const screens = [{ path: USER_MANAGER, element: () => null }];
    renderConsole(
      <RoutesContext value={screens}>
        <ConsignUnitManagerPage />
        {addressProbe}
      </RoutesContext>,
      { user: administrator, at: CONSIGN_UNIT_MANAGER },
    );
    expect((await rowsOf('委托单位列表')).map((row) => row.querySelectorAll('td')[1]?.textContent)).toEqual([
      '云岭交通建设集团第三工程公司',
      '停用单位',
    ]);
    await userEvent.click(screen.getByRole('button', { name: '账号 停用单位' }));
    expect(address).toBe('/UserCenter/UserManager/停用单位/00000000-0000-4000-8000-00000000000c/2');
  });

  it('adds a unit, and disables one with a reason', async () => {
    server.respondWith(addConsginUnit, ({ body }) => consignUnitWith(body as Partial<ConsignUnit>));
    server.respondWith(changeConsginUnitActive, consignUnitWith({ status: 0 }));
    consignUnits();
    await userEvent.click(await screen.findByRole('button', { name: '新建委托单位' }));
    const form = within(await screen.findByRole('dialog', { name: '新建委托单位' }));
    await userEvent.type(form.getByLabelText(/^单位编号/), 'CU100');
    await userEvent.type(form.getByLabelText(/^委托单位名称/), '新路桥公司');
    await userEvent.type(form.getByLabelText('登记人'), '李登记');
    await userEvent.click(form.getByRole('button', { name: '保存' }));
    await waitFor(() =>
      expect(server.requestsTo(addConsginUnit)[0]?.body).toEqual({
        unitNo: 'CU100',
        name: '新路桥公司',
        regPerson: '李登记',
      }),
    );
    await userEvent.click(screen.getByRole('button', { name: '停用 云岭交通建设集团第三工程公司' }));
    const box = within(await screen.findByRole('alertdialog'));
    await userEvent.type(box.getByRole('textbox'), '拖欠费用');
    await userEvent.click(box.getByRole('button', { name: '停用委托单位' }));
    await waitFor(() =>
      expect(server.requestsTo(changeConsginUnitActive)[0]?.body).toEqual({
        id: clients[0]?.id,
        isActive: false,
        reason: '拖欠费用',
      }),
    );
  });

  it('counts and filters units that wait to be opened, and opens them or refuses them with a reason', async () => {
    const unopenedUnit = (id: string, name: string) =>
      consignUnitWith({
        id: `00000000-0000-4000-8000-0000000000${id}`,
        name,
        status: 0,
        opening: { state: 'waiting' },
      });
    clients = [...clients, unopenedUnit('d1', '候开通一公司'), unopenedUnit('d2', '候开通二公司')];
    server.respondWith(changeConsginUnitActive, ({ body }) => {
      const { id } = body as { id: string };
      clients = clients.filter((unit) => unit.id !== id);
      return consignUnitWith({ id });
    });
    consignUnits();
    await userEvent.click(await screen.findByRole('button', { name: '等待开通 2', pressed: false }));
    await waitFor(async () => expect(await rowsOf('委托单位列表')).toHaveLength(2));
    expect(address).toBe(`${CONSIGN_UNIT_MANAGER}?state=waiting`);
    await userEvent.click(screen.getByRole('button', { name: '开通 候开通一公司' }));
    await userEvent.click(within(await screen.findByRole('alertdialog')).getByRole('button', { name: '开通委托单位' }));
    await screen.findByRole('button', { name: '等待开通 1', pressed: true });
    await userEvent.click(screen.getByRole('button', { name: '拒绝 候开通二公司' }));
    const box = within(await screen.findByRole('alertdialog'));
    await userEvent.type(box.getByLabelText(/^拒绝原因/), '查无此单位');
    await userEvent.click(box.getByRole('button', { name: '拒绝委托单位注册' }));
    await waitFor(() =>
      expect(server.requestsTo(changeConsginUnitActive).map(({ body }) => body)).toMatchObject([
        { isActive: true, reason: '' },
        { isActive: false, reason: '查无此单位' },
      ]),
    );
  });
});
