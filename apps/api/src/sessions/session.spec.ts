import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { decodeJwt } from 'jose';
import { v4 } from 'uuid';
import { authenticate, getUserInfo, logout } from '#contract';
import { handle } from '#domain/event-sourcing';
import { user, type UserCommand } from '#domain/users';
import { startService, type Service } from '#harness/service/service';

const DAY_S = 24 * 60 * 60;
const password = 'Consign-2026!';
let now = new Date('2026-03-02T01:00:00.000Z');
let service: Service;

beforeAll(async () => {
  service = await startService({ now: () => now });
});
afterAll(() => service.close());

const signIn = (UserNameOrEmailAddress: string, fields: Record<string, unknown> = {}) =>
  service.stranger.call(authenticate, { body: { UserNameOrEmailAddress, password, ...fields } });

const userIdOf = async (userName: string) => (await (await service.as(userName)).do(getUserInfo)).userId;

const change = (userId: string, command: UserCommand) =>
  handle(service.engines.eventStore, user, userId, command, {
    by: { userId: v4(), role: 'admin', unitId: null },
    at: now.toISOString(),
    commandId: v4(),
    correlationId: v4(),
  });

describe('signing in', () => {
  it('API-003 returns a token whose payload has the Application claims', async () => {
    const { status, result } = await signIn('lab1');
    const claims = decodeJwt(result.accessToken);
    expect(status).toBe(200);
    expect(claims).toMatchObject({
      Application_UserName: 'lab1',
      Application_TestUnitID: '736e0494-c50f-5fb5-9296-7000562a5e79',
      Application_Roles: ['检测单位角色'],
    });
    expect((claims.exp ?? 0) - (claims.iat ?? 0)).toBe(DAY_S);
  });

  it('API-003 returns a message and no token for wrong credentials', async () => {
    const { status, result, failure } = await signIn('lab1', { password: 'Consign-2025!' });
    expect(status).toBe(400);
    expect(result).toBeNull();
    expect(failure?.message).toBe('用户名或密码错误');
  });

  it('gives the same response for a wrong password, an unknown user and a deactivated user', async () => {
    const client2 = await userIdOf('client2');
    await change(client2, { type: 'DeactivateUser', reason: '离职' });
    const replies = await Promise.all([signIn('nobody'), signIn('lab1', { password: 'wrong' }), signIn('client2')]);
    expect(replies.map(({ rawBody: body }) => body)).toEqual([
      replies[0]?.rawBody,
      replies[0]?.rawBody,
      replies[0]?.rawBody,
    ]);
    await change(client2, { type: 'ActivateUser', at: now.toISOString() });
    expect((await signIn('client2')).status).toBe(200);
  });

  it('trims the user name, ignores its case and that of member names, and accepts an e-mail address', async () => {
    expect((await signIn('  LAB1 ')).status).toBe(200);
    expect((await signIn('lab1@example.com')).status).toBe(200);
    const response = await fetch(`${service.url}/api/TokenAuth/Authenticate`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ usernameOrEmailAddress: 'lab1', Password: password, rememberClient: true }),
    });
    expect(response.status).toBe(200);
  });

  it('remembers a client for seven days', async () => {
    const { result } = await signIn('lab2', { RememberClient: true });
    expect(result.expireInSeconds).toBe(7 * DAY_S);
    const remembered = service.withToken(result.accessToken);
    const start = now;
    now = new Date(start.getTime() + (7 * DAY_S - 60) * 1000);
    expect((await remembered.call(getUserInfo)).status).toBe(200);
    now = new Date(start.getTime() + (7 * DAY_S + 60) * 1000);
    expect((await remembered.call(getUserInfo)).status).toBe(401);
    now = start;
  });

  it('is throttled after too many attempts from one address', async () => {
    const slow = await startService({ loginsPerMinute: 3, demo: false });
    const replies = [];
    for (let n = 0; n < 4; n++)
      replies.push(
        await slow.stranger.call(authenticate, { body: { UserNameOrEmailAddress: 'admin', password: `guess-${n}` } }),
      );
    await slow.close();
    expect(replies.map(({ status }) => status)).toEqual([400, 400, 400, 429]);
    expect(replies[3]?.failure?.message).toBe('尝试次数过多，请稍后再试');
  });
});

