import { readFile } from 'node:fs/promises';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { decodeJwt } from 'jose';
import {
  addTestUnit,
  authenticate,
  changeLanguage,
  changeRole,
  changeUiTheme,
  createTenant,
  deleteTenant,
  getCurrentLoginInformations,
  getEvent,
  getLabSystemCode,
  getProjectList,
  getRecordChanges,
  getTenants,
  getTestUnit,
  getTokenByUnitCode,
  getUserInfo,
  iLisAuthenticate,
  isTenantAvailable,
  listJobs,
  logout,
  readTenant,
  renewLabSystemCode,
  setUserRoles,
  signOutEverywhere,
  createRole,
  updateTenant,
} from '#contract';
import { ROLE } from '#events';
import type { Client } from '#harness/service/client';
import { startService, type Service } from '#harness/service/service';
import { DEFAULT_TENANT } from '../tenants/default-tenant.js';
import { RELEASE } from './current-user.queries.js';
const password = 'Consign-2026!';
let now = new Date('2026-03-02T01:00:00.000Z');
const pass = (seconds: number) => (now = new Date(now.getTime() + seconds * 1000));

let service: Service;
let admin: Client;
beforeAll(async () => {
  service = await startService({ now: () => now });
  admin = await service.as('admin');
});
afterAll(() => service.close());

const signIn = (userName: string, enteredPassword = password) =>
  service.stranger.call(authenticate, { body: { UserNameOrEmailAddress: userName, password: enteredPassword } });
const post = async (path: string, body: object) =>
  (
    await fetch(`${service.url}${path}`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify(body),
    })
  ).json() as Promise<{
    success: boolean;
    result: { accessToken: string } | null;
    error: { message: string } | null;
    unAuthorizedRequest: boolean;
  }>;

describe('a login', () => {
  it('AU-001 returns a token for correct credentials, with member names in either case, and a message for wrong ones', async () => {
    for (const names of [
      { UserNameOrEmailAddress: 'lab1', password, RememberClient: true },
      { userNameOrEmailAddress: 'lab1', Password: password, rememberClient: true },
    ])
      expect((await post('/api/TokenAuth/Authenticate', names)).result?.accessToken).toMatch(
        /^[\w-]+\.[\w-]+\.[\w-]+$/,
      );
    expect(
      await post('/api/TokenAuth/Authenticate', { userNameOrEmailAddress: 'lab1', password: 'wrong' }),
    ).toMatchObject({ success: false, result: null, error: { message: '用户名或密码错误' } });
  });

  it('AU-002 returns all five members, and the encrypted token does not work as an access token', async () => {
    const { result } = await signIn('client1');
    expect(result).toEqual({
      accessToken: expect.any(String),
      encryptedAccessToken: expect.any(String),
      expireInSeconds: expect.any(Number),
      userId: (await (await service.as('client1')).do(getUserInfo)).userId,
      waitingForActivation: false,
    });
    expect(result.expireInSeconds).toBeGreaterThan(0);
    const [header = ''] = (result.encryptedAccessToken ?? '').split('.');
    expect(JSON.parse(Buffer.from(header, 'base64url').toString())).toEqual({ alg: 'dir', enc: 'A256GCM' });
    expect((await service.withToken(result.encryptedAccessToken ?? '').call(getUserInfo)).status).toBe(401);
  });

  it('AU-005 with wrong credentials is a 400 and is not marked as unauthorized', async () => {
    const { status, rawBody: body } = await signIn('client1', 'wrong');
    expect([status, body]).toEqual([400, expect.objectContaining({ unAuthorizedRequest: false, success: false })]);
  });

  it('AU-006 puts the three claims into the payload, with one or several roles', async () => {
    expect(decodeJwt((await signIn('lab1')).result.accessToken)).toMatchObject({
      Application_UserName: 'lab1',
      Application_TestUnitID: expect.any(String),
      Application_Roles: [ROLE.lab],
    });
    await createdRole('值夜班', ['Reports.Read']);
    await give('lab2', [ROLE.lab, '值夜班']);
    expect(decodeJwt((await signIn('lab2')).result.accessToken)).toMatchObject({
      Application_Roles: [ROLE.lab, '值夜班'],
    });
    expect(decodeJwt((await signIn('client1')).result.accessToken)['Application_TestUnitID']).toBeNull();
  });

  it('AU-010 can be read with its specified members, and requires a token', async () => {
    const client = await service.as('client1');
    expect(Object.keys(await client.do(getUserInfo, { query: { webUrl: service.url } }))).toEqual(
      expect.arrayContaining([
        'roles',
        'name',
        'avatar',
        'introduction',
        'status',
        'unitName',
        'webUserNotices',
        'userType',
      ]),
    );
    expect((await service.stranger.call(getUserInfo)).status).toBe(401);
  });
});

