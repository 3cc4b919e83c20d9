import { afterEach, beforeEach, describe, expect, it } from '@jest/globals';
import { pino } from 'pino';
import { v4 } from 'uuid';
import { consignment, type ConsignmentCommand } from '#domain/consignment';
import { handle, load, type Projection } from '#domain/event-sourcing';
import { webhook } from '#domain/lab-systems';
import { message } from '#domain/messages';
import { announcement, notification, type NotificationRow, notifications } from '#domain/notifications';
import { report } from '#domain/report';
import { user, users, type UserRegistration } from '#domain/users';
import { ROLE, START, type RecordedEvent } from '#events';
import {
  CLIENT_UNIT,
  CODE,
  completedByLab,
  header,
  LAB_UNIT,
  parameter,
  people,
  sample,
  settings,
  signatureIds,
} from '#harness/domain/consignment-story';
import { reportFile } from '#harness/domain/report-story';
import { createProjector } from '../../projector/src/projector.js';
import { notificationId } from './jobs/notify-users.job.js';
import type { Message } from './messages/messages.js';
import { newCommandContext, appendDraft, appendSubmission, executeCommands } from '#harness/worker/consignment-in-log';
import { HOUR, waitUntil } from '#harness/worker/test-engines';
import { workerUnderTest } from '#harness/worker/worker-under-test';

const test = workerUnderTest();
const store = () => test.engines.eventStore;
let sentMessages: Message[];
let isDown: boolean;
let projector: ReturnType<typeof createProjector>;
const gateway = {
  name: 'gateway',
  async send(outgoing: Message): Promise<void> {
    if (isDown) throw Object.assign(new Error(`no answer for ${outgoing.email}`), { code: 'ETIMEDOUT' });
    sentMessages.push(outgoing);
  },
};
beforeEach(() => {
  [sentMessages, isDown] = [[], false];
  projector = createProjector({
    engines: test.engines,
    projections: [users, notifications] as unknown as Projection<object>[],
    logger: pino({ level: 'silent' }),
    retryMs: 5,
  });
});
afterEach(() => projector.stop());

const registration = (userName: string, overrides: Partial<UserRegistration> = {}): UserRegistration => ({
  userName,
  profile: { name: userName, phone: '', email: '' },
  roles: [ROLE.client],
  unitId: CLIENT_UNIT,
  unitType: 2,
  unitName: '宁波路桥',
  ...overrides,
});
const register = (id: string, overrides: Partial<UserRegistration> = {}) =>
  handle(
    store(),
    user,
    id,
    { type: 'RegisterUser', registration: registration(id, overrides) },
    newCommandContext(people.admin),
  );
const labUser = { roles: [ROLE.lab], unitId: LAB_UNIT, unitType: 1 as const, unitName: '浙东交通工程检测中心' };
const startWorker = () => test.startWorker({ messages: gateway });
const execute = (id: string, ...commands: ConsignmentCommand[]) => executeCommands(store(), id, ...commands);
const reject: ConsignmentCommand = { type: 'RejectAudit', by: people.lab, remark: '缺资料' };
const pass: ConsignmentCommand = { type: 'PassAudit', by: people.lab, remark: '', limsConsignId: 'lims-1' };
const lastEventId = async (id: string, type: string): Promise<string> =>
  (await store().read(`consignment-${id}`)).events.findLast((event) => event.type === type)?.id ?? '';
/** The users who were notified of an event, as soon as its announcement is recorded. */
const notifiedUsers = async (occasionId: string): Promise<string[]> => {
  await waitUntil(async () => (await load(store(), announcement, occasionId)).state.stage !== 'open');
  return (await readEvents('UserNotified'))
    .filter(({ stream }) => userIds.some((userId) => stream === `notification-${notificationId(occasionId, userId)}`))
    .map(({ data }) => (data as { userId: string }).userId)
    .toSorted();
};
const userIds = ['u-client', 'u-colleague', 'u-contact', 'u-lab', 'u-auditor-of-lab', 'u-lab-2', 'u-closed', 'u-new'];
const readEvents = async (...types: string[]): Promise<RecordedEvent[]> => store().readAll(START, 1000, types);

