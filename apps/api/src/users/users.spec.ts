import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { hash } from '@node-rs/argon2';
import { v4 } from 'uuid';
import {
  authenticate,
  type BodyOf,
  changeUserActive,
  createRole,
  createUser,
  getRecordChanges,
  getSystemUserList,
  getUser,
  getUserInfo,
  getUsers,
  resetUserPassword,
  setUserRoles,
  updateUser,
} from '#contract';
import { handle } from '#domain/event-sourcing';
import { reservation, reservationId } from '#domain/reference';
import { SYSTEM_ACTOR, user } from '#domain/users';
import { fingerprint } from '#engines';
import { ROLE, StoreUnavailable } from '#events';
import type { Client } from '#harness/service/client';
import { startService, type Service } from '#harness/service/service';
import { DEMO_PASSWORD } from '../../../standalone/src/import/import-demo.js';

const PASSWORD = 'Harbour-2027!';
let service: Service;
let admin: Client;
let client: Client;
let userCount = 0;
beforeAll(async () => {
  service = await startService({ repeatsCommands: true });
  [admin, client] = await Promise.all([service.as('admin'), service.as('client1')]);
});
afterAll(() => service.close());

const userInput = (overrides: Partial<BodyOf<typeof createUser>> = {}) => ({
  userName: `zhang${++userCount}`,
  name: '张工',
  mobile: '13912340001',
  password: PASSWORD,
  confirmPassword: PASSWORD,
  ...overrides,
});
const open = (by: Client, overrides: Partial<BodyOf<typeof createUser>> = {}) =>
  by.do(createUser, { body: userInput(overrides) });
const signIn = (userName: string, password = PASSWORD) =>
  service.stranger.call(authenticate, { body: { UserNameOrEmailAddress: userName, password } });
const session = async (userName: string) => service.withToken((await signIn(userName)).result.accessToken);
const me = async (userName: string) => (await service.as(userName)).do(getUserInfo);

