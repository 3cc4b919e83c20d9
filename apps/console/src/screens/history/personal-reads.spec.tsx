import { afterEach, beforeEach, describe, expect, it } from '@jest/globals';
import { cleanup, screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { Route, Routes } from 'react-router-dom';
import { getHistory, getHistoryProof, getHistoryState, listPersonalReads, readHistoryPersons } from '#contract';
import { ROLE } from '#events';
import { HISTORY, historyPath } from '../../lib/paths.js';
import '../../i18n/language.js';
import { historyPage, historyRow, historyRows, historyState } from '../../testing/history.js';
import { Address } from '../../testing/list-server.js';
import { administrator, client, renderConsole } from '../../testing/render.js';
import { type StubServer, stubServer } from '../../testing/stub-server.js';
import HistoryPage from './history.page.js';
import PersonalReadsPage from './personal-reads.page.js';

const ID = '722e2680-0998-56d3-9f2f-bc9acdd0ea2a';
const auditor = { ...client, roles: [ROLE.auditor], unitId: null, unitType: null };

let server: StubServer;
let address: string;
beforeEach(() => {
  window.innerWidth = 1440;
  server = stubServer();
  server.respondWith(getHistory, historyPage());
  server.respondWith(getHistoryProof, {
    stream: `consignment-${ID}`,
    algorithm: 'SHA-256, RFC 8785',
    events: 7,
    headHash: '6'.repeat(64),
    verifiedAt: '2026-11-20T02:00:00.000Z',
    broken: null,
  });
  server.respondWith(getHistoryState, ({ query }) =>
    historyState(historyRows()[Number(query['revision'])] ?? historyRow(0, 'ConsignmentCreated')),
  );
});
afterEach(cleanup);

const open = (user: typeof client) =>
  renderConsole(
    <Routes>
      <Route path={HISTORY} element={<HistoryPage />} />
    </Routes>,
    { at: historyPath(ID, 4), user },
  );
const heading = () =>
  waitFor(() => expect(document.querySelector('.moment-head h2')?.textContent).toContain('第 5 版'));

describe('masked personal data in a history', () => {
  it('are shown to an auditor for the selected people, after a reason is given, and only in this dialog', async () => {
    server.respondWith(readHistoryPersons, {
      persons: [
        { part: 'contact', about: '', name: '陈志远', cardNo: '', phone: '13800000001' },
        { part: 'sampler', about: '普通硅酸盐水泥', name: '李取样', cardNo: 'QY-1', phone: '' },
      ],
    });
    open(auditor);
    await heading();
    await userEvent.click(screen.getByRole('button', { name: '查看个人信息' }));
    const dialog = within(await screen.findByRole('dialog', { name: '第 5 版的个人信息' }));
    await userEvent.click(dialog.getByRole('button', { name: '查看个人信息' }));
    expect(dialog.getByText('输入内容不能为空')).toBeTruthy();
    expect(server.requestsTo(readHistoryPersons)).toEqual([]);
    await userEvent.click(dialog.getByRole('checkbox', { name: '取样人' }));
    await userEvent.type(dialog.getByLabelText(/^原因/), ' 举报核查 ');
    await userEvent.click(dialog.getByRole('button', { name: '查看个人信息' }));
    expect(await screen.findByText('本次查看已记录。关闭后不再显示。')).toBeTruthy();
    expect(server.requestsTo(readHistoryPersons).map(({ body }) => body)).toEqual([
      { consignmentId: ID, revision: 4, parts: ['contact', 'sampler'], reason: '举报核查' },
    ]);
    for (const text of ['陈志远', '13800000001', '李取样', 'QY-1', /普通硅酸盐水泥$/])
      expect(within(screen.getByRole('dialog')).getByText(text)).toBeTruthy();
    await userEvent.click(screen.getAllByRole('button', { name: '关闭' }).at(-1) as HTMLElement);
    await waitFor(() => expect(screen.queryByText('13800000001')).toBeNull());
  });

  it('stay hidden with an error when the server could not record the access', async () => {
    server.refuse(readHistoryPersons, { status: 503, code: 'STORE_UNAVAILABLE', message: '暂时无法保存，请稍后再试' });
    open(auditor);
    await heading();
    await userEvent.click(screen.getByRole('button', { name: '查看个人信息' }));
    const dialog = within(await screen.findByRole('dialog', { name: '第 5 版的个人信息' }));
    await userEvent.type(dialog.getByLabelText(/^原因/), '核查');
    await userEvent.click(dialog.getByRole('button', { name: '查看个人信息' }));
    expect((await dialog.findByRole('alert')).textContent).toContain('暂时无法保存');
    expect(dialog.getByLabelText<HTMLTextAreaElement>(/^原因/).value).toBe('核查');
  });

  it('have no button for a user who sees the data unmasked', async () => {
    open(client);
    await heading();
    expect(screen.queryByRole('button', { name: '查看个人信息' })).toBeNull();
  });
});

describe('the log of accesses to personal data', () => {
  const reading = {
    id: 'e.0',
    at: '2026-03-02T02:30:00.000Z',
    userId: 'u-a',
    userName: '审计员',
    consignmentId: ID,
    consignCode: 'YWT-1',
    revision: 4,
    part: 'ownerWitness' as const,
    reason: '举报核查',
  };
  const log = () =>
    renderConsole(
      <>
        <PersonalReadsPage />
        <Address
          onChange={(newAddress) => {
            address = newAddress;
          }}
        />
      </>,
      { user: administrator },
    );

  it('shows who read whose data, when and why, with a link to that revision', async () => {
    server.respondWith(listPersonalReads, { items: [reading], totalCount: 1 });
    log();
    const [row] = [...(await screen.findByRole('table', { name: '个人信息查阅记录' })).querySelectorAll('tbody tr')];
    expect(row?.textContent).toMatch(/^2026-03-02 \d\d:30:00审计员YWT-1第 5 版建设单位见证人举报核查$/);
    await userEvent.click(screen.getByRole('link', { name: 'YWT-1' }));
    await waitFor(() => expect(address).toBe(historyPath(ID, 4)));
  });

  it('shows a message when there are no accesses', async () => {
    server.respondWith(listPersonalReads, { items: [], totalCount: 0 });
    log();
    expect(await screen.findByText('还没有人查阅过个人信息')).toBeTruthy();
  });
});