describe('the recipients of an event', () => {
  it('are all active accounts of the laboratory with the right to audit, for a submission', async () => {
    await register('u-lab', labUser);
    await register('u-lab-2', labUser);
    await register('u-auditor-of-lab', { ...labUser, roles: [ROLE.auditor] });
    await register('u-closed', labUser);
    await handle(
      store(),
      user,
      'u-closed',
      { type: 'DeactivateUser', reason: '离职' },
      newCommandContext(people.admin),
    );
    await register('u-client');
    startWorker();
    const id = await appendSubmission(store());
    expect(await notifiedUsers(await lastEventId(id, 'ConsignmentCommitted'))).toEqual(['u-lab', 'u-lab-2']);
    const { state } = await load(
      store(),
      notification,
      notificationId(await lastEventId(id, 'ConsignmentCommitted'), 'u-lab'),
    );
    expect(state).toMatchObject({
      kind: 'submitted',
      consignmentId: id,
      consignCode: CODE,
      consignUnitName: '宁波路桥',
      unitId: LAB_UNIT,
      channels: [],
    });
  });

  it('are the creator and the contact of the consignment, with the cause, for a verdict', async () => {
    await register('u-client');
    await register('u-colleague');
    await register('u-contact', { profile: { name: '陈工', phone: '010-12345', email: '' } });
    startWorker();
    const id = await appendSubmission(store());
    await execute(id, reject);
    const occasionId = await lastEventId(id, 'AuditRejected');
    expect(await notifiedUsers(occasionId)).toEqual(['u-client', 'u-contact']);
    expect((await load(store(), notification, notificationId(occasionId, 'u-client'))).state).toMatchObject({
      kind: 'rejected',
      cause: '缺资料',
      unitId: CLIENT_UNIT,
    });
  });

  it('are all accounts of the consigning unit if neither creator nor contact has one', async () => {
    await register('u-colleague');
    startWorker();
    const id = await appendSubmission(store());
    await execute(id, pass, { type: 'ConfirmSample', by: people.lab, remark: '', limsConsignId: 'lims-1', settings });
    expect(await notifiedUsers(await lastEventId(id, 'SampleConfirmed'))).toEqual(['u-colleague']);
  });

  it('are notified of returned samples and of a published report', async () => {
    await register('u-client');
    startWorker();
    const id = await appendSubmission(store());
    await execute(id, pass, { type: 'ReturnSample', by: people.lab, remark: '样品破损', settings });
    const occasionId = await lastEventId(id, 'SampleReturned');
    expect(await notifiedUsers(occasionId)).toEqual(['u-client']);
    expect((await load(store(), notification, notificationId(occasionId, 'u-client'))).state).toMatchObject({
      kind: 'returned',
      cause: '样品破损',
    });

    const readyId = await appendSubmission(store());
    await execute(readyId, pass, {
      type: 'ConfirmSample',
      by: people.lab,
      remark: '',
      limsConsignId: 'lims-1',
      settings,
    });
    const { state } = await load(store(), consignment, readyId);
    if (state.phase !== 'open') throw new Error('the consignment is gone');
    const [by, reportId] = [people.lab, 'r-1'];
    await handle(
      store(),
      report,
      reportId,
      {
        type: 'RegisterReport',
        by,
        consignmentId: readyId,
        consignment: state,
        acceptedAt: null,
        sampleIds: ['a-1'],
        reportNumber: 'BG-1',
      },
      newCommandContext(by),
    );
    await handle(store(), report, reportId, { type: 'UploadReport', by, file: reportFile }, newCommandContext(by));
    await handle(store(), report, reportId, { type: 'PublishReport', by }, newCommandContext(by));
    const publishedId =
      (await store().read(`report-${reportId}`)).events.find((event) => event.type === 'ReportPublished')?.id ?? '';
    expect(await notifiedUsers(publishedId)).toEqual(['u-client']);
    expect((await load(store(), notification, notificationId(publishedId, 'u-client'))).state).toMatchObject({
      kind: 'reportReady',
      reportId,
    });
  });

  it('are notified of parameters once, by the save that completes the last sample', async () => {
    await register('u-client');
    startWorker();
    const openSample = { ...completedByLab, parameters: [] };
    const id = await appendDraft(store(), {
      samples: [openSample, { ...openSample, id: 'a-2' }, sample({ id: 'a-3' })],
    });
    await execute(id, {
      type: 'Submit',
      by: people.client,
      at: test.clock.now().toISOString(),
      description: '',
      consignCode: CODE,
      settings,
      signatureIds,
    });
    const saveParameters = (sampleId: string, count: number): ConsignmentCommand => ({
      type: 'SaveSample',
      by: people.lab,
      sample: {
        ...openSample,
        id: sampleId,
        parameters: Array.from({ length: count }, (_, n) => ({ ...parameter, tuTestParamId: `x-${n}` })),
      },
    });
    await execute(id, saveParameters('a-1', 1), saveParameters('a-2', 1));
    const occasionId = await lastEventId(id, 'SampleSaved');
    expect(await notifiedUsers(occasionId)).toEqual(['u-client']);
    await execute(id, saveParameters('a-2', 2), reject);
    await notifiedUsers(await lastEventId(id, 'AuditRejected'));
    await waitUntil(async () => (await test.engines.jobs.find({ name: 'notify-users', state: 'done' })).total === 5);
    expect((await readEvents('UserNotified')).map(({ data }) => (data as { kind: string }).kind)).toEqual([
      'parametersCompleted',
      'rejected',
    ]);
  });
});