describe('an account', () => {
  it('is created by a colleague with the role of the unit, is found by search, and can sign in', async () => {
    const { unitId, unitName } = await me('client1');
    const account = await open(client, { emailAddress: 'zhang@example.com' });
    expect(account).toMatchObject({
      name: '张工',
      mobile: '13912340001',
      emailAddress: 'zhang@example.com',
      isActive: true,
      roleNames: [ROLE.client],
      unitId,
      unitType: 2,
      unitName,
    });
    expect((await client.do(getUsers)).items[0]).toMatchObject({
      id: account.id,
      fullName: '张工',
      roleNames: [ROLE.client],
    });
    expect((await client.do(getUsers, { query: { search: account.userName } })).items.map(({ id }) => id)).toEqual([
      account.id,
    ]);
    for (const search of ['13912340001', '139 1234 0001', '+86 139-1234-0001', '１３９１２３４０００１', '1234 0001'])
      expect((await client.do(getUsers, { query: { search } })).items.map(({ id }) => id)).toContain(account.id);
    expect(await (await session(account.userName)).do(getUserInfo)).toMatchObject({
      roles: [ROLE.client],
      unitId,
      unitName,
    });
    expect((await open(await service.as('lab1'))).roleNames).toEqual([ROLE.lab]);
  });

  it('is refused with an invalid field, an existing user name or two different passwords', async () => {
    const refusal = async (overrides: Partial<BodyOf<typeof createUser>>) =>
      (await client.call(createUser, { body: userInput(overrides) })).failure?.code;
    expect(await refusal({ userName: 'CLIENT1' })).toBe('USER_NAME_TAKEN');
    expect(await refusal({ confirmPassword: 'Harbour-2028!' })).toBe('PASSWORDS_DIFFER');
    expect(await refusal({ password: 'short', confirmPassword: 'short' })).toBe('PASSWORD_WEAK');
    expect(await refusal({ mobile: '1' })).toBe('MOBILE_INVALID');
    expect(await refusal({ name: ' ' })).toBe('PERSON_NAME_REQUIRED');
  });

  it('has a unique user name and signs in with it in any case, width or spacing', async () => {
    const { id, userName } = await open(client, { userName: 'Guo.Gong' });
    const spellings = ['ｇｕｏ.ｇｏｎｇ', 'ＧUO.GONG', 'guo.gong', ' Guo.Gong ', 'guo\u200b.gong'];
    const [wide, ...otherReplies] = await Promise.all(
      spellings.map((spelling) => client.call(createUser, { body: userInput({ userName: spelling }) })),
    );
    expect(wide?.failure?.code).toBe('USER_NAME_TAKEN');
    expect(otherReplies.map(({ failure }) => failure?.code)).toEqual([
      'USER_NAME_TAKEN',
      'USER_NAME_TAKEN',
      'USER_NAME_TAKEN',
      'USER_NAME_TAKEN',
    ]);
    for (const spelling of spellings) expect((await (await session(spelling)).do(getUserInfo)).userId).toBe(id);
    const reset = { adminPassword: DEMO_PASSWORD, userId: id, newPassword: 'Bridges-2027!', userName: 'ＧUO.GONG' };
    expect((await client.call(resetUserPassword, { body: reset })).status).toBe(200);
    expect(
      (await client.call(resetUserPassword, { body: { ...reset, newPassword: 'Ｇuo.gong-2027!x' } })).failure?.code,
    ).toBe('PASSWORD_WEAK');
    expect(userName).toBe('Guo.Gong');
  });

  it('still signs in by a name from before names were normalised, which no other account can take', async () => {
    const { unitId, unitName } = await me('client1');
    const createLegacyUser = async (userName: string) => {
      const [id, { eventStore, vault }] = [v4(), service.engines];
      const newContext = () => ({
        by: SYSTEM_ACTOR,
        at: new Date().toISOString(),
        commandId: v4(),
        correlationId: v4(),
      });
      const reserved = reservationId('userName', await fingerprint(vault, userName.toLowerCase()));
      await handle(
        eventStore,
        reservation,
        reserved,
        { type: 'Reserve', kind: 'userName', holderId: id },
        newContext(),
      );
      await vault.setCredential(id, await hash(PASSWORD));
      const registration = {
        userName,
        profile: { name: '老用户', phone: '13912340009', email: '' },
        roles: [ROLE.client],
        unitId,
        unitType: 2 as const,
        unitName,
      };
      await handle(eventStore, user, id, { type: 'RegisterUser', registration }, newContext());
      return id;
    };
    const [wideId, plainId, loneId] = [
      await createLegacyUser('Ｓun.Gong'),
      await createLegacyUser('sun.gong'),
      await createLegacyUser('ｑian.gong'),
    ];
    await service.catchUp();
    const idOf = async (name: string) => (await (await session(name)).do(getUserInfo)).userId;
    expect([await idOf('Ｓun.Gong'), await idOf('SUN.GONG'), await idOf('Qian.Gong')]).toEqual([
      wideId,
      plainId,
      loneId,
    ]);
    for (const userName of ['Ｓun.Gong', 'sun.gong', 'ｓun.gong', 'Qian.Gong', 'ｑian.gong'])
      expect((await client.call(createUser, { body: userInput({ userName }) })).failure?.code).toBe('USER_NAME_TAKEN');
  });

  it('is created only once, even if the request is repeated', async () => {
    const request = { body: userInput(), headers: { 'idempotency-key': 'one-account' } };
    const [first, repeated] = [await client.call(createUser, request), await client.call(createUser, request)];
    expect(first.position).not.toBeNull();
    expect(repeated).toMatchObject({ result: first.result, revision: first.revision, position: first.position });
  });

  it('is created inactive even if the request was stopped half-way, and repeating it does not deactivate it again', async () => {
    const request = { body: userInput({ isActive: false }), headers: { 'idempotency-key': 'one-closed-account' } };
    const { eventStore } = service.engines;
    const append = eventStore.append.bind(eventStore);
    eventStore.append = (stream, events, head) =>
      events.some(({ type }) => type === 'UserDeactivated')
        ? Promise.reject(new StoreUnavailable('stopped'))
        : append(stream, events, head);
    const interrupted = await client.call(createUser, request);
    eventStore.append = append;
    expect(interrupted.status).toBe(503);
    const { id, isActive } = await client.do(createUser, request);
    expect([isActive, (await client.do(getUser, { query: { id } })).isActive]).toEqual([false, false]);
    const activated = await client.do(changeUserActive, { body: { userId: id, isActive: true } });
    expect(await client.do(createUser, request)).toEqual(activated);
  });

  it('has only the role of its unit, whatever the request says; an administrator creates those of the platform', async () => {
    for (const role of [ROLE.admin, ROLE.lab, ROLE.auditor])
      expect((await client.call(createUser, { body: userInput({ roleNames: [role] }) })).failure?.code).toBe(
        'ROLE_OF_ANOTHER_KIND',
      );
    expect(
      (
        await admin.call(createUser, {
          body: userInput({ unitId: (await me('lab1')).unitId, roleNames: [ROLE.admin] }),
        })
      ).failure?.code,
    ).toBe('ROLE_OF_ANOTHER_KIND');
    expect((await open(admin, { unitId: (await me('lab1')).unitId })).roleNames).toEqual([ROLE.lab]);
    expect((await admin.call(createUser, { body: userInput() })).failure?.code).toBe('ROLE_OF_ANOTHER_KIND');
    expect(await open(admin, { roleNames: [ROLE.auditor] })).toMatchObject({ unitId: null, roleNames: [ROLE.auditor] });
    expect(
      (await admin.call(createUser, { body: userInput({ unitId: '00000000-0000-4000-8000-00000000ffff' }) })).status,
    ).toBe(404);
  });

  it('shows changed personal details, and refuses a change that is based on an older revision', async () => {
    const { id, revision } = await open(client);
    const change = (name: string) =>
      client.call(updateUser, { body: { id, name, mobile: '13912340002' }, headers: { 'if-match': `"${revision}"` } });
    expect((await change('张新')).result).toMatchObject({ name: '张新', mobile: '13912340002' });
    expect((await change('张旧')).status).toBe(412);
    expect(await client.do(getUser, { query: { id } })).toMatchObject({ name: '张新', revision: revision + 1 });
    expect(
      (await client.do(getSystemUserList, { query: { size: 999 } })).items.find((row) => row.id === id),
    ).toMatchObject({ name: '张新', phone: '13912340002' });
  });
});

