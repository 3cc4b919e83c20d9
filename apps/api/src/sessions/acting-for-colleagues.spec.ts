import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import {
  authenticate,
  changeLanguage,
  changeRole,
  changeUserActive,
  confirmSample,
  createUser,
  deleteUser,
  exchangeEmbeddingCode,
  getConsignLog,
  getHistory,
  getHistoryRecord,
  getHistoryState,
  getLabSystemCode,
  getRecordChanges,
  getTokenByUnitCode,
  getUser,
  getUserInfo,
  getUsers,
  iLisAuthenticate,
  issueEmbeddingCode,
  listEvents,
  passAuditConsignInfo,
  renewLabSystemCode,
  resetUserPassword,
  setUnitManager,
  updateTestUnit,
  updateUser,
} from '#contract';
import { handle } from '#domain/event-sourcing';
import { labSystem } from '#domain/units';
import { ROLE } from '#events';
import { createConsignmentAt } from '#harness/consignments/stages';
import { newClient, newLaboratory, systemContext, type Laboratory } from '#harness/consignments/units';
import type { Client } from '#harness/service/client';
import { startService, type Service } from '#harness/service/service';
import { DEMO_PASSWORD } from '../../../standalone/src/import/import-demo.js';

const LIMS = 'https://lims.example.com';
let now = new Date('2026-12-02T01:00:00.000Z');
const pass = (seconds: number) => (now = new Date(now.getTime() + seconds * 1000));
let service: Service;
let admin: Client;
beforeAll(async () => {
  service = await startService({ now: () => now });
  admin = await service.as('admin');
});
afterAll(() => service.close());

