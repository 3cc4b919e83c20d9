import { afterEach, beforeEach, describe, expect, it } from '@jest/globals';
import { cleanup, screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import {
  type ConsignUnit,
  getAreaList,
  getConsginUnit,
  getReportConfigList,
  getReportConfigSysList,
  getTestUnit,
  saveReportConfig,
  type TestUnit,
  updateConsginUnit,
  updateTestUnit,
} from '#contract';
import '../../i18n/language.js';
import { administrator, client, laboratory, renderConsole } from '../../testing/render.js';
import { type StubServer, stubServer } from '../../testing/stub-server.js';
import { consignUnitWith, testUnitWith } from '../../testing/units.js';
import ConsignUnitCentrePage from './consign-unit-centre.page.js';
import TestingOrganisationPage from './testing-organisation.page.js';

let server: StubServer;
beforeEach(() => {
  server = stubServer();
  server.respondWith(getAreaList, [
    { AreaID: 330000, AreaName: '浙江省', RootID: 0 },
    { AreaID: 330200, AreaName: '宁波市', RootID: 330000 },
  ]);
  server.respondWith(getTestUnit, testUnitWith());
  server.respondWith(getConsginUnit, consignUnitWith());
});
afterEach(cleanup);

describe('the unit page of a laboratory', () => {
  it('UN-019 shows data managed by the platform read-only, and saves the introduction that the laboratory writes', async () => {
    server.respondWith(updateTestUnit, ({ body }) => testUnitWith({ ...(body as Partial<TestUnit>), revision: 4 }));
    renderConsole(<TestingOrganisationPage />, { user: laboratory });
    expect(await screen.findByRole('heading', { level: 1, name: '浙东交通工程检测中心有限公司' })).toBeTruthy();
    expect(screen.getByText('浙ICP备1号')).toBeTruthy();
    expect(screen.queryByLabelText(/^检测单位名称/)).toBeNull();
    expect(screen.getByLabelText<HTMLTextAreaElement>('单位简介').value).toBe('从事公路检测');
    const save = screen.getByRole<HTMLButtonElement>('button', { name: '保存' });
    expect(save.disabled).toBe(true);
    await userEvent.type(screen.getByLabelText('单位简介'), '{Enter}<b>桥梁');
    await userEvent.click(save);
    await waitFor(() =>
      expect(server.requestsTo(updateTestUnit)[0]).toMatchObject({
        body: { id: testUnitWith().id, inroduce: '<p>从事公路检测</p><p>&lt;b&gt;桥梁</p>' },
        headers: { 'If-Match': '"3"' },
      }),
    );
    await waitFor(() => expect(save.disabled).toBe(true));
  });

  it('shows an error for an incomplete address before anything is sent, and can discard changes', async () => {
    renderConsole(<TestingOrganisationPage />, { user: laboratory });
    const first = within(await screen.findByRole('region', { name: '地址 1' }));
    await userEvent.clear(first.getByLabelText(/^街道门牌/));
    await userEvent.click(screen.getByRole('button', { name: '保存' }));
    expect(await screen.findByText('请填写第 1 个地址的地区和详细地址')).toBeTruthy();
    expect(server.requestsTo(updateTestUnit)).toHaveLength(0);
    await userEvent.click(screen.getByRole('button', { name: '放弃修改' }));
    expect(first.getByLabelText<HTMLInputElement>(/^街道门牌/).value).toBe('学士路618号');
  });

  it('sets another address as the only main address', async () => {
    server.respondWith(updateTestUnit, ({ body }) => testUnitWith(body as Partial<TestUnit>));
    renderConsole(<TestingOrganisationPage />, { user: laboratory });
    await userEvent.click(await screen.findByRole('button', { name: '添加地址' }));
    const second = within(screen.getByRole('region', { name: '地址 2' }));
    await userEvent.type(second.getByLabelText(/^地区/), '浙江省宁波市');
    await userEvent.type(second.getByLabelText(/^街道门牌/), '工业园1号');
    await userEvent.click(second.getByLabelText('主地址'));
    await userEvent.click(screen.getByRole('button', { name: '保存' }));
    await waitFor(() =>
      expect(server.requestsTo(updateTestUnit)[0]?.body).toMatchObject({
        addresses: [
          { addressDetail: '学士路618号', isMain: false },
          { addressDetail: '工业园1号', isMain: true },
        ],
      }),
    );
  });

  it('shows a message when the account belongs to no unit', async () => {
    server.respondWith(getTestUnit, null);
    renderConsole(<TestingOrganisationPage />, { user: laboratory });
    expect(await screen.findByText('账号没有绑定单位')).toBeTruthy();
    expect(screen.getByText('请联系平台管理员。')).toBeTruthy();
  });

  it('directs an administrator, who belongs to no unit, to the lists of units', async () => {
    server.respondWith(getTestUnit, null);
    server.respondWith(getConsginUnit, null);
    renderConsole(<TestingOrganisationPage />, { user: administrator });
    expect(await screen.findByText(/在“检测单位管理”中维护/)).toBeTruthy();
    cleanup();
    renderConsole(<ConsignUnitCentrePage />, { user: administrator });
    expect(await screen.findByText(/在“委托单位管理”中维护/)).toBeTruthy();
  });
});

it('UN-019 the unit page of a consigning unit saves its own entries and shows its credit code read-only', async () => {
  server.respondWith(updateConsginUnit, ({ body }) => consignUnitWith(body as Partial<ConsignUnit>));
  renderConsole(<ConsignUnitCentrePage />, { user: client });
  expect(await screen.findByText('91330100MA000001X0')).toBeTruthy();
  expect(screen.queryByLabelText('统一社会信用代码')).toBeNull();
  await userEvent.type(screen.getByLabelText('登记人'), '李登记');
  await userEvent.click(screen.getByRole('button', { name: '保存' }));
  await waitFor(() =>
    expect(server.requestsTo(updateConsginUnit)[0]).toMatchObject({
      body: { id: consignUnitWith().id, regPerson: '李登记' },
      headers: { 'If-Match': '"2"' },
    }),
  );
});

it('a consigning unit sets its report preferences per consignment type; types without own settings use the system default', async () => {
  const config = (consignType: 1 | 2 | 3, isSystem = true) => ({
    id: String(consignType),
    consignUnitId: '',
    consignType,
    getReportType: '1' as const,
    reportCount: 3,
    isSystem,
  });
  server.respondWith(getReportConfigSysList, [config(1), config(2), config(3)]);
  server.respondWith(getReportConfigList, [{ ...config(2, false), getReportType: '3' as const, reportCount: 2 }]);
  server.respondWith(saveReportConfig, config(1, false));
  renderConsole(<ConsignUnitCentrePage />, { user: client });
  await userEvent.click(await screen.findByRole('button', { name: '报告设置' }));
  const dialog = within(await screen.findByRole('dialog', { name: /^报告设置/ }));
  const [rawMaterial, site] = [
    within(await dialog.findByRole('region', { name: '原材料预委托' })),
    within(dialog.getByRole('region', { name: '现场检测预约' })),
  ];
  expect([rawMaterial.queryByText('系统默认') !== null, site.queryByText('系统默认') !== null]).toEqual([true, false]);
  expect([
    site.getByLabelText<HTMLSelectElement>('报告领取方式').value,
    site.getByLabelText<HTMLInputElement>('报告份数').value,
  ]).toEqual(['3', '2']);
  await userEvent.clear(rawMaterial.getByLabelText('报告份数'));
  await userEvent.click(dialog.getByRole('button', { name: '保存' }));
  expect(rawMaterial.getByText('报告数量最小为1')).toBeTruthy();
  await userEvent.type(rawMaterial.getByLabelText('报告份数'), '5');
  await userEvent.selectOptions(site.getByLabelText('报告领取方式'), '电子报告');
  expect(site.queryByLabelText('报告份数')).toBeNull();
  await userEvent.click(dialog.getByRole('button', { name: '保存' }));
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
  const { id } = consignUnitWith();
  expect(server.requestsTo(saveReportConfig).map(({ body }) => body)).toEqual([
    { consignUnitId: id, consignType: 1, getReportType: '1', reportCount: 5 },
    { consignUnitId: id, consignType: 2, getReportType: '10', reportCount: 0 },
  ]);
});
