import { afterAll, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import { pino } from 'pino';
import { v4 } from 'uuid';
import {
  authenticate,
  changeConsginUnitActive,
  changeTestUnitActive,
  changeUserActive,
  chooseNotificationChannels,
  commitConsignInfo,
  countNotifications,
  createRole,
  createUser,
  erasePerson,
  getMessages,
  getNotificationChoices,
  getPersonalData,
  getUserInfo,
  listNotifications,
  listSentNotifications,
  noPassAuditConsignInfo,
  readAllNotifications,
  readNotifications,
  register,
  resendNotification,
  setUserRoles,
  type NotificationView,
} from '#contract';
import { ROLE, START, type UnitType } from '#events';
import type { Message } from '../../../worker/src/messages/messages.js';
import { HOUR, waitUntil } from '#harness/worker/test-engines';
import { openSqliteJobs } from '#engines';
import { createWorker } from '../../../worker/src/worker.js';
import { DEMO_PASSWORD } from '../../../standalone/src/import/import-demo.js';
import { createConsignmentAt } from '#harness/consignments/stages';
import { LAB2 } from '#harness/consignments/units';
import { publishNewReport } from '#harness/reports/reports';
import type { Client } from '#harness/service/client';
import { startService, type Service } from '#harness/service/service';

let service: Service;
let worker: ReturnType<typeof createWorker>;
let client: Client;
let lab: Client;
let sentMessages: Message[];
let isDown = false;
let clockOffset = 0;
const gateway = {
  name: 'gateway',
  send: (message: Message) =>
    isDown
      ? Promise.reject(Object.assign(new Error(`no route to ${message.email}`), { code: 'EENVELOPE' }))
      : Promise.resolve(void sentMessages.push(message)),
};

beforeAll(async () => {
  service = await startService({ now: () => new Date(Date.now() + clockOffset) });
  sentMessages = [];
  worker = createWorker({ engines: service.engines, messages: gateway, logger: pino({ level: 'silent' }) });
  [client, lab] = [await service.as('client1'), await service.as('lab1')];
});
beforeEach(() => {
  isDown = false;
});
afterAll(async () => {
  await worker.stop();
  await service.close();
});

/** Newest messages of somebody about a consignment, once there are so many. */
const waitForNotifications = async (reader: Client, consignmentId: string, count = 1): Promise<NotificationView[]> => {
  const read = async () =>
    (await reader.do(listNotifications, { query: { maxResultCount: 100 } })).items.filter(
      (item) => item.consignmentId === consignmentId,
    );
  await waitUntil(async () => (await read()).length >= count);
  return read();
};
const waitUntilSent = (reader: Client, id: string, state: 'sent' | 'failed') =>
  waitUntil(async () =>
    (await reader.do(listSentNotifications, { query: { maxResultCount: 100 } })).items.some(
      (item) => item.id === id && item.state === state,
    ),
  );
const unread = async (reader: Client) => (await reader.do(countNotifications)).unreadCount;

describe('a user’s own notifications', () => {
  it('are sent to both units for the steps of a consignment, with the reason for a rejection', async () => {
    const { id, consignCode } = await createConsignmentAt(service, 40);
    const [rejected] = await waitForNotifications(client, id);
    expect(rejected).toMatchObject({
      kind: 'rejected',
      consignCode,
      consignType: 1,
      cause: '资料不全',
      isRead: false,
      reportId: null,
    });
    expect((await waitForNotifications(lab, id)).map(({ kind }) => kind)).toEqual(['submitted']);
    await waitUntil(() => Promise.resolve(sentMessages.some(({ text }) => text.includes(consignCode))));
    expect(
      sentMessages.filter(({ text }) => text.includes(consignCode)).map(({ email, subject }) => [email, subject]),
    ).toEqual([['client1@example.com', '委托审核不通过']]);
    const received = await createConsignmentAt(service, 60);
    const { reportId } = await publishNewReport(lab, received.id);
    expect((await waitForNotifications(client, received.id, 2)).map((item) => [item.kind, item.reportId])).toEqual([
      ['reportReady', reportId],
      ['confirmed', null],
    ]);
  });

  it('are counted, and marked as read singly or up to the last one seen', async () => {
    const first = (await waitForNotifications(client, (await createConsignmentAt(service, 40)).id))[0]!;
    const previousCount = await unread(client);
    await client.do(readNotifications, { body: { ids: [first.id] } });
    await client.do(readNotifications, { body: { ids: [first.id] } });
    expect(await unread(client)).toBe(previousCount - 1);
    const newest = (await waitForNotifications(client, (await createConsignmentAt(service, 90)).id))[0]!;
    await client.do(readAllNotifications, { body: { upTo: newest.raisedAt } });
    expect([
      await unread(client),
      (await client.do(listNotifications, { query: { unread: 'true' } })).totalCount,
    ]).toEqual([0, 0]);
    const later = (await waitForNotifications(client, (await createConsignmentAt(service, 40)).id))[0]!;
    expect([later.isRead, await unread(client)]).toEqual([false, 1]);
    await client.do(readAllNotifications, { body: { upTo: '2099-01-01T00:00:00.000Z' } });
    expect((await waitForNotifications(client, (await createConsignmentAt(service, 40)).id))[0]?.isRead).toBe(false);
  });

  it('are not shown to another user, who cannot mark them as read either', async () => {
    const { id } = await createConsignmentAt(service, 40);
    const [ownNotification] = await waitForNotifications(client, id);
    for (const name of ['client2', 'lab1', 'lab2', 'admin', 'auditor', 'operator']) {
      const otherUser = await service.as(name);
      expect(
        (await otherUser.do(listNotifications, { query: { maxResultCount: 100 } })).items.some(
          (item) => item.id === ownNotification?.id,
        ),
      ).toBe(false);
      expect([
        name,
        (await otherUser.call(readNotifications, { body: { ids: [ownNotification?.id ?? ''] } })).failure?.code,
      ]).toEqual([name, 'NO_SUCH_NOTIFICATION']);
    }
    expect((await waitForNotifications(client, id))[0]?.isRead).toBe(false);
  });
});

describe('the registration of a unit', () => {
  const registered = async (unitType: UnitType, unitName: string) => {
    const userName = `reg.${v4().slice(0, 8)}`;
    const body = { unitType, unitName, name: '张三', surname: '', userName, password: DEMO_PASSWORD };
    await service.stranger.do(register, { body: { ...body, emailAddress: `${userName}@example.com` } });
    const { accessToken } = await service.stranger.do(authenticate, {
      body: { UserNameOrEmailAddress: userName, password: DEMO_PASSWORD },
    });
    const session = service.withToken(accessToken);
    return { session, userName, unitId: (await session.do(getUserInfo)).unitId ?? '' };
  };
  /** What somebody was told of a unit, oldest first, once there are so many. */
  const waitForUnitNotifications = async (reader: Client, unitId: string, count: number) => {
    const read = async () =>
      (await reader.do(listNotifications, { query: { maxResultCount: 100 } })).items.filter(
        ({ consignUnitId, testUnitId }) => [consignUnitId, testUnitId].includes(unitId),
      );
    await waitUntil(async () => (await read()).length >= count);
    return (await read()).toReversed();
  };
  const mailsTo = (userName: string) =>
    sentMessages.filter(({ email }) => email === `${userName}@example.com`).map(({ subject }) => subject);

  it('is reported to the administrator, and its approval to the registrant, once each, even if the events are read again', async () => {
    const admin = await service.as('admin');
    const { session, userName, unitId } = await registered(2, `候开通公司${v4().slice(0, 4)}`);
    const [registrationNotice] = await waitForUnitNotifications(admin, unitId, 1);
    expect(registrationNotice).toMatchObject({
      kind: 'unitRegistered',
      consignmentId: '',
      consignType: null,
      testUnitId: '',
    });
    const switched = (isActive: boolean, reason = '') =>
      admin.do(changeConsginUnitActive, { body: { id: unitId, isActive, reason } });
    await switched(true);
    const [openingNotice] = await waitForUnitNotifications(session, unitId, 1);
    expect(openingNotice).toMatchObject({ kind: 'unitOpened', isRead: false, consignUnitId: unitId });
    await waitUntil(() => Promise.resolve(mailsTo(userName).length === 1));
    // Switched off and on later it is no registration any more.
    await switched(false, '欠费');
    await switched(true);
    await worker.stop();
    const jobs = await openSqliteJobs(':memory:');
    const secondWorker = createWorker({
      engines: { ...service.engines, jobs },
      messages: gateway,
      logger: pino({ level: 'silent' }),
    });
    await waitForNotifications(client, (await createConsignmentAt(service, 40)).id);
    await waitUntil(async () => (await jobs.find({ state: 'done', limit: 1 })).total > 3);
    await secondWorker.stop();
    await jobs.close();
    worker = createWorker({ engines: service.engines, messages: gateway, logger: pino({ level: 'silent' }) });
    expect((await waitForUnitNotifications(session, unitId, 1)).map(({ kind }) => kind)).toEqual(['unitOpened']);
    expect((await waitForUnitNotifications(admin, unitId, 1)).map(({ kind }) => kind)).toEqual(['unitRegistered']);
    expect(mailsTo(userName)).toEqual(['您注册的单位已开通']);
  });

  it('is reported to the registrant with the reason if it is refused', async () => {
    const admin = await service.as('admin');
    const { session, userName, unitId } = await registered(1, `无资质检测站${v4().slice(0, 4)}`);
    await waitForUnitNotifications(admin, unitId, 1);
    await admin.do(changeTestUnitActive, { body: { id: unitId, isActive: false, reason: '没有资质证书' } });
    const [refused] = await waitForUnitNotifications(session, unitId, 1);
    expect(refused).toMatchObject({ kind: 'unitRefused', cause: '没有资质证书', testUnitId: unitId });
    await waitUntil(() => Promise.resolve(mailsTo(userName).length === 1));
    expect(sentMessages.find(({ email }) => email === `${userName}@example.com`)?.text).toContain('没有资质证书');
  });
});

describe('the notifications of a unit', () => {
  it('show recipient, channel and outcome, and can be sent again with a reason, once per request', async () => {
    isDown = true;
    const { id } = await createConsignmentAt(service, 20);
    await client.do(chooseNotificationChannels, { body: { choices: { rejected: ['email'] } } });
    // a client who is told and whom the gateway refuses for good takes eight attempts; what is recorded is the same
    await lab.do(noPassAuditConsignInfo, { query: { ids: id, remark: '资料不全' } });
    const [rejected] = await waitForNotifications(client, id);
    const [deliveryRequest] = (await service.engines.eventStore.read(`notification-${rejected?.id}`)).events.filter(
      ({ type }) => type === 'NotificationDeliveryRequested',
    );
    const row = async () =>
      (await client.do(listSentNotifications, { query: { maxResultCount: 100 } })).items.find(
        (item) => item.id === rejected?.id,
      );
    expect(await row()).toMatchObject({
      recipientName: '陈志远',
      state: 'queued',
      isToNobody: false,
      cause: '资料不全',
    });
    expect(
      (await client.call(resendNotification, { body: { id: rejected?.id ?? '', channel: 'email', reason: '催办' } }))
        .failure?.code,
    ).toBe('NOTHING_TO_RESEND');
    const job = `${deliveryRequest?.id}.deliver-notification`;
    await waitUntil(async () => (await service.engines.jobs.get(job))?.attempts === 1);
    await service.engines.jobs.cancel(job);
    isDown = false;
    await service.engines.jobs.retry(job);
    await waitUntilSent(client, rejected?.id ?? '', 'sent');
    const times = () => sentMessages.filter(({ text }) => text.includes(rejected?.consignCode ?? '-')).length;
    expect([times(), await row()]).toEqual([
      1,
      expect.objectContaining({
        deliveries: [expect.objectContaining({ channel: 'email', state: 'sent', isRepeat: false })],
      }),
    ]);

    const resendRequest = {
      body: { id: rejected?.id ?? '', channel: 'email' as const, reason: '对方未收到' },
      headers: { 'idempotency-key': v4() },
    };
    expect((await client.call(resendNotification, { body: resendRequest.body })).failure?.code).toBe(
      'NOTHING_TO_RESEND',
    );
    clockOffset += HOUR;
    await client.do(chooseNotificationChannels, { body: { choices: { rejected: [] } } });
    expect((await client.call(resendNotification, { body: resendRequest.body })).failure?.code).toBe(
      'NOTHING_TO_RESEND',
    );
    await client.do(chooseNotificationChannels, { body: { choices: { rejected: ['email'] } } });
    expect(
      (await client.call(resendNotification, { body: { id: rejected?.id ?? '', channel: 'email', reason: ' ' } }))
        .failure?.code,
    ).toBe('REASON_REQUIRED');
    await client.do(resendNotification, resendRequest);
    await client.do(resendNotification, resendRequest);
    await waitUntil(() => Promise.resolve(times() === 2));
    expect(
      (await service.engines.eventStore.read(`notification-${rejected?.id}`)).events.map(({ type, data }) => [
        type,
        (data as { reason?: string }).reason,
      ]),
    ).toEqual([
      ['UserNotified', undefined],
      ['NotificationDeliveryRequested', null],
      ['NotificationDeliveryRequested', '对方未收到'],
    ]);
  });

  it('can be seen and sent again by that unit, the administrator, and the operator, who sees no persons and contents', async () => {
    const { id } = await createConsignmentAt(service, 40);
    const [rejected] = await waitForNotifications(client, id);
    await waitUntilSent(client, rejected?.id ?? '', 'sent');
    const body = { id: rejected?.id ?? '', channel: 'email' as const, reason: '催办' };
    for (const name of ['client2', 'lab1', 'lab2']) {
      const otherUser = await service.as(name);
      expect(
        (await otherUser.do(listSentNotifications, { query: { maxResultCount: 100 } })).items.some(
          (item) => item.id === rejected?.id,
        ),
      ).toBe(false);
      expect([name, (await otherUser.call(resendNotification, { body })).status]).toEqual([name, 404]);
    }
    for (const name of ['auditor'])
      expect((await (await service.as(name)).call(resendNotification, { body })).status).toBe(403);
    const sentNotificationFor = async (name: string) =>
      (await (await service.as(name)).do(listSentNotifications, { query: { maxResultCount: 100 } })).items.find(
        (item) => item.id === rejected?.id,
      );
    expect(await sentNotificationFor('admin')).toMatchObject({ recipientName: '陈志远', cause: '资料不全' });
    expect(await sentNotificationFor('operator')).toMatchObject({
      recipientName: '',
      cause: '',
      consignCode: '',
      projectName: '',
      state: 'sent',
    });
    clockOffset += HOUR;
    await (await service.as('operator')).do(resendNotification, { body });
  });

  it('can be seen by staff with a custom role that grants it, without persons and contents', async () => {
    const [admin, auditor, name] = [
      await service.as('admin'),
      await service.as('auditor'),
      `消息专员${v4().slice(0, 4)}`,
    ];
    const { id } = await createConsignmentAt(service, 40);
    const [rejected] = await waitForNotifications(client, id);
    expect((await auditor.call(listSentNotifications)).status).toBe(403);
    await admin.do(createRole, {
      body: { name, displayName: name, description: '', permissions: ['Messages.Manage'] },
    });
    const { userId } = await auditor.do(getUserInfo);
    await admin.do(setUserRoles, { body: { userId, roleNames: [ROLE.auditor, name], reason: '分工' } });
    expect(
      (await auditor.do(listSentNotifications, { query: { maxResultCount: 100 } })).items.find(
        (item) => item.id === rejected?.id,
      ),
    ).toMatchObject({ recipientName: '', cause: '', consignCode: '' });
    await admin.do(setUserRoles, { body: { userId, roleNames: [ROLE.auditor], reason: '收回' } });
  });

  it('list a notification without a recipient as failed, and it can be sent once there is a recipient', async () => {
    const [{ items }, lab2] = [
      await (await service.as('admin')).do(listSentNotifications, { query: { state: 'failed' } }),
      await service.as('lab2'),
    ];
    expect(items).toEqual([]);
    const admin = await service.as('admin');
    const { userId } = await lab2.do(getUserInfo);
    const { id } = await createConsignmentAt(service, 10, { lab: LAB2 });
    await admin.do(changeUserActive, { body: { userId, isActive: false, reason: '离职' } });
    await client.do(commitConsignInfo, { query: { consignInfoIds: id, description: '' } });
    const failed = async () =>
      (await admin.do(listSentNotifications, { query: { state: 'failed' } })).items.find(
        (item) => item.consignmentId === id,
      );
    await waitUntil(async () => (await failed()) !== undefined);
    const row = await failed();
    expect(row).toMatchObject({ isToNobody: true, recipientName: '', failure: 'NO_RECIPIENT', kind: 'submitted' });
    await admin.do(changeUserActive, { body: { userId, isActive: true, reason: '' } });
    expect((await client.call(resendNotification, { body: { id: row?.id ?? '', reason: '已启用账号' } })).status).toBe(
      404,
    );
    await admin.do(resendNotification, { body: { id: row?.id ?? '', reason: '已启用账号' } });
    await waitUntil(async () => (await failed()) === undefined);
    const { accessToken } = await service.stranger.do(authenticate, {
      body: { UserNameOrEmailAddress: 'lab2', password: DEMO_PASSWORD },
    });
    expect((await waitForNotifications(service.withToken(accessToken), id)).map(({ kind }) => kind)).toEqual([
      'submitted',
    ]);
  });
});

describe('a user’s choice of channels', () => {
  it('is separate for each user, has defaults, and states for which channels an address is known', async () => {
    const client2 = await service.as('client2');
    expect(await client2.do(getNotificationChoices)).toEqual({
      choices: {
        submitted: [],
        rejected: ['email'],
        returned: ['email'],
        confirmed: [],
        parametersCompleted: [],
        reportReady: ['email'],
        unitRegistered: [],
        unitOpened: ['email', 'sms'],
        unitRefused: ['email', 'sms'],
        endpointDisabled: ['email'],
      },
      known: { email: true, sms: true },
    });
    const saved = await client2.do(chooseNotificationChannels, {
      body: { choices: { rejected: [], confirmed: ['sms'] } },
    });
    expect(saved.choices).toMatchObject({ rejected: [], confirmed: ['sms'], reportReady: ['email'] });
    expect((await client.do(getNotificationChoices)).choices.confirmed).toEqual([]);
    expect(
      (await client2.call(chooseNotificationChannels, { body: { choices: { rejected: ['pigeon'] } } as never })).status,
    ).toBe(400);
  });
});

it('notifications are part of the person’s data export, and are erased with the person where they left the platform', async () => {
  const password = 'Harbour-2027!';
  const userName = `weg${v4().slice(0, 8)}`;
  const account = await client.do(createUser, {
    body: {
      userName,
      name: '周小川',
      mobile: '13912340077',
      emailAddress: `${userName}@example.com`,
      password,
      confirmPassword: password,
    },
  });
  const { accessToken } = await service.stranger.do(authenticate, {
    body: { UserNameOrEmailAddress: userName, password },
  });
  const newSession = service.withToken(accessToken);
  const { id } = await createConsignmentAt(service, 40, { changes: { linkPersonPhone: '+86 139-1234-0077' } });
  const [rejected] = await waitForNotifications(newSession, id);
  await waitUntil(async () => (await newSession.do(getMessages)).totalCount === 1);
  expect((await newSession.do(getMessages)).items[0]).toMatchObject({
    acceptPhone: `${userName}@example.com`,
    acceptUserNameFriendly: '周小川',
    sendStatus: 1,
  });
  const personalData = await newSession.do(getPersonalData, { query: { userId: account.id } });
  expect(personalData).toMatchObject({
    notifications: [{ kind: 'rejected', consignCode: rejected?.consignCode, isRead: false }],
    notificationChoices: { rejected: ['email'] },
    messages: [expect.objectContaining({ msgType: 'notification' })],
  });

  await (await service.as('admin')).do(erasePerson, { query: { userId: account.id }, body: { reason: '本人要求' } });
  const log = JSON.stringify(
    await service.engines.eventStore.readAll(START, 10_000, ['MessageSent', 'UserRegistered', 'UserNotified']),
  );
  expect(log).not.toContain(`${userName}@example.com`);
  await service.catchUp();
  expect(
    (await client.do(listSentNotifications, { query: { maxResultCount: 100 } })).items.find(
      (item) => item.id === rejected?.id,
    )?.recipientName,
  ).toBe('已删除');
});
