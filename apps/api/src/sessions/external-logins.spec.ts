import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { v4 } from 'uuid';
import {
  authenticate,
  bindThirdLogin,
  deleteUser,
  createUser,
  externalAuthenticate,
  getExternalAuthenticationProviders,
  getTestUnit,
  getThirdList,
  getThirdUserId,
  getUser,
  getUserByWeChart,
  getUserInfo,
  iLisAuthenticate,
  renewLabSystemCode,
  startExternalLogin,
  unBindThird,
  weixinRedirect,
} from '#contract';
import { handle } from '#domain/event-sourcing';
import { user } from '#domain/users';
import type { Client } from '#harness/service/client';
import { startService, type Service } from '#harness/service/service';
import { startWeixinServer, type Person } from '#harness/sessions/weixin-server';
import { weixin } from './identity-providers.js';

const keys = { appId: 'wx-test', appSecret: 'kept-secret' };
let now = new Date('2026-03-02T01:00:00.000Z');
let party: Awaited<ReturnType<typeof startWeixinServer>>;
let service: Service;
let serviceWithoutProvider: Service;
beforeAll(async () => {
  party = await startWeixinServer(keys);
  service = await startService({
    now: () => now,
    otherLoginHost: 'lab.example.com',
    providers: [weixin({ ...keys, apiUrl: party.url, openUrl: 'https://open.weixin.test' })],
  });
  serviceWithoutProvider = await startService({ demo: false });
});
afterAll(async () => {
  await Promise.all([service.close(), serviceWithoutProvider.close()]);
  await party.close();
});

let people = 0;
const somebody = (): Person => ({
  openid: `o-${++people}`,
  nickname: `工友${people}`,
  headimgurl: 'https://thirdwx.qlogo.test/head.png',
});
/** A browser that was sent away: the state it comes back with, and the cookie it holds. */
const startLogin = async (from: Client = service.stranger) => {
  const { result, headers } = await from.call(startExternalLogin, {
    body: { provider: 'Weixin', redirectUri: `${service.url}/auth-redirect` },
    headers: { origin: service.url },
  });
  return {
    ...result,
    headers: { cookie: (headers.get('set-cookie') ?? '').split(';')[0] ?? '' },
    setCookie: headers.get('set-cookie'),
  };
};
const comeBack = async (person: Person, from: Client = service.stranger) => {
  const { state, headers } = await startLogin(from);
  return { body: { code: party.agree(person), state }, headers };
};
const bind = async (client: Client, person: Person) => client.call(bindThirdLogin, await comeBack(person, client));
const signIn = async (person: Person) => service.stranger.call(weixinRedirect, await comeBack(person));
const newUser = async () => {
  const userName = `third${++people}`;
  const { id } = await (
    await service.as('client1')
  ).do(createUser, { body: { userName, name: '张工', mobile: '13912340001', password: 'Harbour-2027!' } });
  const { result } = await service.stranger.call(authenticate, {
    body: { UserNameOrEmailAddress: userName, password: 'Harbour-2027!' },
  });
  return { id, client: service.withToken(result.accessToken) };
};

describe('external login providers', () => {
  it('TP-001 are listed for everyone, and the list is empty if none is configured', async () => {
    expect(await service.stranger.do(getExternalAuthenticationProviders)).toEqual([
      { name: 'Weixin', clientId: 'wx-test' },
    ]);
    expect(await serviceWithoutProvider.stranger.do(getExternalAuthenticationProviders)).toEqual([]);
  });

  it('redirect the browser with a state, and may return only to the console', async () => {
    const { address, state, setCookie } = await startLogin();
    expect(Object.fromEntries(new URL(address).searchParams)).toEqual({
      appid: 'wx-test',
      redirect_uri: `${service.url}/auth-redirect`,
      response_type: 'code',
      scope: 'snsapi_login',
      state,
    });
    expect(setCookie).toMatch(/; HttpOnly; SameSite=Lax$/);
    for (const redirectUri of ['https://evil.test/take', `${service.url}/dashboard`, 'javascript:alert(1)'])
      expect(
        (await service.stranger.call(startExternalLogin, { body: { provider: 'Weixin', redirectUri } })).status,
      ).toBe(400);
    expect(
      (
        await service.stranger.call(startExternalLogin, {
          body: { provider: 'Weixin', redirectUri: 'https://evil.test/auth-redirect' },
          headers: { origin: service.url },
        })
      ).status,
    ).toBe(400);
    // Whoever names no origin, or another than the page came from, is sent back only to hosts that were set up.
    const started = async (host: string, headers: Record<string, string> = {}) =>
      (
        await service.stranger.call(startExternalLogin, {
          body: { provider: 'Weixin', redirectUri: `${host}/auth-redirect` },
          headers,
        })
      ).status;
    expect([
      await started(service.url),
      await started('https://evil.test'),
      await started('https://evil.test', { origin: 'https://evil.test' }),
    ]).toEqual([400, 400, 400]);
    expect([
      await started('https://lab.example.com'),
      await started('https://lab.example.com', { origin: 'https://lab.example.com' }),
    ]).toEqual([200, 200]);
    expect(
      (
        await service.stranger.call(startExternalLogin, {
          body: { provider: 'QQ', redirectUri: `${service.url}/auth-redirect` },
        })
      ).failure?.code,
    ).toBe('NO_SUCH_PROVIDER');
  });
});