describe('unit managers', () => {
  const PASSWORD = 'Harbour-2027!';
  /** A consigning unit of a test's own: its first account, and colleagues who came after. */
  const unit = async () => {
    const first = await newClient(service);
    const { unitId, userId } = await first.do(getUserInfo);
    const colleague = async () => {
      const client = await newClient(service, unitId ?? '');
      return { client, ...(await client.do(getUserInfo)) };
    };
    return { first, userId, unitId: unitId ?? '', colleague };
  };
  const setManager = (by: Client, userId: string, isUnitManager: boolean, reason = '') =>
    by.call(setUnitManager, { body: { userId, isUnitManager, reason } });
  const listManagers = async (client: Client) =>
    (await client.do(getUsers)).items.filter((row) => row.isUnitManager).map(({ id }) => id);
  const reset = (by: Client, userId: string) =>
    by.call(resetUserPassword, { body: { adminPassword: DEMO_PASSWORD, userId, newPassword: PASSWORD } });

  it('are the first accounts of their units in the order of the log, also in older units', async () => {
    for (const userName of ['client1', 'client2', 'lab1', 'lab2']) {
      const client = await service.as(userName);
      const { userId, isUnitManager } = await client.do(getUserInfo);
      expect([userName, isUnitManager, (await listManagers(client)).includes(userId)]).toEqual([userName, true, true]);
    }
    const { first, userId, colleague } = await unit();
    const otherUser = await colleague();
    expect(otherUser.isUnitManager).toBe(false);
    expect([await listManagers(first), await listManagers(otherUser.client)]).toEqual([[userId], [userId]]);
    expect((await first.do(getUser, { query: { id: otherUser.userId } })).isUnitManager).toBe(false);
    expect((await admin.do(getUserInfo)).isUnitManager).toBe(false);
  });

  it('are the only ones who can reset passwords of colleagues and change where their codes are sent', async () => {
    const { first, userId, colleague } = await unit();
    const [manager, member] = [await colleague(), await colleague()];
    expect(await reset(manager.client, member.userId)).toMatchObject({
      status: 403,
      failure: { code: 'UNIT_MANAGER_REQUIRED', message: '只有本单位的单位管理员可以这样做，请联系单位管理员' },
    });
    const profile = { id: member.userId, name: '委托员', mobile: '13900008888' };
    expect((await manager.client.call(updateUser, { body: { ...profile, description: '夜班' } })).status).toBe(200);
    for (const body of [
      { ...profile, mobile: '13900007777' },
      { ...profile, emailAddress: 'mine@example.com' },
      { ...profile, id: userId, name: '改' },
    ])
      expect((await manager.client.call(updateUser, { body })).failure?.code).toBe('UNIT_MANAGER_REQUIRED');
    for (const reply of [
      await manager.client.call(changeUserActive, { body: { userId, isActive: false, reason: '试' } }),
      await manager.client.call(deleteUser, { query: { id: userId, reason: '试' } }),
      await setManager(manager.client, manager.userId, true),
      await setManager(manager.client, userId, false, '试'),
    ])
      expect([reply.status, reply.failure?.code]).toEqual([403, 'UNIT_MANAGER_REQUIRED']);
    const rows = (await manager.client.do(getUsers)).items;
    expect(
      [userId, member.userId, manager.userId].map((id) => {
        const { isOption, isCanDeleteUser, isCanActFor } = rows.find((row) => row.id === id) ?? {};
        return [isOption, isCanDeleteUser, isCanActFor];
      }),
    ).toEqual([
      [false, false, false],
      [true, true, false],
      [true, false, true],
    ]);
    expect((await first.call(updateUser, { body: { ...profile, mobile: '13900007777' } })).status).toBe(200);
    expect((await reset(first, member.userId)).status).toBe(200);
    expect((await reset(admin, manager.userId)).status).toBe(200);
  });

  it('are appointed and dismissed by a manager of the same unit or the administrator, except the last one', async () => {
    const { first, userId, colleague } = await unit();
    const { userId: id, client } = await colleague();
    expect((await setManager(first, userId, false, '离职')).failure?.code).toBe('LAST_UNIT_MANAGER');
    expect((await setManager(first, id, true)).result).toEqual({ userId: id, isUnitManager: true });
    expect((await client.do(getUserInfo)).isUnitManager).toBe(true);
    expect((await setManager(first, id, false)).failure?.code).toBe('REASON_REQUIRED');
    expect((await setManager(client, userId, false, '交接')).status).toBe(200);
    expect((await first.do(getUserInfo)).isUnitManager).toBe(false);
    expect((await setManager(admin, id, false, '试')).failure?.code).toBe('LAST_UNIT_MANAGER');
    expect((await setManager(admin, userId, true)).status).toBe(200);
    for (const stranger of [await service.as('client1'), await service.as('lab1')])
      expect((await setManager(stranger, id, false, '试')).status).toBe(404);
    expect((await setManager(admin, (await admin.do(getUserInfo)).userId, true)).failure?.code).toBe('NOT_OF_A_UNIT');
    const recordChanges = await first.do(getRecordChanges, { query: { kind: 'user', id: userId } });
    expect(recordChanges.slice(0, 2).map(({ action, reason, changes }) => [action, reason, changes[0]?.new])).toEqual([
      ['UnitManagerGranted', '', 'true'],
      ['UnitManagerWithdrawn', '交接', 'false'],
    ]);
  });

  it('are appointed once by a repeated request, even if they were dismissed in between', async () => {
    const { first, userId, colleague } = await unit();
    const { userId: id } = await colleague();
    const request = { body: { userId: id, isUnitManager: true }, headers: { 'idempotency-key': `named-${id}` } };
    const firstReply = await first.call(setUnitManager, request);
    expect((await setManager(first, id, false, '试用结束')).status).toBe(200);
    const repeated = await first.call(setUnitManager, request);
    expect([repeated.status, repeated.position]).toEqual([200, firstReply.position]);
    expect(await listManagers(first)).toEqual([userId]);
  });

  it('always exist: if none can sign in any more, the oldest account that can is one', async () => {
    const { first, userId, colleague } = await unit();
    const [manager, member] = [await colleague(), await colleague()];
    await admin.do(changeUserActive, { body: { userId, isActive: false, reason: '离职' } });
    expect([
      (await manager.client.do(getUserInfo)).isUnitManager,
      (await member.client.do(getUserInfo)).isUnitManager,
    ]).toEqual([true, false]);
    expect((await setManager(manager.client, member.userId, true)).status).toBe(200);
    pass(1);
    await admin.do(changeUserActive, { body: { userId, isActive: true } });
    expect((await listManagers(admin)).includes(userId)).toBe(false);
    expect((await first.call(getUserInfo)).status).toBe(401);
    await admin.do(deleteUser, { query: { id: manager.userId, reason: '离职' } });
    await admin.do(deleteUser, { query: { id: member.userId, reason: '离职' } });
    const { accessToken } = await service.stranger.do(authenticate, {
      body: {
        UserNameOrEmailAddress: (await admin.do(getUser, { query: { id: userId } })).userName,
        password: DEMO_PASSWORD,
      },
    });
    expect((await service.withToken(accessToken).do(getUserInfo)).isUnitManager).toBe(true);
  });
});