describe('the history of an account', () => {
  it('states who changed which value and why, omits password and external identity, and is not found from another unit', async () => {
    const { id, revision } = await open(client);
    await client.do(updateUser, {
      body: { id, name: '张新', mobile: '13912340002' },
      headers: { 'if-match': `"${revision}"` },
    });
    await client.do(changeUserActive, { body: { userId: id, isActive: false, reason: '离职' } });
    await client.do(resetUserPassword, {
      body: { adminPassword: DEMO_PASSWORD, userId: id, newPassword: 'Bridges-2027!' },
    });
    await handle(
      service.engines.eventStore,
      user,
      id,
      {
        type: 'BindThirdParty',
        thirdType: 'Weixin',
        identity: { name: '小张', phone: '', openid: 'wx-secret-1', headImage: '' },
      },
      { by: SYSTEM_ACTOR, at: new Date().toISOString(), commandId: v4(), correlationId: v4() },
    );
    const recordChanges = await client.do(getRecordChanges, { query: { kind: 'user', id } });
    expect(recordChanges.map(({ action }) => action)).toEqual([
      'ThirdPartyBound',
      'UserPasswordSet',
      'UserDeactivated',
      'UserProfileChanged',
      'UserRegistered',
    ]);
    expect(recordChanges[0]?.changes).toEqual([
      { field: 'thirdParties', about: '', member: '', old: '', new: 'Weixin 小张' },
    ]);
    expect(recordChanges[2]).toMatchObject({
      by: (await me('client1')).name,
      reason: '离职',
      changes: [{ field: 'isActive', old: 'true', new: 'false' }],
    });
    expect(recordChanges[3]?.changes.map(({ field, old, new: now }) => [field, old, now])).toEqual([
      ['name', '张工', '张新'],
      ['mobile', '13912340001', '13912340002'],
    ]);
    expect(JSON.stringify(recordChanges)).not.toMatch(/wx-secret-1|credential|Bridges/);
    for (const userName of ['client2', 'lab1'])
      expect(
        (await (await service.as(userName)).call(getRecordChanges, { query: { kind: 'user', id } })).failure?.code,
      ).toBe('NO_SUCH_USER');
    expect(await admin.do(getRecordChanges, { query: { kind: 'user', id } })).toEqual(recordChanges);
  });
});