const idOf = async (userName: string) => (await (await service.as(userName)).do(getUserInfo)).userId;
const give = async (userName: string, roleNames: string[], reason = '') =>
  admin.do(setUserRoles, { body: { userId: await idOf(userName), roleNames, reason } });
const createdRole = (name: string, permissions: string[]) =>
  admin.do(createRole, { body: { name, displayName: name, permissions } });

describe('a role change', () => {
  it('AU-009 returns a token limited to one role, from which all roles can be restored', async () => {
    await createdRole('看任务', ['Jobs.Read']);
    await give('auditor', [ROLE.auditor, '看任务']);
    const all = await service.as('auditor');
    expect(await all.do(getUserInfo)).toMatchObject({ roles: [ROLE.auditor, '看任务'], permissions: ['Jobs.Read'] });
    expect((await all.call(listJobs)).status).toBe(200);
    const { accessToken } = await all.do(changeRole, { body: { roleName: ROLE.auditor } });
    const narrowedSession = service.withToken(accessToken);
    expect(await narrowedSession.do(getUserInfo)).toMatchObject({
      roles: [ROLE.auditor],
      allRoles: [ROLE.auditor, '看任务'],
      permissions: [],
    });
    expect((await narrowedSession.call(listJobs)).status).toBe(403);
    expect(decodeJwt(accessToken)).toMatchObject({ Application_Roles: [ROLE.auditor] });
    const back = await narrowedSession.do(changeRole, {});
    expect((await service.withToken(back.accessToken).call(listJobs)).status).toBe(200);
    expect((await all.call(getUserInfo)).status).toBe(200);
  });

  it('AU-009 AU-016 and an embedded page never outlive the session they came from, however often they are renewed', async () => {
    const secondsOf = (token: string) => {
      const { exp = 0, iat = 0 } = decodeJwt(token);
      return exp - iat;
    };
    const lab = await service.as('lab1');
    const { unitNo = '' } = (await lab.do(getTestUnit)) ?? {};
    const { accessToken } = await lab.do(getTokenByUnitCode, { query: { unitCode: unitNo } });
    const embedded = service.withToken(accessToken);
    expect(secondsOf(accessToken)).toBe(3600);
    const expiry = decodeJwt(accessToken).exp ?? 0;
    pass(50 * 60);
    const changed = await embedded.do(changeRole, {});
    const renewed = await embedded.do(getTokenByUnitCode, { query: { unitCode: unitNo } });
    expect([changed, renewed].map((session) => [session.expireInSeconds, decodeJwt(session.accessToken).exp])).toEqual([
      [600, expiry],
      [600, expiry],
    ]);
    pass(11 * 60);
    expect((await service.withToken(changed.accessToken).call(getUserInfo)).status).toBe(401);
    const { accessToken: remembered } = await service.stranger.do(authenticate, {
      body: { UserNameOrEmailAddress: 'lab1', password, RememberClient: true },
    });
    expect((await service.withToken(remembered).do(changeRole, {})).expireInSeconds).toBe(7 * 24 * 3600);
  });

  it('is refused for a role that the user does not have, and its token ends when the role is removed', async () => {
    const operator = await service.as('operator');
    for (const roleName of [ROLE.admin, '看任务', '没有'])
      expect((await operator.call(changeRole, { body: { roleName } })).failure?.code).toBe('ROLE_UNKNOWN');
    await give('operator', [ROLE.operator, '看任务']);
    const { accessToken } = await operator.do(changeRole, { body: { roleName: '看任务' } });
    expect((await service.withToken(accessToken).call(listJobs)).status).toBe(200);
    await give('operator', [ROLE.operator], '收回');
    expect((await service.withToken(accessToken).call(getUserInfo)).status).toBe(401);
    expect((await operator.call(getUserInfo)).status).toBe(200);
  });
});

