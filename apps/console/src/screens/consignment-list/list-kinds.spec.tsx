import { afterEach, beforeEach, describe, expect, it } from '@jest/globals';
import { act, cleanup, screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import type { ComponentType } from 'react';
import {
  cancelConsignInfo,
  type ConsignmentListRow,
  getConsignmentCounts,
  getCreatePreSiteConsign,
  getRawMateriaConsignInfoListMobile,
  getSitePreConsignInfoList,
  listConsignments,
  type UserInfo,
} from '#contract';
import { chooseLanguage } from '../../i18n/language.js';
import { listColumns } from '../../lib/preferences.js';
import { consignmentWith } from '../../testing/consignment.js';
import { Address, startListServer } from '../../testing/list-server.js';
import { client, laboratory, renderConsole } from '../../testing/render.js';
import { rowWith } from '../../testing/rows.js';
import type { StubServer } from '../../testing/stub-server.js';
import ConsignmentListPage from './consignment-list-page.js';
import type { ListKind } from './list-kinds.js';
import { routes } from './routes.js';

const INCOMING = '/BusinessManagement/preManagement';
const HOUR = 3_600_000;
const ago = (hours: number): string => new Date(Date.now() - hours * HOUR).toISOString();

let server: StubServer;
let rows: ConsignmentListRow[];
let address = '';
const recordAddress = (to: string) => void (address = to);
const renderList = (kind: ListKind, at: string, user: UserInfo = client) =>
  renderConsole(
    <>
      <ConsignmentListPage kind={kind} />
      <Address onChange={recordAddress} />
    </>,
    { at, user },
  );
const show = async (...page: Parameters<typeof renderList>) => {
  renderList(...page);
  await screen.findByText(/共 \d+ 条/, {}, { timeout: 4000 });
};
const rowOf = (code: string) => within(screen.getByRole('link', { name: code }).closest('tr') as HTMLElement);
const choose = (code: string) => userEvent.click(rowOf(code).getByRole('checkbox'));
const narrow = (width: number) =>
  act(() => {
    window.innerWidth = width;
    window.dispatchEvent(new Event('resize'));
  });

beforeEach(() => {
  localStorage.clear();
  listColumns.set({});
  rows = [
    rowWith({ consignCode: 'R-1', consignType: 1, consignStatus: 20 }),
    rowWith({ consignCode: 'S-2', consignType: 2, consignStatus: 20, expectTestTime: '2026-12-01T09:00' }),
    rowWith({ consignCode: 'H-3', consignType: 3, consignStatus: 10, expectTestTime: '2026-12-02T09:00' }),
  ];
  server = startListServer(() => rows);
});
afterEach(async () => {
  cleanup();
  narrow(1024);
  await act(() => chooseLanguage('zh'));
});

describe('the lists of appointments', () => {
  it.each([
    [2, 'site', '/onlineConsign/sitePreConsignInfo', 'S-2', '查看', '12-01 09:00'],
    [3, 'handover', '/onlineConsign/payCompletionPreConsignInfo', 'H-3', '编辑', '12-02 09:00'],
  ] as const)(
    'LS-005 of kind %i request and show only that kind, and open a row with that kind',
    async (type, kind, at, code, action, expected) => {
      await show(kind, at);
      expect(server.requestsTo(getSitePreConsignInfoList).map(({ query }) => query['type'])).toEqual([String(type)]);
      expect(server.requestsTo(getConsignmentCounts)[0]?.query['consignType']).toBe(String(type));
      expect(screen.getAllByRole('link').map(({ textContent }) => textContent)).toEqual([code]);
      expect(rowOf(code).getByText(expected)).toBeTruthy();
      await userEvent.click(rowOf(code).getByRole('button', { name: action }));
      const id = rows.find(({ consignCode }) => consignCode === code)?.id;
      expect(address).toBe(`/onlineConsign/addSitePreConsignInfo?id=${id}&consignType=${type}&pageSource=1`);
    },
  );

  it('create a new appointment of their kind', async () => {
    server.respondWith(getCreatePreSiteConsign, {
      ...consignmentWith({ id: 'new-1', consignType: 3 }),
      preSiteOtherInfo: { qualifications: [], baAddresss: [] },
    });
    await show('handover', '/onlineConsign/payCompletionPreConsignInfo');
    await userEvent.click(screen.getByRole('button', { name: '新建预约' }));
    await waitFor(() =>
      expect(address).toBe('/onlineConsign/addSitePreConsignInfo?id=new-1&consignType=3&pageSource=1'),
    );
    expect(server.requestsTo(getCreatePreSiteConsign).map(({ query }) => query)).toEqual([
      { consignType: '3', reuse: 'true' },
    ]);
  });
});

describe('the incoming list of a testing unit', () => {
  it('LS-006 shows all three kinds, and a row opens in the audit of its kind', async () => {
    await show('incoming', INCOMING, laboratory);
    expect(screen.queryByRole('button', { name: '新建委托' })).toBeNull();
    for (const [code, name] of [
      ['R-1', '原材料预委托'],
      ['S-2', '现场检测预约'],
      ['H-3', '交竣工检测预约'],
    ] as const)
      expect(rowOf(code).getByTitle(name)).toBeTruthy();
    await userEvent.click(rowOf('S-2').getByRole('button', { name: '审核' }));
    expect(address).toBe(`/BusinessManagement/auditSitePreConsignInfo?id=${rows[1]?.id}&consignType=2&pageSource=4`);
    await userEvent.click(rowOf('R-1').getByRole('button', { name: '审核' }));
    expect(address).toBe(`/BusinessManagement/auditConsignInfo?id=${rows[0]?.id}&consignType=1&pageSource=4`);
  });

  it('filters by one kind, which is written to the address', async () => {
    await show('incoming', INCOMING, laboratory);
    await userEvent.selectOptions(screen.getByRole('combobox', { name: '类型' }), '现场检测预约');
    await waitFor(() => expect(screen.queryByRole('link', { name: 'R-1' })).toBeNull());
    expect(address).toBe(`${INCOMING}?type=2`);
    expect(server.requestsTo(listConsignments).at(-1)?.query['consignType']).toBe('2');
    expect(server.requestsTo(getConsignmentCounts).at(-1)?.query['consignType']).toBe('2');
  });

  it('sorts consignments that wait for the unit oldest first and marks overdue ones', async () => {
    rows = [
      rowWith({ consignCode: 'A-1', consignStatus: 20, statusSince: ago(30) }),
      rowWith({ consignCode: 'A-2', consignStatus: 20, statusSince: ago(2) }),
      rowWith({ consignCode: 'A-3', consignStatus: 30, statusSince: ago(30) }),
      rowWith({ consignCode: 'A-4', consignType: 2, consignStatus: 30, statusSince: ago(1), expectTestTime: ago(1) }),
      rowWith({ consignCode: 'A-5', consignStatus: 60, statusSince: ago(300) }),
    ];
    await show('incoming', INCOMING, laboratory);
    await userEvent.click(screen.getByRole('button', { name: /^需处理\s*4$/ }));
    await waitFor(() =>
      expect(server.requestsTo(listConsignments).at(-1)?.query).toMatchObject({
        consignStatuses: '20,30',
        sort: 'commitConsignTime',
        order: 'asc',
      }),
    );
    await waitFor(() => expect(screen.queryByRole('link', { name: 'A-5' })).toBeNull());
    expect(rowOf('A-1').getByTitle('已超过 24 小时').textContent).toContain('1 天 6 小时');
    expect(rowOf('A-4').getByTitle('预约时间已过')).toBeTruthy();
    for (const code of ['A-2', 'A-3']) expect(rowOf(code).queryByTitle(/已超过|已过/)).toBeNull();
  });

  it('has a menu badge with the same count as its tab 需处理', async () => {
    rows = [
      rowWith({ consignStatus: 20 }),
      rowWith({ consignType: 2, consignStatus: 30 }),
      rowWith({ consignStatus: 30 }),
      rowWith({ consignStatus: 60 }),
    ];
    const Badge = routes.find(({ path }) => path === INCOMING)?.menu?.badge as ComponentType;
    renderConsole(
      <>
        <Badge />
        <ConsignmentListPage kind="incoming" />
      </>,
      { at: INCOMING, user: laboratory },
    );
    expect((await screen.findByRole('status', { name: '3 条待处理' })).textContent).toBe('3');
    expect(await screen.findByRole('button', { name: /^需处理\s*3$/ })).toBeTruthy();
  });
});

describe('actions on several rows', () => {
  it('LS-007 show the number of rows that they apply to, and the reasons why the other rows are left out', async () => {
    rows = [
      rowWith({ consignCode: 'A-1' }),
      rowWith({ consignCode: 'A-2', consignStatus: 20 }),
      rowWith({ consignCode: 'A-3', consignStatus: 60 }),
    ];
    server.respondWith(cancelConsignInfo, true);
    await show('raw', '/onlineConsign/rawMateriaConsignInfo');
    for (const code of ['A-1', 'A-2', 'A-3']) await choose(code);
    const bar = within(screen.getByRole('region', { name: '已选 3 条' }));
    expect(
      bar
        .getAllByRole('button')
        .slice(0, 6)
        .map(({ textContent }) => textContent),
    ).toEqual(['提交（1）', '签名（0）', '撤回（2）', '删除（0）', '导出（3）', '打印（3）']);
    await userEvent.click(bar.getByRole('button', { name: '查看' }));
    const alert = await screen.findByRole('alertdialog');
    for (const line of ['A-2：待审核，不能提交', 'A-3：已收样，不能撤回', 'A-1：填写中，不能删除'])
      expect(alert.textContent).toContain(line);
    expect(alert.textContent).toContain('不能撤回：');
    await userEvent.click(within(alert).getAllByRole('button').at(-1) as HTMLElement);

    await userEvent.click(bar.getByRole('button', { name: '删除（0）' }));
    expect(await screen.findByText('填写中，不能删除')).toBeTruthy();
    await userEvent.click(bar.getByRole('button', { name: '撤回（2）' }));
    const confirmation = await screen.findByRole('alertdialog', { name: '撤回委托' });
    expect(confirmation.textContent).toContain('2 份委托变为“已撤回”');
    await userEvent.type(within(confirmation).getByRole('textbox'), '改期');
    await userEvent.click(within(confirmation).getByRole('button', { name: '撤回委托' }));
    await waitFor(() =>
      expect(server.requestsTo(cancelConsignInfo).map(({ body }) => body)).toEqual([
        { ids: rows.slice(0, 2).map(({ id }) => id), description: '改期' },
      ]),
    );
  });
});

it('the reasons for rows that are left out use the punctuation of the chosen language', async () => {
  await chooseLanguage('en');
  rows = [rowWith({ consignCode: 'A-1', consignStatus: 60 })];
  renderList('raw', '/onlineConsign/rawMateriaConsignInfo');
  await userEvent.click(
    within((await screen.findByRole('link', { name: 'A-1' })).closest('tr') as HTMLElement).getByRole('checkbox'),
  );
  await userEvent.click(
    within(screen.getByRole('region', { name: '1 selected' })).getByRole('button', { name: 'Show' }),
  );
  const lines = (await screen.findByRole('alertdialog')).textContent ?? '';
  expect(lines).toContain('Not possible: Withdraw\n');
  expect(lines).toContain('A-1: ');
});

describe('a consignment list on a phone', () => {
  it('LS-004 uses the operation for phones and loads more rows on 加载更多', async () => {
    rows = Array.from({ length: 45 }, (_, index) => rowWith({ consignCode: `A-${index}` }));
    narrow(390);
    renderList('raw', '/onlineConsign/rawMateriaConsignInfo');
    await screen.findByRole('link', { name: 'A-19' });
    expect(screen.queryByRole('link', { name: 'A-20' })).toBeNull();
    await userEvent.click(screen.getByRole('button', { name: '加载更多' }));
    await screen.findByRole('link', { name: 'A-39' });
    await userEvent.click(screen.getByRole('button', { name: '加载更多' }));
    expect(await screen.findByText('已全部显示，共 45 条')).toBeTruthy();
    expect(screen.getAllByRole('link')).toHaveLength(45);
    expect(server.requestsTo(getRawMateriaConsignInfoListMobile).map(({ query }) => query['skipCount'])).toEqual([
      '0',
      '20',
      '40',
    ]);
  });
});