describe('the signed-in user', () => {
  it('API-004 is returned with all seven members, and refused without a token', async () => {
    const { result } = await (await service.as('client1')).call(getUserInfo, { query: { webUrl: service.url } });
    expect(result).toMatchObject({
      roles: ['委托单位角色'],
      name: '陈志远',
      avatar: '',
      introduction: '',
      status: 1,
      unitName: '云岭交通建设集团第三工程公司',
      webUserNotices: [],
    });
    const refused = await service.stranger.call(getUserInfo);
    expect(refused.status).toBe(401);
    expect(refused.rawBody).toMatchObject({
      success: false,
      unAuthorizedRequest: true,
      error: { message: '登录失效，请重新登录', details: '登录失效，请重新登录' },
    });
  });

  it('ROLE-001 has exactly one of the three roles, by its name', async () => {
    const rolesOf = async (userName: string) => (await (await service.as(userName)).do(getUserInfo)).roles;
    expect(await rolesOf('client1')).toEqual(['委托单位角色']);
    expect(await rolesOf('lab1')).toEqual(['检测单位角色']);
    expect(await rolesOf('admin')).toEqual(['admin']);
  });

  it('AAPI-001 is the one of the bearer token, and every successful response has its data under result', async () => {
    const { rawBody: body, headers } = await (await service.as('lab1')).call(getUserInfo);
    expect(body).toMatchObject({
      success: true,
      error: null,
      unAuthorizedRequest: false,
      __abp: true,
      result: { userName: 'lab1' },
    });
    expect(headers.get('x-request-id')).toMatch(/^[0-9a-f-]{36}$/);
  });

  it('is refused with a token that was altered or whose signature is invalid', async () => {
    const { result } = await signIn('client1');
    const [header, payload, signature] = result.accessToken.split('.') as [string, string, string];
    const admin = Buffer.from(
      JSON.stringify({ ...decodeJwt(result.accessToken), Application_Roles: ['admin'] }),
    ).toString('base64url');
    const unsigned = Buffer.from(JSON.stringify({ alg: 'none' })).toString('base64url');
    for (const forged of [
      `${header}.${admin}.${signature}`,
      `${unsigned}.${payload}.`,
      `${header}.${payload}.${signature.slice(1)}A`,
    ]) {
      expect((await service.withToken(forged).call(getUserInfo)).status).toBe(401);
    }
  });

  it('loses every session at once when deactivated, and has a changed role from the next request on', async () => {
    const operator = await service.as('operator');
    const userId = await userIdOf('operator');
    await change(userId, { type: 'ChangeUserRoles', roles: ['auditor'] });
    expect((await operator.do(getUserInfo)).roles).toEqual(['auditor']);
    await change(userId, { type: 'DeactivateUser', reason: '离职' });
    expect((await operator.call(getUserInfo)).status).toBe(401);
  });

  it('cannot use a session from before a deactivation after the account is activated again, even a remembered one', async () => {
    const {
      result: { accessToken },
    } = await signIn('auditor', { RememberClient: true });
    const remembered = service.withToken(accessToken);
    const { userId } = await remembered.do(getUserInfo);
    await change(userId, { type: 'DeactivateUser', reason: '借调' });
    const start = now;
    now = new Date(start.getTime() + 60_000);
    await change(userId, { type: 'ActivateUser', at: now.toISOString() });
    expect((await remembered.call(getUserInfo)).status).toBe(401);
    expect((await signIn('auditor')).status).toBe(200);
    now = start;
  });
});

describe('signing out', () => {
  it('API-006 ends the session on the server, and no other', async () => {
    const [firstSession, secondSession] = (await Promise.all([signIn('client1'), signIn('client1')])).map(
      ({ result }) => service.withToken(result.accessToken),
    );
    expect(await firstSession?.do(logout)).toBe(true);
    expect((await firstSession?.call(getUserInfo))?.status).toBe(401);
    expect((await secondSession?.call(getUserInfo))?.status).toBe(200);
  });
});