describe('other ways to sign in', () => {
  it('AU-014 the current login names application, user and tenant, and only the application without a session', async () => {
    const { version } = JSON.parse(await readFile('package.json', 'utf8')) as { version: string };
    expect(RELEASE.version).toBe(version);
    const loginInformation = await (await service.as('lab1')).do(getCurrentLoginInformations);
    expect(loginInformation).toMatchObject({
      application: {
        version,
        releaseDate: expect.stringMatching(/^\d{4}-\d\d-\d\d$/),
        features: { registration: true, thirdPartyLogin: false },
      },
      user: {
        name: expect.any(String),
        surname: '',
        userName: 'lab1',
        emailAddress: 'lab1@example.com',
        id: await idOf('lab1'),
      },
      tenant: DEFAULT_TENANT,
    });
    expect(await service.stranger.do(getCurrentLoginInformations)).toEqual({
      application: loginInformation.application,
      user: null,
      tenant: null,
    });
  });

  it('AU-015 a laboratory’s system signs in only users of its own unit with the unit’s secret', async () => {
    const lab = await service.as('lab1');
    expect(await lab.do(getLabSystemCode)).toEqual({ authCode: null, hasLapsed: false });
    const { authCode } = await lab.do(renewLabSystemCode, { body: {} });
    const { unitNo = '' } = (await lab.do(getTestUnit)) ?? {};
    const enter = (userName: string, code: string | null, unitCode = unitNo) =>
      service.stranger.call(iLisAuthenticate, { body: { unitCode, userName, authCode: code ?? '' } });
    const { result } = await enter('lab1', authCode);
    expect((await service.withToken(result.accessToken).do(getUserInfo)).userName).toBe('lab1');
    for (const reply of [
      await enter('lab1', 'guessed'),
      await enter('lab2', authCode),
      await enter('client1', authCode),
      await enter('admin', authCode),
      await enter('lab1', authCode, 'TU999'),
    ])
      expect(reply).toMatchObject({ status: 400, result: null, failure: { code: 'BAD_CREDENTIALS' } });
    const { authCode: renewed } = await lab.do(renewLabSystemCode, { body: {} });
    expect([(await enter('lab1', authCode)).status, (await enter('lab1', renewed)).status]).toEqual([400, 200]);
    expect((await lab.call(renewLabSystemCode, { body: { enabled: false } })).failure?.code).toBe('REASON_REQUIRED');
    await lab.do(renewLabSystemCode, { body: { enabled: false, reason: '停用对接' } });
    expect((await enter('lab1', renewed)).status).toBe(400);
    const log = JSON.stringify(
      await service.engines.eventStore.readAll('0'.repeat(20), 100, ['LabSystemCodeIssued', 'LabSystemCodeWithdrawn']),
    );
    expect(log).not.toContain(authCode ?? '-');
    const { id = '' } = (await lab.do(getTestUnit)) ?? {};
    const codeChanges = (await lab.do(getRecordChanges, { query: { kind: 'testingUnit', id } })).filter(({ action }) =>
      action.startsWith('LabSystemCode'),
    );
    expect(
      codeChanges.map(({ action, by, reason, changes }) => [
        action,
        by !== '',
        reason,
        changes.map(({ field, old, new: now }) => [field, old, now]),
      ]),
    ).toEqual([
      [
        'LabSystemCodeWithdrawn',
        true,
        '停用对接',
        [
          ['labSystemOn', 'true', 'false'],
          ['labSystemCode', '2', ''],
        ],
      ],
      ['LabSystemCodeIssued', true, '', [['labSystemCode', '1', '2']]],
      [
        'LabSystemCodeIssued',
        true,
        '',
        [
          ['labSystemOn', 'false', 'true'],
          ['labSystemCode', '', '1'],
        ],
      ],
    ]);
    for (const secret of [authCode, renewed]) expect(JSON.stringify(codeChanges)).not.toContain(secret ?? '-');
  });

  it('a laboratory’s secret cannot sign in an account with roles beyond that of the unit', async () => {
    const lab = await service.as('lab1');
    const { authCode } = await lab.do(renewLabSystemCode, { body: {} });
    const { unitNo = '' } = (await lab.do(getTestUnit)) ?? {};
    const enter = () =>
      service.stranger.call(iLisAuthenticate, {
        body: { unitCode: unitNo, userName: 'lab1', authCode: authCode ?? '' },
      });
    await createdRole('管参数', ['Units.Settings']);
    await give('lab1', [ROLE.lab, '管参数']);
    expect(await enter()).toMatchObject({ status: 400, result: null, failure: { code: 'BAD_CREDENTIALS' } });
    await give('lab1', [ROLE.lab], '收回');
    expect((await enter()).status).toBe(200);
  });

  it('guesses of a laboratory’s secret lock that way to sign in, but not the sign-in with a password', async () => {
    for (let attempt = 0; attempt < 5; attempt++)
      await service.stranger.call(iLisAuthenticate, {
        body: { unitCode: 'TU002', userName: 'lab2', authCode: `guess-${attempt}` },
      });
    expect(
      (
        await service.stranger.call(iLisAuthenticate, {
          body: { unitCode: 'TU002', userName: 'lab2', authCode: 'guess' },
        })
      ).failure?.code,
    ).toBe('ACCOUNT_LOCKED');
    expect((await signIn('lab2')).status).toBe(200);
  });

  it('AU-016 a token by unit code belongs to the caller and lasts an hour, and an unknown code is refused', async () => {
    const client = await service.as('client1');
    const { accessToken, expireInSeconds } = await client.do(getTokenByUnitCode, { query: { unitCode: 'TU001' } });
    const embedded = service.withToken(accessToken);
    expect([
      expireInSeconds,
      (await embedded.do(getUserInfo)).userName,
      (await embedded.call(addTestUnit)).status,
    ]).toEqual([3600, 'client1', 403]);
    expect((await client.call(getTokenByUnitCode, { query: { unitCode: 'TU999' } })).status).toBe(404);
    expect((await service.stranger.call(getTokenByUnitCode, { query: { unitCode: 'TU001' } })).status).toBe(401);
    await client.do(changeLanguage, { body: { languageName: 'zh' } });
    now = new Date(now.getTime() + 3_601_000);
    expect((await embedded.call(getUserInfo)).status).toBe(401);
  });

  it('AU-008 a logout ends its own session and no other', async () => {
    const [firstSession, secondSession] = [await signIn('client1'), await signIn('client1')].map(({ result }) =>
      service.withToken(result.accessToken),
    );
    const { headers } = (await firstSession?.call(logout)) ?? { headers: new Headers() };
    expect([
      (await firstSession?.call(getUserInfo))?.status,
      (await secondSession?.call(getUserInfo))?.status,
      headers.get('content-type'),
    ]).toEqual([401, 200, expect.stringContaining('json')]);
  });

  it('AU-008 AU-009 AU-016 a logout with any derived token ends all sessions of that login', async () => {
    const statuses = (family: Client[]) =>
      Promise.all(family.map(async (member) => (await member.call(getUserInfo)).status));
    const family = async (): Promise<Client[]> => {
      const login = service.withToken((await signIn('lab1')).result.accessToken);
      const role = service.withToken((await login.do(changeRole, { body: { roleName: ROLE.lab } })).accessToken);
      const unit = service.withToken((await role.do(getTokenByUnitCode, { query: { unitCode: 'TU001' } })).accessToken);
      const renewed = await unit.do(getTokenByUnitCode, { query: { unitCode: 'TU001' } });
      return [login, role, unit, service.withToken(renewed.accessToken)];
    };
    const otherFamily = await family();
    for (const member of [0, 1, 2, 3]) {
      const endedFamily = await family();
      expect(await statuses(endedFamily)).toEqual([200, 200, 200, 200]);
      await endedFamily[member]?.do(logout);
      expect(await statuses(endedFamily)).toEqual([401, 401, 401, 401]);
    }
    expect(await statuses(otherFamily)).toEqual([200, 200, 200, 200]);
  });

  it('AU-015 a session opened with a laboratory’s secret ends with all derived ones when the secret is replaced or withdrawn', async () => {
    const lab = await service.as('lab1');
    const openSessions = async (authCode: string | null): Promise<Client[]> => {
      const { accessToken } = await service.stranger.do(iLisAuthenticate, {
        body: { unitCode: 'TU001', userName: 'lab1', authCode: authCode ?? '' },
      });
      const login = service.withToken(accessToken);
      const role = await login.do(changeRole, { body: { roleName: ROLE.lab } });
      const unit = await service.withToken(role.accessToken).do(getTokenByUnitCode, { query: { unitCode: 'TU001' } });
      return [login, service.withToken(role.accessToken), service.withToken(unit.accessToken)];
    };
    const statuses = (family: Client[]) =>
      Promise.all(family.map(async (member) => (await member.call(getUserInfo)).status));
    const first = await openSessions((await lab.do(renewLabSystemCode, { body: {} })).authCode);
    expect(await statuses(first)).toEqual([200, 200, 200]);
    const { authCode } = await lab.do(renewLabSystemCode, { body: {} });
    expect(await statuses(first)).toEqual([401, 401, 401]);
    const second = await openSessions(authCode);
    await lab.do(renewLabSystemCode, { body: { enabled: false, reason: '停用对接' } });
    expect(await statuses(second)).toEqual([401, 401, 401]);
    expect((await lab.call(getUserInfo)).status).toBe(200);
  });

  it('AU-023 an operation that is not public requires a token and, where defined, a role', async () => {
    expect(await service.stranger.call(getProjectList)).toMatchObject({
      status: 401,
      rawBody: { unAuthorizedRequest: true },
    });
    expect(
      (await (await service.as('client1')).call(addTestUnit, { body: { testUnitName: '新检测单位', unitNo: 'TU777' } }))
        .status,
    ).toBe(403);
  });
});