describe('an external identity', () => {
  it('TP-003 TP-005 TP-006 signs in the user who bound it and is listed, until it is unbound', async () => {
    const [{ id, client }, person] = [await newUser(), somebody()];
    expect(await client.do(getThirdList)).toEqual([]);
    expect((await signIn(person)).failure?.code).toBe('THIRD_PARTY_UNBOUND');
    expect((await bind(client, person)).status).toBe(200);
    expect(await client.do(getThirdList)).toEqual([
      { userID: id, thirdType: 'Weixin', unionFriendlyName: person.nickname, uniionHeadImage: person.headimgurl },
    ]);
    const { result } = await signIn(person);
    expect((await service.withToken(result.accessToken).do(getUserInfo)).userId).toBe(id);

    await client.do(unBindThird, { body: { thirdType: 'weixin' } });
    expect(await client.do(getThirdList)).toEqual([]);
    expect(await signIn(person)).toMatchObject({ status: 409, result: null, failure: { code: 'THIRD_PARTY_UNBOUND' } });
  });

  it('API-005 returns a token for its code and state, and none for another code or state', async () => {
    const [{ id, client }, person] = [await newUser(), somebody()];
    await bind(client, person);
    const back = await comeBack(person);
    const refused = [
      await service.stranger.call(weixinRedirect, { ...back, body: { ...back.body, code: 'guessed' } }),
      await service.stranger.call(weixinRedirect, { ...back, body: { ...back.body, state: 'guessed' } }),
    ];
    expect(refused).toMatchObject([
      { status: 400, result: null },
      { status: 400, result: null },
    ]);
    const { result } = await signIn(person);
    expect((await service.withToken(result.accessToken).do(getUserInfo)).userId).toBe(id);
  });

  it('API-007 signs in through the external and the laboratory login only with valid codes, and the provider is listed', async () => {
    const [{ client }, person] = [await newUser(), somebody()];
    await bind(client, person);
    const external = (providerAccessCode: string) =>
      service.stranger.call(externalAuthenticate, {
        body: { authProvider: 'Weixin', providerKey: person.openid, providerAccessCode },
      });
    const lab = await service.as('lab1');
    const { authCode } = await lab.do(renewLabSystemCode, { body: {} });
    const { unitNo = '' } = (await lab.do(getTestUnit)) ?? {};
    const laboratory = (code: string | null) =>
      service.stranger.call(iLisAuthenticate, { body: { unitCode: unitNo, userName: 'lab1', authCode: code ?? '' } });
    for (const { result } of [await external(party.agree(person)), await laboratory(authCode)])
      expect(result).toMatchObject({ accessToken: expect.stringMatching(/./) });
    for (const reply of [await external('guessed'), await laboratory('guessed')])
      expect(reply).toMatchObject({ status: 400, result: null });
    expect((await service.stranger.do(getExternalAuthenticationProviders)).map(({ name }) => name)).toEqual(['Weixin']);
    expect(await serviceWithoutProvider.stranger.do(getExternalAuthenticationProviders)).toEqual([]);
  });

  it('TP-006 belongs to one user, and a user has one per provider', async () => {
    const [firstUser, secondUser, person] = [await newUser(), await newUser(), somebody()];
    await bind(firstUser.client, person);
    expect((await bind(secondUser.client, person)).failure?.code).toBe('THIRD_PARTY_TAKEN');
    expect((await bind(firstUser.client, person)).status).toBe(200);
    expect((await bind(firstUser.client, somebody())).failure?.code).toBe('THIRD_PARTY_BOUND');
    await firstUser.client.do(unBindThird, { body: { thirdType: 'Weixin' } });
    expect((await bind(secondUser.client, person)).status).toBe(200);
  });

  it('TP-002 signs in with its provider key and the code for it, and with no other code', async () => {
    const [{ id, client }, person] = [await newUser(), somebody()];
    await bind(client, person);
    const with_ = (providerKey: string, providerAccessCode: string, authProvider = 'weixin') =>
      service.stranger.call(externalAuthenticate, { body: { authProvider, providerKey, providerAccessCode } });
    expect((await with_(person.openid, party.agree(person))).result).toMatchObject({
      userId: id,
      accessToken: expect.stringMatching(/./),
    });
    expect((await with_('o-other', party.agree(person))).failure?.code).toBe('THIRD_PARTY_CODE');
    expect((await with_(person.openid, 'guessed')).failure?.code).toBe('THIRD_PARTY_CODE');
    expect((await with_(person.openid, party.agree(person), 'QQ')).failure?.code).toBe('NO_SUCH_PROVIDER');
  });

  it('TP-004 requires the code, and a thirdType and openid in the request must match it', async () => {
    const [{ client }, person] = [await newUser(), somebody()];
    const { body, headers } = await comeBack(person);
    const back = (overrides: object) => client.call(bindThirdLogin, { body: { ...body, ...overrides }, headers });
    expect((await back({ code: '' })).failure?.code).toBe('THIRD_PARTY_CODE');
    expect((await back({ thirdType: 'QQ' })).failure?.code).toBe('THIRD_PARTY_STATE');
    expect((await back({ openid: 'o-other' })).failure?.code).toBe('THIRD_PARTY_CODE');
    expect(
      (await back({ code: party.agree(person), thirdType: 'Weixin', openid: person.openid })).result,
    ).toMatchObject({ thirdType: 'Weixin', unionFriendlyName: person.nickname });
    expect(await client.do(getThirdUserId, { query: { thirdType: 'Weixin', openid: person.openid } })).not.toBe('');
  });

  it('TP-007 is shown for a valid code, and its user id only to that user and the administrator', async () => {
    const [{ id, client }, person] = [await newUser(), somebody()];
    const { body, headers } = await comeBack(person);
    expect(await client.do(getUserByWeChart, { query: body, headers })).toEqual({
      thirdType: 'Weixin',
      openid: person.openid,
      unionFriendlyName: person.nickname,
      uniionHeadImage: person.headimgurl,
    });
    const idFor = (asking: Client, openid = person.openid) => asking.do(getThirdUserId, { query: { openid } });
    expect(await idFor(client)).toBe('');
    await bind(client, person);
    expect([
      await idFor(client),
      await idFor(await service.as('admin')),
      await idFor(await service.as('client2')),
      await idFor(client, 'o-nobody'),
    ]).toEqual([id, id, '', '']);
  });

  it('of a deleted account signs nobody in, and can be bound again', async () => {
    const [{ id, client }, person] = [await newUser(), somebody()];
    await bind(client, person);
    const request = { query: { id, reason: '离职' }, headers: { 'idempotency-key': v4() } };
    const manager = await service.as('client1');
    const [deleted, repeated] = [await manager.call(deleteUser, request), await manager.call(deleteUser, request)];
    expect([deleted.status, repeated.status, repeated.position]).toEqual([200, 200, deleted.position]);
    expect((await manager.call(deleteUser, { query: request.query })).failure?.code).toBe('NO_SUCH_USER');
    expect((await signIn(person)).failure?.code).toBe('THIRD_PARTY_UNBOUND');
    expect((await bind((await newUser()).client, person)).status).toBe(200);
  });

  it('of a deleted account can be bound again, whatever revision was sent and even if the deletion was interrupted', async () => {
    const [first, second, person] = [await newUser(), await newUser(), somebody()];
    const keeper = await service.as('client1');
    await bind(first.client, person);
    const { revision } = await keeper.call(getUser, { query: { id: first.id } });
    expect(
      (
        await keeper.call(deleteUser, {
          query: { id: first.id, reason: '离职' },
          headers: { 'if-match': `"${revision}"` },
        })
      ).status,
    ).toBe(200);
    expect((await bind(second.client, person)).status).toBe(200);
    await handle(
      service.engines.eventStore,
      user,
      second.id,
      { type: 'DeleteUser', reason: '离职' },
      {
        by: { userId: v4(), role: 'admin', unitId: null },
        at: now.toISOString(),
        commandId: v4(),
        correlationId: v4(),
      },
    );
    expect((await bind((await newUser()).client, person)).status).toBe(200);
  });
});

