import { describe, expect, it } from '@jest/globals';
import { type AnnouncementEvent, ERASED, type NotificationEvent, type Occasion } from '#events';
import { CLIENT_UNIT, CODE, LAB_UNIT } from '#harness/domain/consignment-story';
import { expectIdempotentOnRedelivery, toRecordedEvents, projectRows } from '#harness/domain/recorded';
import { specificationOf } from '#harness/domain/specification';
import { announcement, inbox, isReadBy } from './announcement.js';
import { channelsFor, choicesOf, notificationSubject, notificationText } from './notification-choices.js';
import { notification, notifications, stateOf } from './notification.js';

const occasion: Occasion = {
  kind: 'rejected',
  consignmentId: 'c-1',
  consignType: 1,
  consignCode: CODE,
  consignUnitId: CLIENT_UNIT,
  consignUnitName: '宁波路桥',
  testUnitId: LAB_UNIT,
  testUnitName: '浙东交通工程检测中心',
  projectName: '沿海高速公路',
  reportId: null,
  cause: '缺资料',
};
const userNotified: NotificationEvent = {
  type: 'UserNotified',
  data: { ...occasion, userId: 'u-1', unitId: CLIENT_UNIT },
};
const deliveryRequested = (channel: 'email' | 'sms', reason: string | null = null): NotificationEvent => ({
  type: 'NotificationDeliveryRequested',
  data: { channel, reason },
});
const read: NotificationEvent = { type: 'NotificationRead', data: {} };

describe('a notification', () => {
  const given = specificationOf(notification.decider);
  const notify = { type: 'Notify', occasion, userId: 'u-1', unitId: CLIENT_UNIT, channels: ['email', 'sms'] } as const;

  it('is created once, with a delivery request for each channel', () => {
    given().when(notify).then(userNotified, deliveryRequested('email'), deliveryRequested('sms'));
    given(userNotified).when(notify).thenNothing();
  });

  it('can be read only by its own user, and is marked as read once', () => {
    given(userNotified).when({ type: 'MarkRead', userId: 'u-1' }).then(read);
    given(userNotified, read).when({ type: 'MarkRead', userId: 'u-1' }).thenNothing();
    given(userNotified).when({ type: 'MarkRead', userId: 'u-2' }).thenRefused('NO_SUCH_NOTIFICATION');
    given().when({ type: 'MarkRead', userId: 'u-1' }).thenRefused('NO_SUCH_NOTIFICATION');
  });

  it('is resent with a reason by a channel that was used and is still wanted, unless it is queued or was sent within the hour', () => {
    const newest = { stage: 'sent', at: '2026-03-01T08:00:00.000Z' } as const;
    const resend = {
      type: 'Resend',
      channel: 'email',
      reason: ' 对方未收到 ',
      newest,
      isWanted: true,
      at: '2026-03-01T09:00:00.000Z',
    } as const;
    given(userNotified, deliveryRequested('email')).when(resend).then(deliveryRequested('email', '对方未收到'));
    given(userNotified, deliveryRequested('email'))
      .when({ ...resend, at: '2026-03-01T08:59:59.999Z' })
      .thenRefused('NOTHING_TO_RESEND');
    given(userNotified, deliveryRequested('email'))
      .when({ ...resend, newest: { ...newest, stage: 'failed' }, at: newest.at })
      .then(deliveryRequested('email', '对方未收到'));
    given(userNotified, deliveryRequested('email'))
      .when({ ...resend, newest: { ...newest, stage: 'unsent' } })
      .thenRefused('NOTHING_TO_RESEND');
    given(userNotified, deliveryRequested('email'))
      .when({ ...resend, isWanted: false })
      .thenRefused('NOTHING_TO_RESEND');
    given(userNotified, deliveryRequested('email'))
      .when({ ...resend, channel: 'sms' })
      .thenRefused('NOTHING_TO_RESEND');
    given(userNotified, deliveryRequested('email'))
      .when({ ...resend, reason: ' ' })
      .thenRefused('REASON_REQUIRED');
    given(userNotified, deliveryRequested('email'))
      .when({ ...resend, reason: '因'.repeat(201) })
      .thenRefused('TEXT_TOO_LONG');
  });
});

