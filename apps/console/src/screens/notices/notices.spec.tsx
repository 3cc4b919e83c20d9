// jsdom has no layout, but the editor asks for positions in its text.
import { afterEach, beforeEach, describe, expect, it } from '@jest/globals';
import { act, cleanup, screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import type { Editor } from '@tiptap/react';
import {
  getAllUnit,
  getRecordChanges,
  noticeCreate,
  noticeDelete,
  noticeGetAll,
  type NoticeRow,
  noticeUpdate,
  type UserInfo,
} from '#contract';
import '../../i18n/language.js';
import { unitRow } from '../../testing/consignment.js';
import { administrator, laboratory, renderConsole } from '../../testing/render.js';
import { type StubServer, stubServer } from '../../testing/stub-server.js';
import { LoginNotices } from './login-notices.js';
import NoticeListPage from './notice-list.page.js';
import { NOTICE_LIST } from './routes.js';

Range.prototype.getClientRects = () => [] as unknown as DOMRectList;
Range.prototype.getBoundingClientRect = () => new DOMRect();

const notice = (changes: Partial<NoticeRow> = {}): NoticeRow => ({
  id: 'n-1',
  revision: 1,
  noticeNo: 'GG20260301-0001',
  title: '停机通知',
  content: '<p>周六停机</p>',
  sendTime: '2026-03-01T08:00:00.000Z',
  noticeType: 1,
  testUnitId: null,
  testUnitName: '',
  sendUserId: 'u',
  rySendUserNameFriendly: '周明远',
  creationTime: '2026-03-01T07:00:00.000Z',
  ...changes,
});
let rows: NoticeRow[];
let server: StubServer;

beforeEach(() => {
  localStorage.clear();
  rows = [
    notice(),
    notice({ id: 'n-2', title: '放假', sendTime: '', testUnitId: unitRow().id, testUnitName: unitRow().testUnitName }),
  ];
  server = stubServer();
  server.respondWith(noticeGetAll, () => ({ items: rows, totalCount: rows.length }));
  server.respondWith(getAllUnit, { items: [unitRow()], totalCount: 1 });
});
afterEach(cleanup);

const open = (user: UserInfo) => renderConsole(<NoticeListPage />, { user, at: NOTICE_LIST });
const write = async (html: string) => {
  const area = await screen.findByRole<HTMLElement & { editor: Editor }>('textbox', { name: '内容' });
  act(() => {
    area.editor.commands.setContent(html, { emitUpdate: true });
  });
};
const compose = async () => {
  await userEvent.click((await screen.findAllByRole('button', { name: '新建公告' }))[0] as HTMLElement);
  return within(await screen.findByRole('dialog', { name: '新建公告' }));
};

describe('the list of notices', () => {
  it.each([
    ['a laboratory', laboratory],
    ['the administrator', administrator],
  ])('NT-003 lets %s view, edit and delete the listed notices', async (_, user) => {
    server.respondWith(noticeUpdate, ({ body }) => notice(body as Partial<NoticeRow>));
    server.respondWith(noticeDelete, () => {
      rows = rows.slice(1);
      return true as const;
    });
    open(user);
    const table = within(await screen.findByRole('table', { name: '公告列表' }));
    expect(
      table
        .getAllByRole('row')
        .slice(1)
        .map((row) => [...row.querySelectorAll('td')].slice(0, 4).map(({ textContent }) => textContent)),
    ).toEqual([
      ['停机通知', '维护', '平台全体用户', '已发布'],
      ['放假', '维护', unitRow().testUnitName, '未发布'],
    ]);
    await userEvent.click(table.getByRole('button', { name: '查看 停机通知' }));
    const view = within(await screen.findByRole('dialog', { name: '公告' }));
    expect(view.getByRole('region', { name: '内容' }).textContent).toBe('周六停机');
    await userEvent.click(view.getByText('关闭'));
    await userEvent.click(screen.getByRole('button', { name: '编辑 停机通知' }));
    const form = within(await screen.findByRole('dialog', { name: '编辑公告' }));
    expect(form.queryByLabelText('发布范围')).toBeNull();
    await userEvent.type(form.getByRole('textbox', { name: /^标题/ }), '改');
    await userEvent.click(form.getByRole('button', { name: '保存' }));
    await waitFor(() =>
      expect(server.requestsTo(noticeUpdate)[0]).toMatchObject({
        body: { id: 'n-1', title: '停机通知改', content: '<p>周六停机</p>', noticeType: 1 },
        headers: { 'If-Match': '"1"' },
      }),
    );
    await userEvent.click(await screen.findByRole('button', { name: '删除 停机通知' }));
    const confirmation = within(await screen.findByRole('alertdialog', { name: '删除公告' }));
    await userEvent.type(confirmation.getByRole('textbox', { name: /^删除原因/ }), '写错');
    await userEvent.click(confirmation.getByRole('button', { name: '删除公告' }));
    await waitFor(() => expect(server.requestsTo(noticeDelete)[0]?.query).toMatchObject({ reason: '写错' }));
    await waitFor(() => expect(screen.queryByRole('button', { name: '删除 停机通知' })).toBeNull());
  });

  it('shows the changed fields of a notice with old and new values', async () => {
    server.respondWith(getRecordChanges, [
      {
        id: '1',
        action: 'NoticeChanged',
        at: '2026-03-02T08:00:00.000Z',
        by: '周明远',
        reason: '',
        changes: [
          { field: 'noticeType', about: '', member: '', old: '0', new: '1' },
          { field: 'content', about: '', member: '', old: '<p>周日停机</p>', new: '<p>周六停机</p>' },
        ],
      },
    ]);
    open(laboratory);
    await userEvent.click(await screen.findByRole('button', { name: '历史 停机通知' }));
    expect(
      within(await screen.findByRole('table', { name: '修改公告' }))
        .getAllByRole('cell')
        .map(({ textContent }) => textContent),
    ).toEqual(['类型', '通知', '维护', '内容', '周日停机', '周六停机']);
  });

  it.each([
    ['everybody', '平台全体用户', {}],
    ['one testing unit', unitRow().testUnitName, { testUnitId: unitRow().id }],
  ])('lets the administrator publish a notice to %s', async (_, to, scope) => {
    server.respondWith(noticeCreate, ({ body }) => notice(body as Partial<NoticeRow>));
    open(administrator);
    const form = await compose();
    await userEvent.click(form.getByRole('button', { name: '保存' }));
    expect(form.getAllByRole('alert').map(({ textContent }) => textContent)).toEqual([
      '请输入公告标题',
      '请输入公告内容',
    ]);
    await userEvent.type(form.getByRole('textbox', { name: /^标题/ }), '收样安排');
    await form.findByRole('option', { name: to });
    await userEvent.selectOptions(form.getByLabelText('发布范围'), to);
    await write('<p>国庆不收样</p>');
    await userEvent.click(form.getByRole('button', { name: '保存' }));
    await waitFor(() =>
      expect(server.requestsTo(noticeCreate).map(({ body }) => body)).toEqual([
        { title: '收样安排', content: '<p>国庆不收样</p>', noticeType: 0, send: true, ...scope },
      ]),
    );
  });

  it('offers a laboratory no choice of recipients', async () => {
    open(laboratory);
    expect((await compose()).queryByLabelText('发布范围')).toBeNull();
    expect(server.requestsTo(getAllUnit)).toEqual([]);
  });
});

describe('notices after sign-in', () => {
  const noticeWith = (sendTime: string, title: string) => ({
    title,
    content: `<p>${title}的内容</p>`,
    sendTime,
    testUnitId: '',
    testUnitName: '',
  });
  const enter = (...webUserNotices: UserInfo['webUserNotices']) =>
    renderConsole(<LoginNotices user={{ ...laboratory, webUserNotices }} />, { user: laboratory });

  it('are shown once per user and browser, and the next time only new ones', async () => {
    enter(noticeWith('2026-03-01T08:00:00.000Z', '停机'));
    const first = within(await screen.findByRole('dialog', { name: '公告' }));
    expect(first.getByRole('article', { name: '停机' }).textContent).toContain('停机的内容');
    await userEvent.click(first.getByRole('button', { name: '知道了' }));
    cleanup();
    enter(noticeWith('2026-03-02T08:00:00.000Z', '放假'), noticeWith('2026-03-01T08:00:00.000Z', '停机'));
    const second = within(await screen.findByRole('dialog', { name: '公告' }));
    expect(second.getAllByRole('article').map((article) => article.getAttribute('aria-label'))).toEqual(['放假']);
    await userEvent.click(second.getByRole('button', { name: '知道了' }));
    cleanup();
    enter(noticeWith('2026-03-02T08:00:00.000Z', '放假'));
    expect(screen.queryByRole('dialog')).toBeNull();
  });
});
