import { afterAll, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import { v4 } from 'uuid';
import {
  addInstruction,
  deleteInstructions,
  getInstructionList,
  getLatestInstruction,
  listInstructionsOfType,
  getRecordChanges,
  getUserInfo,
  type QueryOf,
  updateInstruction,
} from '#contract';
import type { Client } from '#harness/service/client';
import { startService, type Service } from '#harness/service/service';

let service: Service;
let admin: Client;

beforeAll(async () => {
  service = await startService();
  admin = await service.as('admin');
});
afterAll(() => service.close());

const guide = {
  type: '0',
  title: '原材料预委托操作说明',
  content: '<h2>新建</h2><ul><li><p>选择检测机构</p></li></ul>',
};
const add = async (changes: Partial<typeof guide> = {}) => admin.do(addInstruction, { body: { ...guide, ...changes } });
const list = (query: QueryOf<typeof getInstructionList> = {}) => admin.do(getInstructionList, { query });
const latest = (type?: '0' | '1') => admin.do(getLatestInstruction, { query: type === undefined ? {} : { type } });

beforeEach(async () => {
  const ids = (await list({ maxResultCount: 100 })).items.map(({ id }) => id);
  if (ids.length > 0) await admin.do(deleteInstructions, { body: ids });
});

describe('operating instructions', () => {
  it('OI-003 are added, changed and deleted, and each change appears in the list', async () => {
    const { name } = await admin.do(getUserInfo);
    const { id } = await add();
    const [row] = (await list()).items;
    expect(row).toMatchObject({ ...guide, id, revision: 0, creatorUser: name, lastModifierUser: name });
    expect(row?.creationTime).toBe(row?.lastModificationTime);

    await admin.do(updateInstruction, { body: { id, type: '1,0', title: '两类操作说明', content: '<p>改</p>' } });
    const [changed] = (await list()).items;
    expect(changed).toMatchObject({
      id,
      type: '0,1',
      title: '两类操作说明',
      content: '<p>改</p>',
      revision: 1,
      creationTime: row?.creationTime,
    });
    expect(changed && changed.lastModificationTime > changed.creationTime).toBe(true);

    const [history] = await admin.do(getRecordChanges, { query: { kind: 'instruction', id } });
    expect(history?.changes.map(({ field, old, new: now }) => [field, old, now])).toEqual([
      ['type', '0', '0,1'],
      ['title', guide.title, '两类操作说明'],
      ['content', guide.content, '<p>改</p>'],
    ]);
    expect(
      (await (await service.as('lab1')).call(getRecordChanges, { query: { kind: 'instruction', id } })).status,
    ).toBe(403);

    const second = await add();
    await admin.do(deleteInstructions, { body: [id, second.id] });
    expect(await list()).toMatchObject({ items: [], totalCount: 0 });
  });

  it('OI-004 are paged, sorted by either time, and found by their title', async () => {
    const ids: string[] = [];
    for (let number = 1; number <= 12; number++) ids.push((await add({ title: `操作说明第${number}篇` })).id);
    const [first = '', second = ''] = ids;
    await admin.do(updateInstruction, { body: { id: first, ...guide, title: '改过的第一篇' } });

    const page = await list({ maxResultCount: 10, skipCount: 10 });
    expect(page).toMatchObject({ totalCount: 12 });
    expect(page.items.map(({ id }) => id)).toEqual([second, first]);
    const firstOf = async (orderField: 'creationTime' | 'lastModificationTime', orderMethod: 'asc' | 'desc') =>
      (await list({ orderField, orderMethod, maxResultCount: 1 })).items[0]?.id;
    expect([
      await firstOf('creationTime', 'asc'),
      await firstOf('creationTime', 'desc'),
      await firstOf('lastModificationTime', 'asc'),
      await firstOf('lastModificationTime', 'desc'),
    ]).toEqual([first, ids[11], second, first]);
    expect((await list({ search: '第12' })).items.map(({ id }) => id)).toEqual([ids[11]]);
    expect((await admin.call(getInstructionList, { query: { orderField: 'title' as 'creationTime' } })).status).toBe(
      400,
    );
  });

  it('OI-005 OI-002 are read as the newest of a type, or null if there is none, and as a list with the newest first', async () => {
    expect(await latest('0')).toBeNull();
    await add({ title: '旧' });
    await add({ title: '新' });
    expect(await latest()).toMatchObject({ title: '新', type: '0', content: guide.content });
    expect(await latest('1')).toBeNull();
    await add({ title: '通用', type: '0,1' });
    expect([await latest('0'), await latest('1')]).toMatchObject([{ title: '通用', type: '0,1' }, { title: '通用' }]);
    const titles = async (type: '0' | '1') =>
      (await (await service.as('client1')).do(listInstructionsOfType, { query: { type } })).map(({ title }) => title);
    expect([await titles('0'), await titles('1')]).toEqual([['通用', '新', '旧'], ['通用']]);
    expect((await service.stranger.call(listInstructionsOfType, { query: { type: '0' } })).status).toBe(401);
    // An older one that is edited does not come back to the front: the newest is the last one written.
    const older = (await list({ search: '旧' })).items[0];
    await admin.do(updateInstruction, { body: { id: older?.id ?? '', ...guide, title: '旧的改了' } });
    expect(await latest('0')).toMatchObject({ title: '通用' });
    expect((await admin.call(getLatestInstruction, { query: { type: '2' as '0' } })).status).toBe(400);
  });

  it('can be read by every role without the names of their authors, but written and listed only by the administrator', async () => {
    const { id } = await add();
    for (const userName of ['client1', 'lab1', 'auditor', 'operator']) {
      const user = await service.as(userName);
      const read = await user.do(getLatestInstruction, { query: { type: '0' } });
      expect(Object.keys(read ?? {}).toSorted()).toEqual([
        'content',
        'creationTime',
        'id',
        'lastModificationTime',
        'title',
        'type',
      ]);
      const refused = [
        await user.call(addInstruction, { body: guide }),
        await user.call(updateInstruction, { body: { id, ...guide } }),
        await user.call(deleteInstructions, { body: [id] }),
        await user.call(getInstructionList),
      ];
      expect(refused.map(({ status }) => status)).toEqual([403, 403, 403, 403]);
    }
    expect((await service.stranger.call(getLatestInstruction)).status).toBe(401);
  });
});

describe('rich text of an instruction', () => {
  const stored = async (content: string) => {
    const { id } = await add({ content });
    return (await list({ maxResultCount: 100 })).items.find((row) => row.id === id)?.content;
  };

  it.each([
    ['scripts', '<p>正文<script>steal()</script></p>', '<p>正文</p>'],
    ['handlers', '<p onclick="steal()">正文<img src=x onerror="steal()"></p>', '<p>正文</p>'],
    ['styles', '<style>p{}</style><p style="position:fixed" class="x" id="y">正文</p>', '<p>正文</p>'],
    ['script links', '<p><a href="javascript:steal()">链接</a></p>', '<p>链接</p>'],
    [
      'hidden script links',
      '<p><a href=" java\nscript:steal()">链接</a><a href="&#106;avascript:steal()">二</a></p>',
      '<p>链接二</p>',
    ],
    ['data links', '<p><a href="data:text/html,x">链接</a><img src="data:image/png;base64,AA=="></p>', '<p>链接</p>'],
    [
      'pictures from elsewhere',
      '<p>正文</p><img src="https://evil.example/RichTextImages/0b5f0a4e-2d9a-4c1b-8a57-3f5a1f0c9d11.png"><img src="/RichTextImages/../secret.png"><img src="//evil.example/a.png">',
      '<p>正文</p>',
    ],
    ['links to another host by the back door', '<p><a href="//evil.example">链接</a></p>', '<p>链接</p>'],
    [
      'frames and drawings',
      '<p>正文</p><iframe src="//evil"></iframe><svg onload="steal()"><text>s</text></svg><math><mi>m</mi></math>',
      '<p>正文</p>',
    ],
    ['forms', '<form action="//evil"><input value="x"><p>正文</p><button>去</button></form>', '<p>正文</p>去'],
    ['broken tags', '<p>1 < 2<b>粗', '<p>1 &lt; 2<strong>粗</strong></p>'],
  ])('is stored without %s', async (_, html, expectedHtml) => {
    expect(await stored(html)).toBe(expectedHtml);
  });

  it('keeps an uploaded picture, without attributes that could run code', async () => {
    const src = '/RichTextImages/0b5f0a4e-2d9a-4c1b-8a57-3f5a1f0c9d11.png';
    expect(
      await stored(
        `<p>一</p><img src="${src}" alt="第&lt;一&gt;步" onload="steal()" width="9999" style="position:fixed">`,
      ),
    ).toBe(`<p>一</p><img src="${src}" alt="第&lt;一&gt;步" />`);
  });

  it('keeps headings, lists, quotes, emphasis and links, which do not reveal where they were followed', async () => {
    const allowedHtml =
      '<h1>一</h1><h2>二</h2><h3>三</h3><h4>四</h4><ul><li><p>甲</p></li></ul><ol><li><p>乙</p></li></ol><blockquote><p>引</p></blockquote><p><strong>粗</strong><em>斜</em><u>线</u><s>删</s><br />行</p><hr />';
    expect(await stored(allowedHtml)).toBe(allowedHtml);
    expect(
      await stored(
        '<p><a href="https://example.com/a?b=1&amp;c=2" onclick="x" target="_self">页</a><a href="mailto:help@example.com">信</a></p>',
      ),
    ).toBe(
      '<p><a href="https://example.com/a?b=1&amp;c=2" rel="noopener noreferrer" target="_blank">页</a><a href="mailto:help@example.com" rel="noopener noreferrer" target="_blank">信</a></p>',
    );
  });
});

describe('a request for an instruction', () => {
  it('that is invalid is refused with all problems at once, also if the content is empty after cleaning', async () => {
    const reply = await admin.call(addInstruction, {
      body: { type: '', title: ' ', content: '<p><script>steal()</script></p>' },
    });
    expect(reply).toMatchObject({ status: 400, failure: { message: '请选择操作说明类型' } });
    expect(reply.failure?.details).toBe('请选择操作说明类型\n请输入操作说明标题\n请输入操作说明内容');
    const large = await admin.call(addInstruction, { body: { ...guide, content: `<p>${'字'.repeat(40_000)}</p>` } });
    expect(large).toMatchObject({
      status: 400,
      failure: { code: 'INSTRUCTION_TOO_LARGE', message: '操作说明内容过大，最多 100 kB' },
    });
    expect((await list()).totalCount).toBe(0);
  });

  it('changes nothing if it has an unknown id, a stale revision, or one unknown id among several', async () => {
    const { id } = await add();
    await admin.do(updateInstruction, { body: { id, ...guide, title: '他人改过' } });
    expect(
      (await admin.call(updateInstruction, { body: { id, ...guide }, headers: { 'if-match': '"0"' } })).status,
    ).toBe(412);
    expect((await admin.call(updateInstruction, { body: { id: v4(), ...guide } })).status).toBe(404);
    expect((await admin.call(deleteInstructions, { body: [id, v4()] })).status).toBe(404);
    expect((await admin.call(deleteInstructions, { body: [] })).status).toBe(400);
    expect((await list()).items.map(({ title }) => title)).toEqual(['他人改过']);
  });

  it('returns the first result if it is repeated', async () => {
    const request = { body: guide, headers: { 'idempotency-key': v4() } };
    expect((await admin.do(addInstruction, request)).id).toBe((await admin.do(addInstruction, request)).id);
    const [row] = (await list()).items;
    const deleting = { body: [row?.id ?? ''], headers: { 'idempotency-key': v4() } };
    expect([
      (await admin.call(deleteInstructions, deleting)).status,
      (await admin.call(deleteInstructions, deleting)).status,
    ]).toEqual([200, 200]);
  });
});