const nobody: AnnouncementEvent = {
  type: 'AnnouncementFailed',
  data: { ...occasion, unitId: CLIENT_UNIT, reason: 'NO_RECIPIENT' },
};
const announcementMade: AnnouncementEvent = {
  type: 'AnnouncementMade',
  data: { ...occasion, unitId: CLIENT_UNIT, recipients: 2 },
};
const repeated: AnnouncementEvent = {
  type: 'AnnouncementRepeated',
  data: { kind: 'rejected', consignmentId: 'c-1', reportId: null, reason: '已补录账号' },
};

it('an announcement without recipients has failed until it is repeated with a reason and has recipients', () => {
  const given = specificationOf(announcement.decider);
  const record = { type: 'RecordAnnouncement', occasion, unitId: CLIENT_UNIT } as const;
  const repeat = { type: 'RepeatAnnouncement', reason: '已补录账号' } as const;
  given()
    .when({ ...record, recipients: 2 })
    .then(announcementMade);
  given()
    .when({ ...record, recipients: 0 })
    .then(nobody);
  given(nobody)
    .when({ ...record, recipients: 0 })
    .thenNothing();
  given(nobody)
    .when({ ...repeat, reason: '' })
    .thenRefused('REASON_REQUIRED');
  given(nobody).when(repeat).then(repeated);
  given(nobody, repeated).when(repeat).thenRefused('NOTHING_TO_RESEND');
  given(nobody, repeated)
    .when({ ...record, recipients: 0 })
    .then(nobody);
  given(nobody, repeated)
    .when({ ...record, recipients: 2 })
    .then(announcementMade);
  given(announcementMade)
    .when({ ...record, recipients: 0 })
    .thenNothing();
  given(announcementMade).when(repeat).thenRefused('NOTHING_TO_RESEND');
  given().when(repeat).thenRefused('NO_SUCH_NOTIFICATION');
});

it('an inbox is read up to a time that never moves back', () => {
  const given = specificationOf(inbox.decider);
  const upTo = '2026-03-01T08:00:00.000Z';
  given().when({ type: 'ReadAll', upTo }).then({ type: 'InboxRead', data: { upTo } });
  given({ type: 'InboxRead', data: { upTo } })
    .when({ type: 'ReadAll', upTo: '2026-02-01T08:00:00.000Z' })
    .thenNothing();
  expect([
    isReadBy({ upTo }, upTo),
    isReadBy({ upTo }, '2026-03-01T08:00:00.001Z'),
    isReadBy({ upTo: '' }, upTo),
  ]).toEqual([true, false, false]);
});