describe('a deactivated account', () => {
  it('is signed out at its next request and cannot sign in until it is activated; the reason is recorded', async () => {
    const { id, userName } = await open(client);
    const userSession = await session(userName);
    const set = (isActive: boolean, reason = '') =>
      client.call(changeUserActive, { body: { userId: id, isActive, reason } });
    expect((await userSession.call(getUserInfo)).status).toBe(200);
    expect((await set(false, '离职')).result).toMatchObject({ isActive: false });
    expect((await userSession.call(getUserInfo)).status).toBe(401);
    expect((await signIn(userName)).failure).not.toBeNull();
    expect((await client.do(getUsers, { query: { isActive: 'false' } })).items.map((row) => row.id)).toContain(id);
    expect((await service.engines.eventStore.read(`${user.category}-${id}`)).events.at(-1)?.data).toEqual({
      reason: '离职',
    });
    await set(true);
    expect((await signIn(userName)).status).toBe(200);
  });

  it('is never the caller’s own account', async () => {
    const { userId } = await me('client1');
    expect(
      (await client.call(changeUserActive, { body: { userId, isActive: false, reason: '离职' } })).failure?.code,
    ).toBe('OWN_ACCOUNT');
  });
});

describe('a password reset', () => {
  it('requires the password of the user who resets it, ends all sessions of the account and replaces its password', async () => {
    const { id, userName } = await open(client);
    const userSession = await session(userName);
    const reset = (adminPassword: string, newPassword = 'Bridges-2027!', name = userName) =>
      client.call(resetUserPassword, { body: { adminPassword, userId: id, newPassword, userName: name } });
    expect((await reset('wrong')).failure?.code).toBe('PASSWORD_WRONG');
    expect((await reset(DEMO_PASSWORD, 'weak')).failure?.code).toBe('PASSWORD_WEAK');
    expect((await reset(DEMO_PASSWORD, 'Bridges-2027!', 'client2')).status).toBe(404);
    expect((await userSession.call(getUserInfo)).status).toBe(200);
    expect((await reset(DEMO_PASSWORD)).result).toBe(true);
    expect((await userSession.call(getUserInfo)).status).toBe(401);
    expect((await signIn(userName)).failure).not.toBeNull();
    expect((await signIn(userName, 'Bridges-2027!')).status).toBe(200);
  });

  it('has no effect if it repeats an older reset, reuses its key with another password, or names a stale revision', async () => {
    const { id, userName, revision } = await open(client);
    const reset = (newPassword: string, headers: Record<string, string> = {}) =>
      client.call(resetUserPassword, {
        body: { adminPassword: DEMO_PASSWORD, userId: id, newPassword, userName },
        headers,
      });
    const first = { 'idempotency-key': `reset-${id}` };
    expect([(await reset('Bridges-2027!', first)).status, (await reset('Tunnels-2027!')).status]).toEqual([200, 200]);
    const current = await client.do(getUser, { query: { id } });
    const repeatedReplies = [
      await reset('Bridges-2027!', first),
      await reset('Viaduct-2027!', first),
      await reset('Viaduct-2027!', { 'if-match': `"${revision}"` }),
    ];
    expect(repeatedReplies.map(({ status }) => status)).toEqual([200, 422, 412]);
    const into = [
      await signIn(userName, 'Bridges-2027!'),
      await signIn(userName, 'Viaduct-2027!'),
      await signIn(userName, 'Tunnels-2027!'),
    ];
    expect(into.map(({ status }) => status === 200)).toEqual([false, false, true]);
    expect(await client.do(getUser, { query: { id } })).toEqual(current);
  });
});