describe('tenants', () => {
  const tenancyName = 'zhedong';
  const available = (name: string) => admin.do(isTenantAvailable, { body: { tenancyName: name } });

  it('AU-017 US-014 are found by name while they exist and are active, and can be read only by the administrator', async () => {
    expect(await available(tenancyName)).toEqual({ state: 3, tenantId: null });
    const { id } = await admin.do(createTenant, {
      body: { tenancyName, name: '浙东', adminEmailAddress: 'it@example.com', connectionString: 'Server=db' },
    });
    expect(await available('ZheDong')).toEqual({ state: 1, tenantId: id });
    expect(await admin.do(readTenant, { query: { id } })).toEqual({
      id,
      tenancyName,
      name: '浙东',
      adminEmailAddress: 'it@example.com',
      connectionString: 'Server=db',
      isActive: true,
    });
    await admin.do(updateTenant, { body: { id, name: '浙东', isActive: false } });
    expect(await available(tenancyName)).toEqual({ state: 2, tenantId: null });
    await admin.do(deleteTenant, { query: { id, reason: '合并' } });
    expect(await available(tenancyName)).toEqual({ state: 3, tenantId: null });
    expect((await admin.call(readTenant, { query: { id } })).status).toBe(404);
    expect(await available('default')).toMatchObject({ state: 1 });
    expect((await (await service.as('lab1')).call(readTenant, { query: { id } })).status).toBe(403);
  });

  it('show connection and contact address only to the administrator, and neither is stored in the log', async () => {
    const body = {
      tenancyName: 'connected',
      connectionString: 'Server=db;Password=kept',
      adminEmailAddress: 'secret@example.com',
    };
    const { id } = await admin.do(createTenant, { body });
    await admin.do(updateTenant, { body: { ...body, id, name: '改名' } });
    expect(await admin.do(readTenant, { query: { id } })).toMatchObject({ ...body, name: '改名' });
    await admin.do(updateTenant, { body: { ...body, id, name: '改名', connectionString: 'Server=other' } });
    expect((await admin.do(readTenant, { query: { id } })).connectionString).toBe('Server=other');
    const stored = JSON.stringify(await service.engines.eventStore.log.read(`tenant-${id}`));
    for (const secret of ['Password=kept', 'Server=other', 'secret@example.com']) expect(stored).not.toContain(secret);
    await service.catchUp();
    const created = (await service.engines.eventStore.readAll('0'.repeat(20), 1000, ['TenantCreated'])).at(-1);
    const showsText = async (userName: string, text: string) =>
      JSON.stringify(
        (await (await service.as(userName)).call(getEvent, { query: { eventId: created?.id ?? '' } })).rawBody,
      ).includes(text);
    for (const userName of ['admin', 'auditor', 'operator'])
      expect([
        userName,
        await showsText(userName, 'Password=kept'),
        await showsText(userName, 'secret@example.com'),
      ]).toEqual([userName, false, userName === 'admin']);
  });

  it('US-014 are listed for the administrator, who sees in their history what was changed and why', async () => {
    const tenancyName = 'listed';
    const { id } = await admin.do(createTenant, { body: { tenancyName, name: '列出', connectionString: 'Server=db' } });
    await admin.do(updateTenant, {
      body: { id, name: '列出', connectionString: 'Server=db', isActive: false, reason: '欠费' },
    });
    await service.catchUp();
    expect((await admin.do(getTenants, { query: { search: tenancyName } })).items).toMatchObject([
      { id, tenancyName, name: '列出', isActive: false, hasConnection: true, revision: 1 },
    ]);
    expect((await admin.do(getTenants, { query: { search: tenancyName, isActive: 'true' } })).items).toEqual([]);
    const [changed] = await admin.do(getRecordChanges, { query: { kind: 'tenant', id } });
    expect(changed).toMatchObject({
      action: 'TenantChanged',
      reason: '欠费',
      changes: [{ field: 'isActive', old: 'true', new: 'false' }],
    });
    expect((await (await service.as('lab1')).call(getRecordChanges, { query: { kind: 'tenant', id } })).status).toBe(
      403,
    );
  });
});