describe('the view of notifications', () => {
  const message = (id: string, type: 'MessageSent' | 'MessageFailed', kind = 'notification') =>
    toRecordedEvents(`message-${id}`, [
      {
        type,
        data: { kind, subjectId: 'n-1', ...(type === 'MessageSent' ? { transport: 'smtp' } : { reason: 'ETIMEDOUT' }) },
      },
    ]);
  const stream = (...events: NotificationEvent[]) => toRecordedEvents('notification-n-1', events);
  const rowAfter = (...history: ReturnType<typeof toRecordedEvents>) => projectRows(notifications, history).get('n-1');

  it('shows the state of each channel: queued, failed, queued again and sent', () => {
    const [first, second] = [
      stream(userNotified, deliveryRequested('email'))[1]!,
      stream(userNotified, deliveryRequested('email'), deliveryRequested('email', '再发'))[2]!,
    ];
    const start = stream(userNotified, deliveryRequested('email'));
    expect(rowAfter(...start)).toMatchObject({
      deliveries: [{ channel: 'email', state: 'queued', isRepeat: false }],
      isRead: false,
    });
    const failed = [...start, ...message(first.id, 'MessageFailed')];
    expect(rowAfter(...failed)).toMatchObject({ deliveries: [{ state: 'failed', failure: 'ETIMEDOUT' }] });
    const repeatedDelivery = [...failed, second];
    expect(rowAfter(...repeatedDelivery)).toMatchObject({
      deliveries: [{ id: second.id, state: 'queued', isRepeat: true }],
    });
    expect(rowAfter(...repeatedDelivery, ...message(first.id, 'MessageSent'))).toMatchObject({
      deliveries: [{ state: 'queued' }],
    });
    const fullHistory = [
      ...repeatedDelivery,
      ...message(second.id, 'MessageSent'),
      ...toRecordedEvents('notification-n-1', [read]),
    ];
    expect(rowAfter(...fullHistory)).toMatchObject({ deliveries: [{ state: 'sent', failure: '' }], isRead: true });
    expectIdempotentOnRedelivery(notifications, fullHistory);
  });

  it('ignores messages of other kinds', () =>
    expect(projectRows(notifications, message('m-1', 'MessageSent', 'witness-signature')).size).toBe(0));

  it('shows a failed announcement and its repetition, but none that succeeded at once', () => {
    const history = (...events: AnnouncementEvent[]) => toRecordedEvents('announcement-e-1', events);
    const announcedRow = (...events: AnnouncementEvent[]) => projectRows(notifications, history(...events)).get('e-1');
    expect(announcedRow(announcementMade)).toBeUndefined();
    const row = announcedRow(nobody);
    expect(row).toMatchObject({
      userId: null,
      unitId: CLIENT_UNIT,
      announced: { state: 'failed', failure: 'NO_RECIPIENT' },
    });
    expect([
      row && stateOf(row),
      announcedRow(nobody, repeated)?.announced?.state,
      announcedRow(nobody, repeated, announcementMade)?.announced?.state,
    ]).toEqual(['failed', 'queued', 'sent']);
    expectIdempotentOnRedelivery(notifications, history(nobody, repeated, nobody, repeated, announcementMade));
  });
});

it('every list of notifications has an index that begins with its filters and continues with its order', () => {
  const lists = [
    ['userId'],
    ['userId', 'isRead'],
    [],
    ['unitId'],
    ['unitId', 'state'],
    ['state'],
    ['consignCode'],
    ['consignCode', 'state'],
  ];
  const begins = notifications.view.indexes.map((index) => index.join());
  expect(lists.filter((filters) => !begins.includes([...filters, 'position'].join()))).toEqual([]);
});

it('channels are the chosen or default ones for which an address is known', () => {
  const profile = { name: '陈志远', phone: '13900001001', email: 'chen@example.com' };
  expect([channelsFor({ profile }, 'rejected'), channelsFor({ profile }, 'confirmed')]).toEqual([['email'], []]);
  const notificationChoices = { rejected: ['email' as const, 'sms' as const] };
  expect(channelsFor({ profile, notificationChoices }, 'rejected')).toEqual(['email', 'sms']);
  expect(channelsFor({ profile: { ...profile, email: '' }, notificationChoices }, 'rejected')).toEqual(['sms']);
  expect(
    channelsFor({ profile: { name: ERASED, phone: ERASED, email: ERASED }, notificationChoices }, 'rejected'),
  ).toEqual([]);
  expect(choicesOf(notificationChoices)).toMatchObject({
    rejected: ['email', 'sms'],
    reportReady: ['email'],
    submitted: [],
  });
});

it('texts of notifications contain the consignment code in each language, and the cause', () => {
  expect(notificationSubject('rejected').zh).toBe('委托审核不通过');
  const { zh, en, es } = notificationText('rejected', occasion);
  expect(zh).toBe(`浙东交通工程检测中心审核委托 ${CODE}（工程 沿海高速公路），结论为不通过：缺资料`);
  for (const text of [en, es]) expect(text).toContain(CODE);
  expect(notificationText('returned', { ...occasion, cause: '', projectName: '' }).zh).toBe(
    `浙东交通工程检测中心退回了委托 ${CODE}的样品。`,
  );
});
