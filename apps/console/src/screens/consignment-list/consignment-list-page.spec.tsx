import { afterEach, beforeEach, describe, expect, it } from '@jest/globals';
import { cleanup, screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { useEffect } from 'react';
import { useLocation } from 'react-router-dom';
import {
  commitConsignInfo,
  type ConsignmentListRow,
  getConsignmentCounts,
  getEnumValues,
  getProjectList,
  getRawMateriaConsignInfoList,
  signConsignments,
} from '#contract';
import '../../i18n/language.js';
import { currentFailure } from '../../lib/failures.js';
import { listColumns } from '../../lib/preferences.js';
import { renderConsole } from '../../testing/render.js';
import { rowWith, statusNames } from '../../testing/rows.js';
import { type StubServer, stubServer } from '../../testing/stub-server.js';
import ConsignmentListPage from './consignment-list-page.js';

const RAW = '/onlineConsign/rawMateriaConsignInfo';
let server: StubServer;
let rows: ConsignmentListRow[];

/** Responds as the list call does: filtered by the query, page by page. */
const respondWithList = () =>
  server.respondWith(getRawMateriaConsignInfoList, ({ query }) => {
    const statuses = (query['consignStatuses'] ?? '').split(',').filter(Boolean).map(Number);
    const matches = rows.filter(
      (row) =>
        (row.consignCode + row.projectName + row.testContent).includes(query['keyword'] ?? '') &&
        row.sendPerson.includes(query['linkPerson'] ?? '') &&
        (statuses.length === 0 || statuses.includes(row.consignStatus)),
    );
    const skip = Number(query['skipCount'] ?? 0);
    return { items: matches.slice(skip, skip + Number(query['maxResultCount'] ?? 10)), totalCount: matches.length };
  });

let address = '';
const Address = () => {
  const { pathname, search } = useLocation();
  useEffect(() => {
    address = `${pathname}${search}`;
  }, [pathname, search]);
  return null;
};
const show = async (at = RAW) => {
  renderConsole(
    <>
      <ConsignmentListPage kind="raw" />
      <Address />
    </>,
    { at },
  );
  await screen.findByText(/共 \d+ 条/, {}, { timeout: 4000 });
};
const rowOf = (code: string) => within(screen.getByRole('link', { name: code }).closest('tr') as HTMLElement);
const choose = (code: string) => userEvent.click(rowOf(code).getByRole('checkbox'));
const lastQuery = () => server.requestsTo(getRawMateriaConsignInfoList).at(-1)?.query;

beforeEach(() => {
  localStorage.clear();
  listColumns.set({});
  server = stubServer();
  rows = [rowWith({ consignCode: 'A-1' })];
  respondWithList();
  server.respondWith(getConsignmentCounts, {
    total: 3,
    byStatus: [
      { consignStatus: 10, count: 1 },
      { consignStatus: 20, count: 2 },
    ],
  });
  server.respondWith(getEnumValues, statusNames);
  server.respondWith(getProjectList, { items: [], totalCount: 0 });
});
afterEach(cleanup);

describe('the raw-material list', () => {
  it('shows the last page when the address names a page beyond it', async () => {
    rows = Array.from({ length: 13 }, (_, index) => rowWith({ consignCode: `A-${index + 1}` }));
    await show(`${RAW}?page=99&size=5`);
    expect(await screen.findByRole('link', { name: 'A-13' })).toBeTruthy();
    expect([screen.getByText(/共 13 条/).textContent, address]).toEqual([
      '共 13 条，第 11–13 条',
      `${RAW}?page=3&size=5`,
    ]);
    expect(screen.queryByText('还没有委托')).toBeNull();
  });

  it('LS-001 has every column and shows the status text of the server', async () => {
    listColumns.set({
      raw: [
        'consignCode',
        'consignType',
        'consignUnit',
        'testContent',
        'consignStatus',
        'mailOrderNumber',
        'projectName',
        'sendPerson',
        'sendPersonPhone',
        'consignFormaNumber',
        'commitConsignTime',
        'sampleCount',
        'isConsignBillGened',
      ],
    });
    rows = [
      rowWith({
        consignCode: 'A-1',
        consignStatus: 20,
        consignStatusStr: '等待审核中',
        mailOrderNumber: 'SF1',
        consignFormaNumber: 'WT-1',
        sampleCount: 7,
        isConsignBillGened: true,
      }),
    ];
    await show();
    const row = rowOf('A-1');
    for (const text of [
      '原材料预委托',
      '云岭交通建设集团第三工程公司',
      '普通硅酸盐水泥',
      '等待审核中',
      'SF1',
      '云岭至安溪高速公路工程',
      '陈志远',
      '13800000001',
      'WT-1',
      '7',
      '已生成',
    ])
      expect(row.getByText(text)).toBeTruthy();
    expect(row.queryByText('20')).toBeNull();
  });

  it('LS-002 takes the names of tabs and filters from the enumeration', async () => {
    server.respondWith(
      getEnumValues,
      statusNames.map((status) =>
        status.value === 20 ? { value: 20, name: '审核排队中', text: '审核排队中' } : status,
      ),
    );
    await show();
    expect(await screen.findByRole('button', { name: /审核排队中/ })).toBeTruthy();
    await userEvent.click(screen.getByRole('button', { name: '更多筛选' }));
    expect(await screen.findByRole('checkbox', { name: '审核排队中' })).toBeTruthy();
  });

  it('LS-004 filters by keyword, contact and two statuses, skips 5 rows on page 2 of size 5, and opens the form of a row by its id', async () => {
    rows = [
      ...Array.from({ length: 7 }, (_, index) =>
        rowWith({ consignCode: `A-${index}`, consignStatus: index % 2 ? 10 : 40 }),
      ),
      rowWith({ consignCode: 'B-1', sendPerson: '王' }),
      rowWith({ consignCode: 'B-2', consignStatus: 60 }),
      rowWith({ consignCode: 'C-1', projectName: '别的工程', testContent: '' }),
      rowWith({ consignCode: 'C-2', consignStatus: 20 }),
      rowWith({ consignCode: 'C-3', consignStatus: 30 }),
    ];
    await show(`${RAW}?status=10,40&size=5`);
    await userEvent.type(screen.getByRole('textbox', { name: '预委托编号、工程项目、检测内容' }), '高速');
    await userEvent.type(screen.getByRole('textbox', { name: '委托人' }), '陈');
    await screen.findByText('共 7 条，第 1–5 条');
    await userEvent.click(screen.getByRole('button', { name: '第 2 页' }));
    await screen.findByText('共 7 条，第 6–7 条');
    expect(lastQuery()).toMatchObject({
      keyword: '高速',
      linkPerson: '陈',
      consignStatuses: '10,40',
      skipCount: '5',
      maxResultCount: '5',
    });
    expect(Object.fromEntries(new URLSearchParams(address.split('?')[1]))).toMatchObject({
      q: '高速',
      linkPerson: '陈',
      status: '10,40',
      page: '2',
    });
    await userEvent.click(rowOf('A-5').getByRole('button', { name: '编辑' }));
    expect(address).toBe(`/onlineConsign/addConsignInfo?id=${rows[5]?.id}`);
  });

  it('LS-007 VA-011 VA-018 warns when no row is selected and sends nothing', async () => {
    await show();
    await userEvent.click(screen.getByRole('button', { name: '提交' }));
    expect(await screen.findByText('请选择要提交的委托')).toBeTruthy();
    await userEvent.click(screen.getByRole('button', { name: '签名' }));
    expect(await screen.findByText('请选择需要签名的数据')).toBeTruthy();
    expect(server.requestsTo(commitConsignInfo).length + server.requestsTo(signConsignments).length).toBe(0);
  });

  it('LS-007 VA-011 VA-018 refuses to submit a selection with a submitted row, and to sign rows that await no signature', async () => {
    rows = [rowWith({ consignCode: 'A-1' }), rowWith({ consignCode: 'A-2', consignStatus: 20 })];
    await show();
    await choose('A-1');
    await choose('A-2');
    await userEvent.click(screen.getByRole('button', { name: '提交（1）' }));
    expect(await screen.findByText('您请选择的委托中有已经提交的委托。')).toBeTruthy();
    await userEvent.click(
      within(screen.getByRole('region', { name: '已选 2 条' })).getByRole('button', { name: '签名（0）' }),
    );
    expect(await screen.findByText('所选委托必须是待签名状态！')).toBeTruthy();
    expect(server.requestsTo(commitConsignInfo).length + server.requestsTo(signConsignments).length).toBe(0);
  });

  it('LS-007 submits several valid rows in one call', async () => {
    rows = [rowWith({ consignCode: 'A-1' }), rowWith({ consignCode: 'A-2', consignStatus: 40 })];
    server.respondWith(commitConsignInfo, true);
    await show();
    await choose('A-1');
    await choose('A-2');
    await userEvent.click(screen.getByRole('button', { name: '提交（2）' }));
    await userEvent.type(await screen.findByRole('textbox', { name: /提交说明/ }), '一并提交');
    await userEvent.click(within(screen.getByRole('dialog')).getByRole('button', { name: '提交' }));
    await waitFor(() =>
      expect(server.requestsTo(commitConsignInfo).map(({ query }) => query)).toEqual([
        { consignInfoIds: rows.map(({ id }) => id).join(','), description: '一并提交' },
      ]),
    );
  });

  it('CL-025 asks for a comment, commits with it and reloads the row; cancelling sends nothing', async () => {
    rows = [rowWith({ consignCode: 'A-1' })];
    server.respondWith(commitConsignInfo, (): true => {
      rows = rows.map((row) => ({ ...row, consignStatus: 20, consignStatusStr: '待审核' }));
      return true;
    });
    await show();
    const submit = async () => {
      await userEvent.click(rowOf('A-1').getByRole('button', { name: 'A-1 的操作' }));
      await userEvent.click(await screen.findByRole('menuitem', { name: /提交委托/ }));
      return screen.findByRole('textbox', { name: /提交说明/ });
    };
    await submit();
    await userEvent.click(within(screen.getByRole('dialog')).getByRole('button', { name: '取消' }));
    expect(server.requestsTo(commitConsignInfo)).toHaveLength(0);
    await userEvent.type(await submit(), '首次提交');
    await userEvent.click(within(screen.getByRole('dialog')).getByRole('button', { name: '提交' }));
    expect(await screen.findByText('提交成功')).toBeTruthy();
    expect(server.requestsTo(commitConsignInfo)[0]).toMatchObject({
      query: { description: '首次提交' },
      headers: { 'If-Match': '"4"' },
    });
    await waitFor(() => expect(rowOf('A-1').getByText('待审核')).toBeTruthy());
  });

  it('shows under 提交失败 the text that the server returned instead of true', async () => {
    server.respondWith(commitConsignInfo, '请添加样品信息!');
    await show();
    await choose('A-1');
    await userEvent.click(screen.getByRole('button', { name: '提交（1）' }));
    await userEvent.type(await screen.findByRole('textbox', { name: /提交说明/ }), '首次提交');
    await userEvent.click(within(screen.getByRole('dialog')).getByRole('button', { name: '提交' }));
    const alert = await screen.findByRole('alertdialog', { name: '提交失败' });
    expect(within(alert).getByText('请添加样品信息!')).toBeTruthy();
    expect(screen.queryByText('提交成功')).toBeNull();
  });

  it('keeps a forbidden action in the menu, disabled with its reason and focusable by keyboard', async () => {
    rows = [rowWith({ consignCode: 'A-1', consignStatus: 60 })];
    await show();
    await userEvent.click(rowOf('A-1').getByRole('button', { name: 'A-1 的操作' }));
    const withdraw = await screen.findByRole('menuitem', { name: /撤回委托/ });
    expect(withdraw.getAttribute('aria-disabled')).toBe('true');
    expect(withdraw.textContent).toContain('已收样，不能撤回');
    expect(withdraw.tabIndex).toBe(0);
  });

  it('shows on the row that the list lags behind a write of this page', async () => {
    server.respondWith(commitConsignInfo, true, { 'X-Event-Position': '00000000000000000042' });
    await show();
    server.respondWith(getRawMateriaConsignInfoList, () => ({ items: rows, totalCount: 1 }), { 'X-Stale': 'true' });
    await choose('A-1');
    await userEvent.click(screen.getByRole('button', { name: '提交（1）' }));
    await userEvent.type(await screen.findByRole('textbox', { name: /提交说明/ }), '首次提交');
    await userEvent.click(within(screen.getByRole('dialog')).getByRole('button', { name: '提交' }));
    await waitFor(() => expect(rowOf('A-1').getByText('列表稍后更新')).toBeTruthy());
    expect(lastQuery()?.['atLeast']).toBe('00000000000000000042');
    respondWithList();
    await waitFor(() => expect(screen.queryByText('列表稍后更新')).toBeNull(), { timeout: 3000 });
  });

  it('offers to show all consignments when the filter leaves none', async () => {
    rows = [];
    renderConsole(<ConsignmentListPage kind="raw" />, { at: `${RAW}?status=80` });
    await userEvent.click(await screen.findByRole('button', { name: '查看那 3 条' }));
    expect(lastQuery()?.['consignStatuses']).toBe('');
  });

  it('shows an error without an alert when the list cannot be read, and loads again on 重试', async () => {
    server.refuse(getRawMateriaConsignInfoList, { status: 500, message: '服务器内部错误' });
    renderConsole(<ConsignmentListPage kind="raw" />, { at: RAW });
    expect(await screen.findByText('委托列表没有加载出来')).toBeTruthy();
    expect(currentFailure.get()).toBeNull(); // no alert over it
    respondWithList();
    await userEvent.click(screen.getByRole('button', { name: '重试' }));
    expect(await screen.findByRole('link', { name: 'A-1' })).toBeTruthy();
  });
});
