import { afterEach, beforeEach, describe, expect, it } from '@jest/globals';
import { cleanup, screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import {
  getReferenceListChanges,
  getSampleLevels,
  saveReferenceList,
  type ReferenceListView,
  type ReferenceListEntry,
  listReferenceLists,
} from '#contract';
import '../../i18n/language.js';
import { Address } from '../../testing/list-server.js';
import { administrator, renderConsole } from '../../testing/render.js';
import { type StubServer, stubServer } from '../../testing/stub-server.js';
import ListsPage from './lists.page.js';
import { LISTS } from '../../lib/paths.js';

const entry = (id: string, name: string, some: Partial<ReferenceListEntry> = {}): ReferenceListEntry => ({
  id,
  code: name,
  name,
  memo: '',
  isOff: false,
  bigCategoryIds: [],
  ...some,
});
let server: StubServer;
let lists: ReferenceListView[];
let address: string;

beforeEach(() => {
  lists = [
    {
      name: 'sampleAmountUnit',
      isFixed: false,
      codes: 'text',
      revision: 3,
      entries: [entry('u-1', '个'), entry('u-2', 'kg'), entry('u-3', '车', { isOff: true })],
    },
    {
      name: 'qualifications',
      isFixed: false,
      codes: 'none',
      revision: 1,
      entries: [entry('q-1', '综合甲级', { code: '', bigCategoryIds: ['c-1'] })],
    },
    {
      name: 'ConsignStatus',
      isFixed: true,
      codes: null,
      revision: 0,
      entries: [entry('s-1', '填写中', { code: '10' })],
    },
  ];
  server = stubServer();
  server.respondWith(listReferenceLists, () => lists);
  server.respondWith(
    getSampleLevels,
    [
      ['c-1', '水泥'],
      ['c-2', '集料'],
    ].map(([id = '', name = ''], index) => ({
      sampleLevelId: id,
      name,
      levelCode: `0${index + 1}`,
      displayName: name,
      isdeleted: false,
      sysTestItemId: id,
      parentId: null,
      orderNum: index + 1,
    })),
  );
  server.respondWith(saveReferenceList, ({ body }) => {
    const entries = (body as { entries: ReferenceListEntry[] }).entries.map((each) => ({
      ...each,
      id: each.id ?? 'new',
      code: each.code || each.name,
    }));
    lists = lists.map((list, index) => (index === 0 ? { ...list, revision: list.revision + 1, entries } : list));
    return lists[0] as ReferenceListView;
  });
});
afterEach(cleanup);

const open = (index = LISTS) =>
  renderConsole(
    <>
      <ListsPage />
      <Address
        onChange={(newAddress) => {
          address = newAddress;
        }}
      />
    </>,
    { user: administrator, at: index },
  );
const rowsOf = async (name: string) =>
  [...(await screen.findByRole('table', { name })).querySelectorAll('tbody tr')].map(({ textContent }) => textContent);
/** Names and the disabled entries of the last request. */
const savedEntries = () => {
  const last = server.requestsTo(saveReferenceList).at(-1);
  return {
    ...last?.query,
    ifMatch: last?.headers['If-Match'],
    entries: (last?.body as { entries: ReferenceListEntry[] } | undefined)?.entries.map(({ name, isOff }) =>
      isOff ? `${name} off` : name,
    ),
  };
};

describe('the lists (dictionaries) of the platform', () => {
  it('CAT-007 are selected in the navigation; their entries are shown in order, including disabled ones', async () => {
    open();
    expect(await rowsOf('样品数量单位')).toEqual(['1个个—启用编辑停用', '2kgkg—启用编辑停用', '3车车—停用编辑启用']);
    await userEvent.click(
      within(screen.getByRole('navigation', { name: '字典' })).getByRole('button', { name: /检测资质/ }),
    );
    await waitFor(async () => expect(await rowsOf('检测资质')).toEqual(['1综合甲级水泥—启用编辑至少保留一项启用']));
    expect(address).toContain('list=qualifications');
    await userEvent.click(screen.getByRole('button', { name: /委托状态/ }));
    expect(await rowsOf('委托状态')).toEqual(['1填写中10—启用']);
    expect(screen.getByText('该字典由系统使用，只能查看。')).toBeTruthy();
    expect(screen.queryByRole('button', { name: '新增' })).toBeNull();
  });

  it('accept only a new entry that does not exist yet, and keep the order of the other entries', async () => {
    open();
    await userEvent.click(await screen.findByRole('button', { name: '新增' }));
    const form = within(await screen.findByRole('dialog', { name: '新增 · 样品数量单位' }));
    await userEvent.type(form.getByLabelText(/^名称/), 'kg');
    await userEvent.click(form.getByRole('button', { name: '保存' }));
    expect(form.getAllByText('“kg”已存在').length).toBeGreaterThan(0);
    expect(server.requestsTo(saveReferenceList)).toEqual([]);
    await userEvent.clear(form.getByLabelText(/^名称/));
    await userEvent.type(form.getByLabelText(/^名称/), '袋');
    await userEvent.click(form.getByRole('button', { name: '保存' }));
    await waitFor(() =>
      expect(savedEntries()).toEqual({
        list: 'sampleAmountUnit',
        ifMatch: '"3"',
        entries: ['个', 'kg', '车 off', '袋'],
      }),
    );
    await waitFor(async () => expect((await rowsOf('样品数量单位')).at(-1)).toContain('袋'));
  });

  it('save a moved, disabled or enabled entry with one press, on the revision that is shown', async () => {
    open();
    await userEvent.click(await screen.findByRole('button', { name: '下移 个' }));
    await waitFor(() =>
      expect(savedEntries()).toEqual({ list: 'sampleAmountUnit', ifMatch: '"3"', entries: ['kg', '个', '车 off'] }),
    );
    await waitFor(async () => expect((await rowsOf('样品数量单位'))[0]).toContain('kg'));
    await userEvent.click(screen.getByRole('button', { name: '停用 kg' }));
    await waitFor(() =>
      expect(savedEntries()).toEqual({ list: 'sampleAmountUnit', ifMatch: '"4"', entries: ['kg off', '个', '车 off'] }),
    );
    expect(await screen.findByText('已停用“kg”，表单不再提供，已有记录不受影响')).toBeTruthy();
    expect(await screen.findByText('至少保留一项启用')).toBeTruthy();
  });

  it('of qualifications require at least one big category that a laboratory may test with a qualification', async () => {
    open(`${LISTS}?list=qualifications`);
    await userEvent.click(await screen.findByRole('button', { name: '编辑 综合甲级' }));
    const form = within(await screen.findByRole('dialog', { name: '编辑 · 检测资质' }));
    await userEvent.click(await form.findByRole('checkbox', { name: '水泥' }));
    await userEvent.click(form.getByRole('button', { name: '保存' }));
    expect(form.getByText('请选择至少一个样品大类')).toBeTruthy();
    await userEvent.click(form.getByRole('checkbox', { name: '集料' }));
    await userEvent.click(form.getByRole('button', { name: '保存' }));
    await waitFor(() =>
      expect(server.requestsTo(saveReferenceList)[0]?.body).toEqual({
        entries: [entry('q-1', '综合甲级', { code: '', bigCategoryIds: ['c-2'] })],
      }),
    );
  });

  it('have a history that shows the changed fields with old and new values', async () => {
    server.respondWith(getReferenceListChanges, [
      {
        id: 'e',
        action: 'DictionaryListed',
        at: '2026-03-02T01:00:00.000Z',
        by: '管理员',
        reason: '',
        changes: [
          { field: 'entries', about: '千克', member: 'name', old: 'kg', new: '千克' },
          { field: 'order', about: '', member: '', old: '个、千克', new: '千克、个' },
        ],
      },
    ]);
    open();
    await userEvent.click(await screen.findByRole('button', { name: '历史' }));
    const history = within(await screen.findByRole('dialog', { name: '历史 · 样品数量单位' }));
    expect(
      [...(await history.findByRole('table', { name: '修改字典' })).querySelectorAll('tbody tr')].map(
        ({ textContent }) => textContent,
      ),
    ).toEqual(['千克 · 名称kg千克', '顺序个、千克千克、个']);
  });
});