describe('accounts of another unit', () => {
  it('US-011 cannot be listed, read, created, changed, deactivated or reset, whatever the request says', async () => {
    const { unitId } = await me('client1');
    const { id, revision } = await open(client);
    const current = await client.do(getUser, { query: { id } });
    for (const userName of ['client2', 'lab1', 'lab2']) {
      const otherClient = await service.as(userName);
      const refused = [
        await otherClient.call(getUsers, { query: { unitId: unitId ?? '' } }),
        await otherClient.call(createUser, { body: userInput({ unitId }) }),
        await otherClient.call(getUser, { query: { id } }),
        await otherClient.call(updateUser, {
          body: { id, name: '别人', mobile: '13912340009' },
          headers: { 'if-match': `"${revision}"` },
        }),
        await otherClient.call(changeUserActive, { body: { userId: id, isActive: false, reason: '试试' } }),
        await otherClient.call(resetUserPassword, {
          body: { adminPassword: DEMO_PASSWORD, userId: id, newPassword: 'Bridges-2027!' },
        }),
      ];
      expect([userName, ...refused.map(({ status }) => status)]).toEqual([userName, 403, 403, 404, 404, 404, 404]);
      expect(
        (await otherClient.do(getUsers, { query: { maxResultCount: 1000 } })).items.map((row) => row.id),
      ).not.toContain(id);
    }
    expect(await client.do(getUser, { query: { id } })).toEqual(current);
    expect((await admin.do(getUsers, { query: { unitId: unitId ?? '' } })).items.map((row) => row.id)).toContain(id);
    expect(
      (await admin.do(getUsers, { query: { maxResultCount: 1000 } })).items.map(({ userName }) => userName),
    ).toEqual(expect.arrayContaining(['admin', 'client2', 'lab1']));
  });

  it('cannot be reset if they belong to the platform, and a colleague’s account with further roles only by an administrator', async () => {
    const { userId } = await me('auditor');
    expect(
      (
        await client.call(resetUserPassword, {
          body: { adminPassword: DEMO_PASSWORD, userId, newPassword: 'Bridges-2027!' },
        })
      ).status,
    ).toBe(404);
    const { id } = await open(client);
    await admin.do(createRole, { body: { name: '值班', displayName: '值班', permissions: ['Reports.Read'] } });
    await admin.do(setUserRoles, { body: { userId: id, roleNames: [ROLE.client, '值班'] } });
    expect(
      (
        await client.call(resetUserPassword, {
          body: { adminPassword: DEMO_PASSWORD, userId: id, newPassword: 'Bridges-2027!' },
        })
      ).failure?.code,
    ).toBe('MORE_ROLES');
    expect((await client.call(updateUser, { body: { id, name: '张工', mobile: '13912340003' } })).failure?.code).toBe(
      'MORE_ROLES',
    );
    expect((await admin.call(updateUser, { body: { id, name: '张工', mobile: '13912340003' } })).status).toBe(200);
  });
});