describe('returning from an external sign-in', () => {
  it('TP-008 requires the unchanged state within ten minutes in the browser that started it, and a code is accepted once', async () => {
    const [{ client }, person] = [await newUser(), somebody()];
    await bind(client, person);
    const [ownLogin, otherLogin, code] = [await startLogin(), await startLogin(), party.agree(person)];
    const back = (state: string, headers: Record<string, string>) =>
      service.stranger.call(weixinRedirect, { body: { code, state }, headers });
    for (const reply of [
      await back(otherLogin.state, ownLogin.headers),
      await back(ownLogin.state, {}),
      await back('made-up', ownLogin.headers),
      await back(ownLogin.state.replace(/^Weixin/, 'weixin'), ownLogin.headers),
    ])
      expect(reply).toMatchObject({ result: null, failure: { code: 'THIRD_PARTY_STATE' } });
    now = new Date(now.getTime() + 10 * 60_000 + 1000);
    expect((await back(ownLogin.state, ownLogin.headers)).failure?.code).toBe('THIRD_PARTY_STATE');
    const secondLogin = await startLogin();
    expect((await back(secondLogin.state, secondLogin.headers)).status).toBe(200); // the code was never spent
    expect((await back(secondLogin.state, secondLogin.headers)).failure?.code).toBe('THIRD_PARTY_CODE');
  });

  it('reports an unavailable provider without revealing the app secret', async () => {
    const request = await comeBack(somebody());
    party.setDown(true);
    const reply = await service.stranger.call(weixinRedirect, request);
    party.setDown(false);
    expect(reply).toMatchObject({
      status: 409,
      failure: { code: 'THIRD_PARTY_AWAY', message: '第三方平台暂时无法访问，请稍后再试' },
    });
    expect(JSON.stringify(reply.rawBody)).not.toContain(keys.appSecret);
  });
});
