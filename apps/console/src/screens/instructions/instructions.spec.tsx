// jsdom has no layout, but the editor asks for positions in its text.
import { afterEach, beforeEach, describe, expect, it } from '@jest/globals';
import { act, cleanup, screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import type { Editor } from '@tiptap/react';
import {
  addInstruction,
  deleteInstructions,
  getInstructionList,
  type InstructionRow,
  listInstructionsOfType,
  updateInstruction,
} from '#contract';
import '../../i18n/language.js';
import { Address } from '../../testing/list-server.js';
import { administrator, client, renderConsole } from '../../testing/render.js';
import { type StubServer, stubServer } from '../../testing/stub-server.js';
import InstructionListPage from './instruction-list-page.js';
import InstructionPage from './instruction-page.js';
import { INSTRUCTION_LIST, instructionPath } from '../../lib/paths.js';

Range.prototype.getClientRects = () => [] as unknown as DOMRectList;
Range.prototype.getBoundingClientRect = () => new DOMRect();

const two = (number: number) => String(number).padStart(2, '0');
/** Number 1 is the oldest; 3 was changed last. */
const row = (number: number, changes: Partial<InstructionRow> = {}): InstructionRow => ({
  id: `${two(number)}000000-0000-4000-8000-000000000000`,
  revision: 0,
  type: '0',
  title: `说明${two(number)}`,
  content: '<h2>步骤</h2><p>正文</p>',
  creatorUser: '周明远',
  creationTime: `2026-03-${two(number)}T08:00:00.000Z`,
  lastModifierUser: '林静',
  lastModificationTime: number === 3 ? '2026-05-01T08:00:00.000Z' : `2026-04-${two(number)}T08:00:00.000Z`,
  ...changes,
});
let rows: InstructionRow[];
let server: StubServer;
let address: string;

beforeEach(() => {
  rows = Array.from({ length: 11 }, (_, index) => row(index + 1, index === 4 ? { type: '0,1' } : {}));
  server = stubServer();
  server.respondWith(getInstructionList, ({ query }) => {
    const field = query['orderField'] as 'creationTime' | 'lastModificationTime';
    const matches = rows
      .filter(({ title }) => title.includes(query['search'] ?? ''))
      .toSorted((a, b) => (a[field] < b[field] ? -1 : 1) * (query['orderMethod'] === 'asc' ? 1 : -1));
    return {
      items: matches.slice(Number(query['skipCount'])).slice(0, Number(query['maxResultCount'])),
      totalCount: matches.length,
    };
  });
});
afterEach(cleanup);

const list = () =>
  renderConsole(
    <>
      <InstructionListPage />
      <Address
        onChange={(newAddress) => {
          address = decodeURIComponent(newAddress);
        }}
      />
    </>,
    { user: administrator, at: INSTRUCTION_LIST },
  );
const table = () => screen.findByRole('table', { name: '操作说明列表' });
const titles = async () =>
  [...(await table()).querySelectorAll('tbody tr')].map((each) => each.querySelector('td')?.textContent);
const sizes = () => [...screen.getByLabelText<HTMLSelectElement>('每页条数').options].map(({ value }) => value);

describe('the list of instructions', () => {
  it('LS-011 OI-006 shows ten per page, newest first, offers four sort orders, and names both types of a shared instruction', async () => {
    list();
    expect(await titles()).toEqual([11, 10, 9, 8, 7, 6, 5, 4, 3, 2].map((number) => `说明${two(number)}`));
    expect(
      within(await table())
        .getAllByRole('columnheader')
        .map(({ textContent }) => textContent),
    ).toEqual(['标题', '类型', '创建人', '创建时间', '最后编辑人', '更新时间', '操作']);
    const fifth = within(within(await table()).getByRole('row', { name: /说明05/ }));
    expect(fifth.getByText('原材料预委托、现场检测预约')).toBeTruthy();
    expect(
      ['查看', '编辑', '删除'].map((action) => fifth.queryByRole('button', { name: `${action} 说明05` }) !== null),
    ).toEqual([true, true, true]);
    expect(server.requestsTo(getInstructionList)[0]?.query).toEqual({
      search: '',
      orderField: 'creationTime',
      orderMethod: 'desc',
      skipCount: '0',
      maxResultCount: '10',
    });

    for (const [order, first] of [
      ['创建时间从旧到新', '说明01'],
      ['更新时间从新到旧', '说明03'],
      ['更新时间从旧到新', '说明01'],
      ['创建时间从新到旧', '说明11'],
    ] as const) {
      await userEvent.selectOptions(screen.getByLabelText('排序'), order);
      await waitFor(async () => expect((await titles())[0]).toBe(first));
    }
    await userEvent.click(screen.getByRole('button', { name: '第 2 页' }));
    await waitFor(async () => expect(await titles()).toEqual(['说明01']));
    expect(address).toBe(`${INSTRUCTION_LIST}?page=2`);
  });

  it('OI-006 searches by title, writes the search to the address, and shows a message when nothing matches', async () => {
    list();
    await userEvent.type(await screen.findByLabelText('按标题搜索'), '说明07');
    await waitFor(async () => expect(await titles()).toEqual(['说明07']));
    expect(address).toBe(`${INSTRUCTION_LIST}?q=说明07`);
    await userEvent.type(screen.getByLabelText('按标题搜索'), '没有');
    expect(await screen.findByText('没有找到操作说明')).toBeTruthy();
    await userEvent.click(screen.getByRole('button', { name: '清除关键字' }));
    await waitFor(async () => expect((await titles()).length).toBe(10));
    expect(sizes()).toEqual(['10', '20', '30', '40']);
    expect(screen.getByLabelText<HTMLSelectElement>('每页条数').value).toBe('10');
    await userEvent.selectOptions(screen.getByLabelText('每页条数'), '20');
    await waitFor(() => expect(server.requestsTo(getInstructionList).at(-1)?.query['maxResultCount']).toBe('20'));
  });

  it('OI-009 deletes after confirmation and reads the list again', async () => {
    server.respondWith(deleteInstructions, ({ body }) => {
      rows = rows.filter(({ id }) => !(body as string[]).includes(id));
      return true as const;
    });
    list();
    await userEvent.click(await screen.findByRole('button', { name: '删除 说明10' }));
    const box = within(await screen.findByRole('alertdialog'));
    expect(box.getByText('“说明10”将被删除，所有用户都不能再查看。')).toBeTruthy();
    expect(server.requestsTo(deleteInstructions)).toEqual([]);
    await userEvent.click(box.getByRole('button', { name: '删除操作说明' }));
    expect(await screen.findByText('删除成功')).toBeTruthy();
    expect(server.requestsTo(deleteInstructions)[0]).toMatchObject({
      body: [row(10).id],
      headers: { 'If-Match': '"0"' },
    });
    await waitFor(async () => expect(await titles()).not.toContain('说明10'));
  });
});

describe('the form of an instruction', () => {
  const form = async (name: string) => within(await screen.findByRole('dialog', { name }));
  /** What a browser would type into the editor; jsdom has no editing. */
  const write = async (html: string) => {
    const area = await screen.findByRole<HTMLElement & { editor: Editor }>('textbox', { name: '内容' });
    act(() => {
      area.editor.commands.setContent(html, { emitUpdate: true });
    });
  };
  const problems = () => screen.queryAllByRole('alert').map(({ textContent }) => textContent);

  it('DG-012 OI-008 requires type, title and content with the specified messages, and saves when all are present', async () => {
    server.respondWith(addInstruction, { id: row(12).id, revision: 0 });
    list();
    await userEvent.click((await screen.findAllByRole('button', { name: '新建操作说明' }))[0] as HTMLElement);
    const box = await form('新建操作说明');
    await box.findByRole('textbox', { name: '内容' });
    const save = () => userEvent.click(box.getByRole('button', { name: '保存' }));
    await save();
    expect(problems()).toEqual(['请选择操作说明类型', '请输入操作说明标题', '请输入操作说明内容']);
    await userEvent.click(box.getByRole('checkbox', { name: '现场检测预约' }));
    await userEvent.click(box.getByRole('checkbox', { name: '原材料预委托' }));
    await save();
    expect(problems()).toEqual(['请输入操作说明标题', '请输入操作说明内容']);
    await userEvent.type(box.getByRole('textbox', { name: /^标题/ }), '新的说明');
    await write('<p> </p><ul><li><p></p></li></ul>');
    await save();
    expect(problems()).toEqual(['请输入操作说明内容']);
    expect(server.requestsTo(addInstruction)).toEqual([]);
    await write('<h2>步骤</h2><ul><li><p>一</p></li></ul>');
    rows = [...rows, row(12, { title: '新的说明', creationTime: '2026-06-01T08:00:00.000Z' })];
    await save();
    expect(await screen.findByText('保存成功')).toBeTruthy();
    expect(server.requestsTo(addInstruction).map(({ body }) => body)).toEqual([
      { type: '0,1', title: '新的说明', content: '<h2>步骤</h2><ul><li><p>一</p></li></ul>' },
    ]);
    expect(screen.queryByRole('dialog')).toBeNull();
    await waitFor(async () => expect((await titles())[0]).toBe('新的说明'));
  });

  it.each([
    ['in the server’s words', '数据已被他人修改，请刷新后重试', '数据已被他人修改，请刷新后重试'],
    ['as 保存失败 when it has none', '', '保存失败'],
  ])('DG-012 ERR-008 OI-009 shows a refused save %s and keeps the input', async (_, message, expectedText) => {
    server.refuse(updateInstruction, { status: 412, message });
    list();
    await userEvent.click(await screen.findByRole('button', { name: '编辑 说明05' }));
    const box = await form('编辑操作说明');
    expect((await screen.findByRole('textbox', { name: '内容' })).querySelector('h2')?.textContent).toBe('步骤');
    await userEvent.type(box.getByRole('textbox', { name: /^标题/ }), '改');
    await userEvent.click(box.getByRole('button', { name: '保存' }));
    await waitFor(() => expect(problems()).toEqual([expectedText]));
    expect(server.requestsTo(updateInstruction)[0]).toMatchObject({
      body: { id: row(5).id, type: '0,1', title: '说明05改', content: '<h2>步骤</h2><p>正文</p>' },
      headers: { 'If-Match': '"0"' },
    });
    expect(box.getByRole<HTMLInputElement>('textbox', { name: /^标题/ }).value).toBe('说明05改');
  });

  it('asks for confirmation before it discards unsaved input', async () => {
    list();
    await userEvent.click(await screen.findByRole('button', { name: '编辑 说明05' }));
    const box = await form('编辑操作说明');
    await userEvent.type(box.getByRole('textbox', { name: /^标题/ }), '改');
    await userEvent.click(box.getByRole('button', { name: '取消' }));
    await userEvent.click(within(await screen.findByRole('alertdialog')).getByRole('button', { name: '取消' }));
    expect(box.getByRole<HTMLInputElement>('textbox', { name: /^标题/ }).value).toBe('说明05改');
    await userEvent.click(box.getByRole('button', { name: '取消' }));
    await userEvent.click(within(await screen.findByRole('alertdialog')).getByRole('button', { name: '放弃修改' }));
    await waitFor(() => expect(screen.queryByRole('dialog', { name: '编辑操作说明' })).toBeNull());
  });

  it('has a toolbar with labelled buttons and arrow-key navigation, and accepts only http, https and mailto links', async () => {
    list();
    await userEvent.click(await screen.findByRole('button', { name: '编辑 说明05' }));
    const box = await form('编辑操作说明');
    const tools = within(await box.findByRole('toolbar', { name: '排版' }));
    expect(tools.getAllByRole('button').map((tool) => tool.getAttribute('aria-label'))).toEqual([
      '大标题',
      '小标题',
      '加粗',
      '斜体',
      '下划线',
      '删除线',
      '项目列表',
      '编号列表',
      '引用',
      '链接',
      '图片',
      '撤销',
      '重做',
    ]);
    tools.getByRole('button', { name: '大标题' }).focus();
    await userEvent.keyboard('{ArrowRight}{ArrowRight}');
    expect(document.activeElement).toBe(tools.getByRole('button', { name: '加粗' }));
    await userEvent.click(tools.getByRole('button', { name: '链接' }));
    const field = box.getByRole('textbox', { name: '链接地址' });
    await userEvent.clear(field);
    await userEvent.type(field, 'javascript:steal(){Enter}');
    expect(problems()).toEqual(['请输入以 http://、https:// 或 mailto: 开头的地址']);
    await userEvent.clear(field);
    await userEvent.type(field, 'https://example.com/a{Enter}');
    const link = (await screen.findByRole('textbox', { name: '内容' })).querySelector('a');
    expect([link?.getAttribute('href'), link?.textContent]).toEqual(['https://example.com/a', 'https://example.com/a']);
    expect(screen.getByRole('dialog', { name: '编辑操作说明' })).toBeTruthy();
  });

  it('OI-007 loads stored content with formatting and pictures, read-only until 编辑 is pressed', async () => {
    const src = '/RichTextImages/0b5f0a4e-2d9a-4c1b-8a57-3f5a1f0c9d11.png';
    const content = `<h2>步骤</h2><p>选择<strong>检测机构</strong></p><img src="${src}" alt="第一步">`;
    rows = [row(5, { content })];
    server.respondWith(updateInstruction, { id: row(5).id, revision: 1 });
    list();
    await userEvent.click(await screen.findByRole('button', { name: '查看 说明05' }));
    const view = await form('查看操作说明');
    expect([view.queryByRole('textbox'), view.getByRole('img', { name: '第一步' }).getAttribute('src')]).toEqual([
      null,
      `${location.origin}${src}`,
    ]);
    await userEvent.click(view.getByRole('button', { name: '编辑' }));
    const area = await screen.findByRole('textbox', { name: '内容' });
    expect([
      area.querySelector('h2')?.textContent,
      area.querySelector('strong')?.textContent,
      area.querySelector('img[alt="第一步"]')?.getAttribute('src'),
    ]).toEqual(['步骤', '检测机构', `${location.origin}${src}`]);
    const box = await form('编辑操作说明');
    await userEvent.type(box.getByRole('textbox', { name: /^标题/ }), '改');
    await userEvent.click(box.getByRole('button', { name: '保存' }));
    await waitFor(() => expect(server.requestsTo(updateInstruction)[0]?.body).toMatchObject({ content }));
  });

  it('is read-only in view mode and can switch to editing', async () => {
    list();
    await userEvent.click(await screen.findByRole('button', { name: '查看 说明05' }));
    const box = await form('查看操作说明');
    expect(box.getByRole('region', { name: '内容' }).textContent).toBe('步骤正文');
    expect(box.queryByRole('textbox')).toBeNull();
    await userEvent.click(box.getByRole('button', { name: '编辑' }));
    expect(await screen.findByRole('dialog', { name: '编辑操作说明' })).toBeTruthy();
  });
});

describe('the instruction page for readers', () => {
  const openPage = (kind: '0' | '1') => renderConsole(<InstructionPage />, { user: client, at: instructionPath(kind) });

  it('OI-010 shows an instruction of its type under its title, with web links only and without executable content', async () => {
    const content = [
      '<h2 onclick="steal()">步骤</h2><ul><li><p>选择<strong>检测机构</strong></p></li></ul>',
      '<p><a href="https://example.com/x" onclick="steal()">样表</a><a href="javascript:steal()">坏</a>',
      '<a href="//evil.example">坏二</a><img src=x onerror="steal()"></p><script>steal()</script>',
    ].join('');
    server.respondWith(listInstructionsOfType, ({ query }) => [
      {
        id: 'i',
        type: '0,1' as const,
        title: query['type'] === '1' ? '现场检测预约操作说明' : '原材料',
        content,
        creationTime: row(1).creationTime,
        lastModificationTime: row(1).lastModificationTime,
      },
    ]);
    const { container } = openPage('1');
    expect(await screen.findByRole('heading', { level: 1, name: '现场检测预约操作说明' })).toBeTruthy();
    expect(screen.getByRole('heading', { level: 2, name: '步骤' })).toBeTruthy();
    expect(screen.getByRole('listitem').textContent).toBe('选择检测机构');
    const links = [...container.querySelectorAll('.formatted-text a')];
    expect(
      links.map((link) => [link.getAttribute('href'), link.getAttribute('rel'), link.getAttribute('target')]),
    ).toEqual([['https://example.com/x', 'noopener noreferrer', '_blank']]);
    expect(
      [...container.querySelectorAll('.formatted-text *')]
        .flatMap((element) => element.getAttributeNames())
        .filter((name) => name.startsWith('on')),
    ).toEqual([]);
    expect(container.querySelector('.formatted-text script, .formatted-text img')).toBeNull();
  });

  it('OI-010 shows all instructions of its type, newest first', async () => {
    const instruction = (id: string, title: string) => ({
      id,
      type: '0' as const,
      title,
      content: `<p>${title}的步骤</p>`,
      creationTime: row(1).creationTime,
      lastModificationTime: row(1).lastModificationTime,
    });
    server.respondWith(listInstructionsOfType, [instruction('b', '新版流程'), instruction('a', '旧版流程')]);
    openPage('0');
    await screen.findByRole('heading', { level: 1, name: '操作说明' });
    expect(
      screen.getAllByRole('article').map((each) => within(each).getByRole('heading', { level: 2 }).textContent),
    ).toEqual(['新版流程', '旧版流程']);
    expect(screen.getByText('旧版流程的步骤')).toBeTruthy();
  });

  it('shows a message when there is none, and an error when it cannot be read', async () => {
    server.respondWith(listInstructionsOfType, []);
    openPage('0');
    expect(await screen.findByText('还没有“原材料预委托”的操作说明')).toBeTruthy();
    cleanup();
    server.refuse(listInstructionsOfType, { status: 400, message: '读不到' });
    openPage('0');
    expect(await screen.findByText(/读不到/)).toBeTruthy();
  });
});
