import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import {
  addTestUnit,
  getRecordChanges,
  getUserInfo,
  noticeCreate,
  noticeDelete,
  noticeGet,
  noticeGetAll,
  noticeGetLatest,
  noticeSend,
  noticeUpdate,
  noticeWithdraw,
  type BodyOf,
} from '#contract';
import type { Client } from '#harness/service/client';
import { startService, type Service } from '#harness/service/service';

let service: Service;
let admin: Client;
let lab1: Client;
let lab2: Client;
let client: Client;
beforeAll(async () => {
  service = await startService({ repeatsCommands: true });
  [admin, lab1, lab2, client] = await Promise.all([
    service.as('admin'),
    service.as('lab1'),
    service.as('lab2'),
    service.as('client1'),
  ]);
});
afterAll(() => service.close());

const write = (by: Client, overrides: Partial<BodyOf<typeof noticeCreate>> = {}) =>
  by.do(noticeCreate, { body: { title: '系统维护通知', content: '<p>周六停机</p>', ...overrides } });
const titlesFor = async (reader: Client, webUrl?: string) => {
  await service.catchUp();
  return (await reader.do(getUserInfo, { query: webUrl === undefined ? {} : { webUrl } })).webUserNotices.map(
    ({ title }) => title,
  );
};

describe('notices', () => {
  it('NT-001 NT-002 are created, listed by type or all with the newest first, read, changed and deleted', async () => {
    const { userId, name } = await admin.do(getUserInfo);
    const first = await write(admin, { title: '一', noticeType: 1 });
    expect(first).toMatchObject({
      noticeNo: expect.stringMatching(/^GG\d{8}-/),
      title: '一',
      content: '<p>周六停机</p>',
      noticeType: 1,
      testUnitId: null,
      sendUserId: userId,
      rySendUserNameFriendly: name,
    });
    expect(await admin.do(noticeGet, { query: { id: first.id } })).toEqual(first);
    const [second, third] = [await write(admin, { title: '二' }), await write(admin, { title: '三' })];
    const listed = async (query = {}) => (await admin.do(noticeGetAll, { query })).items.map(({ title }) => title);
    expect([await listed(), await listed({ noticeType: 1 }), await listed({ search: '二' })]).toEqual([
      ['三', '二', '一'],
      ['一'],
      ['二'],
    ]);
    expect((await admin.do(noticeGetLatest)).map(({ title }) => title)).toEqual(['三', '二', '一']);
    await admin.do(noticeUpdate, { body: { id: second.id, title: '二改', content: '<p>改</p>', noticeType: 2 } });
    expect(await listed()).toEqual(['三', '二改', '一']);
    for (const { id } of [first, second, third]) await admin.do(noticeDelete, { query: { id, reason: '过期' } });
    expect(await listed()).toEqual([]);
  });

  it('are stored without scripts, and require a title and content', async () => {
    const { id, content } = await write(admin, {
      content: '<p onclick="steal()">停机<script>steal()</script><a href="javascript:steal()">详情</a></p>',
    });
    expect(content).toBe('<p>停机详情</p>');
    await admin.do(noticeDelete, { query: { id, reason: '过期' } });
    expect(
      (await admin.call(noticeCreate, { body: { title: ' ', content: '<p><script>x</script></p>' } })).failure,
    ).toMatchObject({ code: 'NOTICE_TITLE_REQUIRED', details: '请输入公告标题\n请输入公告内容' });
  });

  it('NT-004 of a testing unit are managed by that unit and the administrator, and do not exist for another unit', async () => {
    const { id, testUnitName } = await write(lab1, { title: '本单位放假' });
    expect(testUnitName).not.toBe('');
    const replies = [
      await lab2.call(noticeGet, { query: { id } }),
      await lab2.call(noticeUpdate, { body: { id, title: 'x', content: '<p>x</p>' } }),
      await lab2.call(noticeSend, { body: { id } }),
      await lab2.call(noticeWithdraw, { body: { id, reason: 'x' } }),
      await lab2.call(noticeDelete, { query: { id, reason: '过期' } }),
    ];
    expect(replies.map(({ status, failure }) => [status, failure?.code])).toEqual(
      replies.map(() => [404, 'NO_SUCH_NOTICE']),
    );
    expect((await lab2.do(noticeGetAll)).totalCount).toBe(0);
    const platform = await write(admin, { title: '平台公告' });
    expect((await lab1.call(noticeDelete, { query: { id: platform.id } })).status).toBe(404);
    expect((await lab1.do(noticeGetAll)).items.map(({ title }) => title)).toEqual(['本单位放假']);
    expect(
      (
        await lab1.call(noticeCreate, {
          body: { title: 'x', content: '<p>x</p>', testUnitId: (await lab2.do(getUserInfo)).unitId },
        })
      ).status,
    ).toBe(404);
    await admin.do(noticeUpdate, { body: { id, title: '本单位放假两天', content: '<p>x</p>' } });
    const [changed] = await lab1.do(getRecordChanges, { query: { kind: 'notice', id } });
    expect(changed).toMatchObject({
      action: 'NoticeChanged',
      changes: expect.arrayContaining([
        { field: 'title', about: '', member: '', old: '本单位放假', new: '本单位放假两天' },
      ]),
    });
    for (const [by, of] of [
      [lab2, id],
      [client, id],
      [lab1, platform.id],
    ] as const)
      expect((await by.call(getRecordChanges, { query: { kind: 'notice', id: of } })).failure?.code).toBe(
        'NO_SUCH_NOTICE',
      );
    for (const noticeId of [id, platform.id]) await admin.do(noticeDelete, { query: { id: noticeId, reason: '过期' } });
  });

  it('AU-013 NT-005 of the platform reach everyone, those of a unit its users and visitors of its web origin, while they are sent', async () => {
    const origin = 'https://notices.example.com';
    const { id: testUnitId } = await admin.do(addTestUnit, {
      body: { unitNo: 'NOTICE1', testUnitName: '四明检测', origins: [origin] },
    });
    const all = await write(admin, { title: '全体', send: false });
    const labNotice = await write(lab1, { title: '甲所' });
    const unitNotice = await write(admin, { title: '四明', testUnitId });
    expect([
      await titlesFor(client),
      await titlesFor(lab1),
      await titlesFor(lab2),
      await titlesFor(client, origin),
    ]).toEqual([[], ['甲所'], [], ['四明']]);
    await admin.do(noticeSend, { body: { id: all.id } });
    expect([await titlesFor(client), await titlesFor(lab1), await titlesFor(client, origin)]).toEqual([
      ['全体'],
      ['全体', '甲所'],
      ['全体', '四明'],
    ]);
    expect((await client.do(getUserInfo, { query: { webUrl: origin } })).webUserNotices[1]).toEqual({
      title: '四明',
      content: '<p>周六停机</p>',
      sendTime: unitNotice.sendTime,
      testUnitId,
      testUnitName: '四明检测',
    });
    await admin.do(noticeWithdraw, { body: { id: all.id, reason: '有误' } });
    await lab1.do(noticeDelete, { query: { id: labNotice.id, reason: '写错' } });
    expect([await titlesFor(client), await titlesFor(lab1)]).toEqual([[], []]);
  });
});