it('US-016 theme and language are stored for the user, and a new session starts with them', async () => {
  const client = await service.as('client2');
  expect((await client.call(changeUiTheme, { body: { theme: 'dark' } })).status).toBe(200);
  await client.do(changeLanguage, { body: { languageName: 'es' } });
  const { result } = await signIn('client2');
  expect(await service.withToken(result.accessToken).do(getUserInfo)).toMatchObject({ language: 'es', theme: 'dark' });
  expect((await client.call(changeLanguage, { body: { languageName: 'fr' as 'es' } })).status).toBe(400);
});

it('signing out everywhere ends every session of the user, including derived ones, and no session of another user', async () => {
  const otherClient = await service.as('client2');
  const [firstSession, secondSession] = [await signIn('client1'), await signIn('client1')].map(({ result }) =>
    service.withToken(result.accessToken),
  ) as [Client, Client];
  const role = service.withToken((await secondSession.do(changeRole, { body: { roleName: ROLE.client } })).accessToken);
  const unit = service.withToken((await role.do(getTokenByUnitCode, { query: { unitCode: 'TU001' } })).accessToken);
  const { userId } = await firstSession.do(getUserInfo);
  pass(1);
  expect(await firstSession.do(signOutEverywhere)).toBe(true);
  for (const endedSession of [firstSession, secondSession, role, unit])
    expect((await endedSession.call(getUserInfo)).status).toBe(401);
  expect((await otherClient.call(getUserInfo)).status).toBe(200);
  expect((await service.engines.eventStore.readLast(`user-${userId}`))?.type).toBe('UserSessionsEnded');
  pass(1);
  const newSession = service.withToken((await signIn('client1')).result.accessToken);
  expect((await newSession.call(getUserInfo)).status).toBe(200);
});