describe('the integration secret of a laboratory’s system', () => {
  /** A laboratory with a manager, a colleague, and their ways in. */
  const laboratory = async () => {
    const newLab = await newLaboratory(service, {});
    const manager = await service.as(newLab.userName);
    const { userId, unitId, unitName } = await manager.do(getUserInfo);
    const { unitNo } = await admin.do(updateTestUnit, { body: { id: newLab.testUnitId, embedOrigins: [LIMS] } });
    const userName = `assayer-${userId.slice(0, 8)}`;
    const colleague = await admin.do(createUser, {
      body: { userName, name: '试验员', mobile: '13900006666', password: DEMO_PASSWORD, unitId },
    });
    await service.catchUp();
    const enter = (authCode: string | null, enteredName = userName) =>
      service.stranger.call(iLisAuthenticate, {
        body: { unitCode: unitNo, userName: enteredName, authCode: authCode ?? '' },
      });
    return {
      manager,
      userId,
      unitId: unitId ?? '',
      unitName,
      unitNo,
      userName,
      colleague,
      enter,
      client: await service.as(userName),
    };
  };

  it('can be read and created only by unit managers, and signs in any colleague', async () => {
    const { manager, client, enter } = await laboratory();
    for (const reply of [await client.call(getLabSystemCode), await client.call(renewLabSystemCode, { body: {} })])
      expect(reply).toMatchObject({ status: 403, failure: { code: 'UNIT_MANAGER_REQUIRED' } });
    const { authCode } = await manager.do(renewLabSystemCode, { body: {} });
    expect(await manager.do(getLabSystemCode)).toEqual({ authCode, hasLapsed: false });
    expect((await enter(authCode)).status).toBe(200);
  });

  it('AU-015 becomes invalid when the user who issued it is no longer a unit manager, until another is issued', async () => {
    const { manager, client, userId, unitNo, userName, colleague, enter } = await laboratory();
    const { authCode } = await manager.do(renewLabSystemCode, { body: {} });
    const codeRequest = { unitCode: unitNo, userName, origin: LIMS };
    const { code } = await service.stranger.do(issueEmbeddingCode, {
      body: { ...codeRequest, authCode: authCode ?? '' },
    });
    const labSession = service.withToken((await enter(authCode)).result?.accessToken ?? '');
    await manager.do(setUnitManager, { body: { userId: colleague.id, isUnitManager: true } });
    expect((await labSession.call(getUserInfo)).status).toBe(200);
    await client.do(setUnitManager, { body: { userId, isUnitManager: false, reason: '离职' } });
    expect((await labSession.call(getUserInfo)).status).toBe(401);
    const lapsedReply = {
      status: 403,
      failure: { code: 'LAB_SYSTEM_CODE_LAPSED', message: '生成此对接码的人已不是单位管理员，请由单位管理员重新生成' },
    };
    expect(await enter(authCode)).toMatchObject(lapsedReply);
    expect(
      await service.stranger.call(issueEmbeddingCode, { body: { ...codeRequest, authCode: authCode ?? '' } }),
    ).toMatchObject(lapsedReply);
    expect((await service.stranger.call(exchangeEmbeddingCode, { body: { ...codeRequest, code } })).failure?.code).toBe(
      'EMBEDDING_CODE_INVALID',
    );
    expect((await enter('guessed')).failure?.code).toBe('BAD_CREDENTIALS');
    expect((await client.do(getLabSystemCode)).hasLapsed).toBe(true);
    const { authCode: another } = await client.do(renewLabSystemCode, { body: {} });
    expect([(await enter(another)).status, (await enter(authCode)).status]).toEqual([200, 400]);
  });

  it('is invalid if a colleague issued it before the right existed, and valid if the first account did', async () => {
    const { manager, client, userId, unitId, colleague, enter } = await laboratory();
    const issueCodeAs = (id: string) =>
      handle(
        service.engines.eventStore,
        labSystem,
        unitId,
        { type: 'IssueCode' },
        { ...systemContext(), by: { userId: id, role: ROLE.lab, unitId } },
      );
    await issueCodeAs(colleague.id);
    const { authCode, hasLapsed } = await manager.do(getLabSystemCode);
    expect([hasLapsed, (await enter(authCode)).failure?.code]).toEqual([true, 'LAB_SYSTEM_CODE_LAPSED']);
    await issueCodeAs(userId);
    expect((await enter((await manager.do(getLabSystemCode)).authCode)).status).toBe(200);
    expect((await client.do(getUserInfo)).isUnitManager).toBe(false);
  });
});