describe('a notification', () => {
  it('is recorded once for an event and user when the job runs again, the jobs are lost, or two workers read the log', async () => {
    await register('u-client', { profile: { name: '陈志远', phone: '', email: 'chen@example.com' } });
    const firstWorker = startWorker();
    const secondWorker = startWorker();
    const id = await appendSubmission(store());
    await execute(id, reject);
    const occasionId = await lastEventId(id, 'AuditRejected');
    expect(await notifiedUsers(occasionId)).toEqual(['u-client']);
    await waitUntil(async () => sentMessages.length === 1);
    const position = await store().lastPosition();
    await waitUntil(async () => (await readEvents('MessageSent')).length === 1);
    await Promise.all([firstWorker.stop(), secondWorker.stop()]);
    await test.loseJobs();
    startWorker();
    const payload = {
      requestId: occasionId,
      occasionId,
      kind: 'rejected',
      consignmentId: id,
      reportId: null,
      position,
    };
    await test.engines.jobs.enqueue('notify-users', payload, { id: `${occasionId}.notify-users` });
    await test.jobIs('notify-users', occasionId, 'done');
    expect([
      (await readEvents('UserNotified')).length,
      (await readEvents('AnnouncementMade')).length,
      sentMessages.length,
    ]).toEqual([1, 1, 1]);
  });

  it('reaches the remaining recipients after an interruption', async () => {
    await register('u-lab', labUser);
    await register('u-lab-2', labUser);
    const id = await appendSubmission(store());
    const occasionId = await lastEventId(id, 'ConsignmentCommitted');
    const { state } = await load(store(), user, 'u-lab');
    const occasion = {
      kind: 'submitted',
      consignmentId: id,
      consignType: 1,
      consignCode: CODE,
      consignUnitId: CLIENT_UNIT,
      consignUnitName: '',
      testUnitId: LAB_UNIT,
      testUnitName: '',
      projectName: '',
      reportId: null,
      cause: '',
    } as const;
    await handle(
      store(),
      notification,
      notificationId(occasionId, 'u-lab'),
      { type: 'Notify', occasion, userId: 'u-lab', unitId: state?.unitId ?? '', channels: [] },
      newCommandContext(),
    );
    startWorker();
    expect(await notifiedUsers(occasionId)).toEqual(['u-lab', 'u-lab-2']);
    expect(await readEvents('UserNotified')).toHaveLength(2);
  });

  it('without a recipient is recorded as failed, and can be repeated once there is one', async () => {
    startWorker();
    const id = await appendSubmission(store());
    const occasionId = await lastEventId(id, 'ConsignmentCommitted');
    expect(await notifiedUsers(occasionId)).toEqual([]);
    expect((await load(store(), announcement, occasionId)).state).toMatchObject({
      stage: 'failed',
      reason: 'NO_RECIPIENT',
      unitId: LAB_UNIT,
    });
    await waitUntil(async () => (await test.engines.views.get<NotificationRow>(notifications, occasionId)) !== null);
    await register('u-lab', labUser);
    await handle(
      store(),
      announcement,
      occasionId,
      { type: 'RepeatAnnouncement', reason: '已补录账号' },
      newCommandContext(people.admin),
    );
    await waitUntil(async () => (await load(store(), announcement, occasionId)).state.stage === 'made');
    expect(await notifiedUsers(occasionId)).toEqual(['u-lab']);
  });
});