describe('a session opened by the laboratory’s system', () => {
  let lab: Laboratory & { unitNo: string; staff: Client; authCode: string };
  beforeAll(async () => {
    const newLab = await newLaboratory(service, {});
    const { unitNo } = await admin.do(updateTestUnit, { body: { id: newLab.testUnitId, embedOrigins: [LIMS] } });
    const staff = await service.as(newLab.userName);
    const { authCode } = await staff.do(renewLabSystemCode, { body: {} });
    lab = { ...newLab, unitNo, staff, authCode: authCode ?? '' };
    await service.catchUp();
  });
  const signedIn = async () =>
    service.withToken(
      (
        await service.stranger.do(iLisAuthenticate, {
          body: { unitCode: lab.unitNo, userName: lab.userName, authCode: lab.authCode },
        })
      ).accessToken,
    );
  const embedded = async () => {
    const { code } = await service.stranger.do(issueEmbeddingCode, {
      body: { unitCode: lab.unitNo, userName: lab.userName, authCode: lab.authCode, origin: LIMS },
    });
    return service.withToken(
      (await service.stranger.do(exchangeEmbeddingCode, { body: { unitCode: lab.unitNo, origin: LIMS, code } }))
        .accessToken,
    );
  };

  it('cannot read secrets, create accounts or change who has access to an account', async () => {
    const through = await signedIn();
    const { userId, isUnitManager } = await through.do(getUserInfo);
    expect(isUnitManager).toBe(false);
    const account = { id: userId, name: '检测员', emailAddress: '' };
    for (const reply of [
      await through.call(getLabSystemCode),
      await through.call(renewLabSystemCode, { body: {} }),
      await through.call(setUnitManager, { body: { userId, isUnitManager: true } }),
      await through.call(updateUser, { body: { ...account, mobile: '13900007777' } }),
      await through.call(createUser, {
        body: { userName: 'through1', name: '新', mobile: '13900007777', password: DEMO_PASSWORD },
      }),
    ])
      expect(reply).toMatchObject({
        status: 403,
        failure: { code: 'IN_PERSON_ONLY', message: '通过检测机构系统登录时不能这样做，请用自己的密码登录' },
      });
    expect(
      (await through.call(updateUser, { body: { ...account, name: '检测员甲', mobile: '13900009999' } })).status,
    ).toBe(200);
  });

  it('AU-015 marks every event in it, in the history, the consignment log and the log of all events', async () => {
    const { id } = await createConsignmentAt(service, 20, { lab });
    pass(61); // logins of a minute are recorded once
    const through = await signedIn();
    await through.do(passAuditConsignInfo, { query: { ids: id } });
    await lab.staff.do(confirmSample, { query: { ids: id } });
    const marks = [undefined, 'labSystem', undefined];
    const { items } = await admin.do(getHistory, { query: { id } });
    expect(items.slice(0, 3).map(({ facts, via }) => [facts.type, via])).toEqual([
      ['SampleConfirmed', undefined],
      ['AuditPassed', 'labSystem'],
      ['ConsignmentCommitted', undefined],
    ]);
    const { revision } = items[1] ?? { revision: -1 };
    expect((await admin.do(getHistoryState, { query: { id, revision } })).moment.via).toBe('labSystem');
    expect((await admin.do(getHistoryRecord, { query: { id, revision } })).metadata).toMatchObject({
      by: { via: 'labSystem' },
    });
    expect((await admin.do(getConsignLog, { query: { consignId: id } })).slice(-3).map(({ via }) => via)).toEqual(
      marks,
    );
    await service.catchUp();
    const eventList = await admin.do(listEvents, { query: { stream: `consignment-${id}` } });
    expect(eventList.items.slice(0, 3).map(({ via }) => via)).toEqual(marks);
    const { items: logins } = await admin.do(listEvents, { query: { type: 'UserSignedIn' } });
    expect(logins.filter(({ via }) => via === 'labSystem')).toHaveLength(1);
  });

  it('is marked in the account’s history and in the user information', async () => {
    const through = await signedIn();
    const { userId, via } = await through.do(getUserInfo);
    expect([via, (await lab.staff.do(getUserInfo)).via]).toEqual(['labSystem', undefined]);
    await through.do(changeLanguage, { body: { languageName: 'es' } });
    await lab.staff.do(changeLanguage, { body: { languageName: 'en' } });
    const recordChanges = await lab.staff.do(getRecordChanges, { query: { kind: 'user', id: userId } });
    expect(recordChanges.slice(0, 2).map((change) => change.via)).toEqual([undefined, 'labSystem']);
  });

  it('keeps the mark after a change of role and in an embedded page', async () => {
    const through = await signedIn();
    const changed = service.withToken((await through.do(changeRole, {})).accessToken);
    const embeddedSession = service.withToken(
      (await changed.do(getTokenByUnitCode, { query: { unitCode: lab.unitNo, origin: LIMS } })).accessToken,
    );
    const page = await embedded();
    const renewed = service.withToken(
      (await page.do(getTokenByUnitCode, { query: { unitCode: lab.unitNo } })).accessToken,
    );
    for (const session of [changed, embeddedSession, page, renewed])
      expect((await session.do(getUserInfo)).via).toBe('labSystem');
    const ordinarySession = service.withToken(
      (await lab.staff.do(getTokenByUnitCode, { query: { unitCode: lab.unitNo, origin: LIMS } })).accessToken,
    );
    expect((await ordinarySession.do(getUserInfo)).via).toBeUndefined();
  });
});