describe('a message to a user', () => {
  it('is sent by the chosen channels to the user’s addresses in the user’s language, and is encrypted in the log', async () => {
    await register('u-client', { profile: { name: '陈志远', phone: '13900001001', email: 'chen@example.com' } });
    await handle(store(), user, 'u-client', { type: 'ChangePreferences', language: 'en' }, newCommandContext());
    await handle(
      store(),
      user,
      'u-client',
      { type: 'ChooseNotificationChannels', choices: { rejected: ['email', 'sms'] } },
      newCommandContext(),
    );
    startWorker();
    const id = await appendSubmission(store());
    await execute(id, reject);
    await waitUntil(async () => (await readEvents('MessageSent')).length === 2);
    expect(
      sentMessages.map(({ to, email, subject }) => `${to.name} ${email ?? to.phone} ${subject}`).toSorted(),
    ).toEqual(['陈志远 13900001001 A consignment was rejected', '陈志远 chen@example.com A consignment was rejected']);
    expect(sentMessages[0]?.text).toContain(`rejected consignment ${CODE} (project 沿海高速公路): 缺资料`);
    const [firstMessage] = await readEvents('MessageSent');
    expect(firstMessage).toMatchObject({
      data: {
        kind: 'notification',
        transport: 'gateway',
        records: [expect.objectContaining({ acceptUserID: 'u-client', acceptUnitID: CLIENT_UNIT })],
      },
    });
    await store().erase(firstMessage?.stream ?? '', () => true);
    expect(JSON.stringify((await store().read(firstMessage?.stream ?? '')).events)).not.toMatch(
      /陈志远|13900001001|chen@example/,
    );
  });

  it('that the gateway rejects is recorded with its cause, and is delivered when it is sent again with a reason', async () => {
    await register('u-client', { profile: { name: '陈志远', phone: '', email: 'chen@example.com' } });
    isDown = true;
    startWorker();
    const id = await appendSubmission(store(), { header: header() });
    await execute(id, reject);
    const notificationOfUser = notificationId(await lastEventId(id, 'AuditRejected'), 'u-client');
    await waitUntil(async () => (await readEvents('NotificationDeliveryRequested')).length === 1);
    const [deliveryRequest] = await readEvents('NotificationDeliveryRequested');
    for (let attempt = 1; attempt < 8; attempt++) {
      await test.jobIs('deliver-notification', deliveryRequest?.id ?? '', 'waiting', attempt);
      test.clock.pass(HOUR);
    }
    await test.jobIs('deliver-notification', deliveryRequest?.id ?? '', 'failed', 8);
    expect((await load(store(), message, deliveryRequest?.id ?? '')).state).toEqual({
      stage: 'failed',
      reason: 'ETIMEDOUT',
    });
    isDown = false;
    await handle(
      store(),
      notification,
      notificationOfUser,
      {
        type: 'Resend',
        channel: 'email',
        reason: '网关恢复',
        newest: { stage: 'failed', at: deliveryRequest?.metadata.at ?? '' },
        isWanted: true,
        at: test.clock.now().toISOString(),
      },
      newCommandContext(people.client),
    );
    await waitUntil(async () => (await readEvents('MessageSent')).length === 1);
    expect(sentMessages).toHaveLength(1);
    expect(sentMessages[0]?.email).toBe('chen@example.com');
  });

  it('is not sent to an account that was closed meanwhile', async () => {
    await register('u-client', { profile: { name: '陈志远', phone: '', email: 'chen@example.com' } });
    isDown = true;
    startWorker();
    const id = await appendSubmission(store());
    await execute(id, reject);
    await waitUntil(async () => (await readEvents('NotificationDeliveryRequested')).length === 1);
    const [deliveryRequest] = await readEvents('NotificationDeliveryRequested');
    await test.jobIs('deliver-notification', deliveryRequest?.id ?? '', 'waiting', 1);
    await handle(
      store(),
      user,
      'u-client',
      { type: 'DeactivateUser', reason: '离职' },
      newCommandContext(people.admin),
    );
    isDown = false;
    test.clock.pass(HOUR);
    await test.jobIs('deliver-notification', deliveryRequest?.id ?? '', 'failed', 2);
    expect([(await load(store(), message, deliveryRequest?.id ?? '')).state, sentMessages]).toEqual([
      { stage: 'failed', reason: 'ACCOUNT_CLOSED' },
      [],
    ]);
  });
});

describe('a disabled endpoint', () => {
  it('is notified to the managers of its unit alone', async () => {
    await register('u-lab', { ...labUser, profile: { name: '王工', phone: '', email: 'lab@example.com' } });
    await register('u-lab-2', labUser);
    await register('u-client');
    startWorker();
    const id = v4();
    const url = 'https://lims.example.com/hook';
    const executeWebhook = (command: Parameters<typeof webhook.decider.decide>[0]) =>
      handle(store(), webhook, id, command, newCommandContext(people.lab));
    const endpoint = { unitId: LAB_UNIT, unitType: 1 as const, url, types: [], description: '' };
    await executeWebhook({ type: 'RegisterWebhook', webhook: endpoint, secret: { id: 's', last4: 'abcd' } });
    await executeWebhook({ type: 'DisableWebhook', cause: 'exhausted' });
    const { events } = await store().read(`webhook-${id}`);
    expect(await notifiedUsers(events.at(-1)?.id ?? '')).toEqual(['u-lab']);
    await waitUntil(async () => sentMessages.length === 1);
    expect(sentMessages[0]).toMatchObject({ email: 'lab@example.com', text: expect.stringContaining(url) });
  });
});
