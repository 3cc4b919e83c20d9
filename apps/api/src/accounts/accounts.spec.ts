import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { v4 } from 'uuid';
import {
  authenticate,
  changeConsginUnitActive,
  changePassword,
  changeTestUnitActive,
  createRawMateriaConsingInfo,
  createUser,
  getAllUnit,
  getConsginUnitListBySys,
  getLoginPage,
  getOwnUnitOpening,
  getTestUnit,
  getUserInfo,
  operations,
  register,
  resetPasswordByCode,
  sendToMobile,
  testUnitGetAll,
  updateUser,
  verifyCode,
  type BodyOf,
} from '#contract';
import { verificationCode } from '#engines';
import { decode, verificationEvents } from '#events';
import { accessMatrix } from '#harness/access/access-matrix';
import { startService, type Service } from '#harness/service/service';
import { stopBeforeAppend } from '#harness/service/stop-before-append';
const password = 'Consign-2026!';
const changed = 'Bridges-2027!';
let now = new Date('2026-03-02T01:00:00.000Z');
const pass = (seconds: number) => (now = new Date(now.getTime() + seconds * 1000));

let service: Service;
beforeAll(async () => {
  service = await startService({ now: () => now, otherLoginHost: 'lab.example.com' });
});
afterAll(() => service.close());

const signIn = (userName: string, enteredPassword = password) =>
  service.stranger.call(authenticate, { body: { UserNameOrEmailAddress: userName, password: enteredPassword } });
const ask = (body: BodyOf<typeof sendToMobile>) => service.stranger.call(sendToMobile, { body });
const readCodeEvents = () => service.engines.eventStore.readAll('0'.repeat(20), 1000, Object.keys(verificationEvents));
/** The newest code asked for, as the worker sends it. */
const newestCode = async () => {
  const newest = (await readCodeEvents())
    .map((event) => decode(verificationEvents, event))
    .findLast(({ type }) => type === 'VerificationCodeRequested');
  return verificationCode(service.engines.vault, newest?.data.requestId ?? '');
};
const codeFor = async (body: BodyOf<typeof sendToMobile>) => {
  pass(61);
  expect((await ask(body)).status).toBe(200);
  return newestCode();
};
const wrongCode = (code: string) => (code === '000000' ? '111111' : '000000');

describe('a forgotten password', () => {
  const reset = (userName: string, validateCode: string, newPassword = changed) =>
    service.stranger.call(resetPasswordByCode, { body: { userName, newPassword, validateCode } });

  it('is reset once with a correct code, which ends every session', async () => {
    const token = (await signIn('client2')).result.accessToken;
    const code = await codeFor({ sendCodeType: 2, userName: 'client2' });
    expect((await reset('client2', wrongCode(code))).failure?.code).toBe('CODE_WRONG');
    expect((await reset('client2', code)).status).toBe(200);
    expect((await service.withToken(token).call(getUserInfo)).status).toBe(401);
    expect([(await signIn('client2')).status, (await signIn('client2', changed)).status]).toEqual([400, 200]);
    expect((await reset('client2', code, password)).failure?.code).toBe('CODE_WRONG');
  });

  it('cannot be replaced by a weak one or one with the user name, and such attempts are not counted', async () => {
    const code = await codeFor({ sendCodeType: 2, userName: 'lab2' });
    for (let attempt = 0; attempt < 6; attempt++)
      expect((await reset('lab2', code, 'Short-1')).failure).toMatchObject({
        code: 'PASSWORD_WEAK',
        message: expect.stringContaining('密码至少12个字符'),
      });
    expect((await reset('lab2', code, 'My-Lab2-password')).failure?.code).toBe('PASSWORD_WEAK');
    expect((await reset('lab2', code)).status).toBe(200);
  });

  it('gets the same responses whether or not the account exists', async () => {
    pass(61);
    const responses = [
      await ask({ sendCodeType: 2, userName: 'auditor' }),
      await ask({ sendCodeType: 2, userName: 'nobody-at-all' }),
    ];
    expect(responses[1]?.rawBody).toEqual(responses[0]?.rawBody);
    const repeatedResponses = [
      await ask({ sendCodeType: 2, userName: 'auditor' }),
      await ask({ sendCodeType: 2, userName: 'nobody-at-all' }),
    ];
    expect(repeatedResponses.map(({ status, failure }) => [status, failure?.code])).toEqual([
      [409, 'CODE_SENT_RECENTLY'],
      [409, 'CODE_SENT_RECENTLY'],
    ]);
    const unknownUserCode = await newestCode();
    expect((await reset('nobody-at-all', unknownUserCode)).failure).toEqual((await reset('auditor', '12')).failure);
  });

  it('can be reset only with the account’s phone number if a number is given', async () => {
    const code = await codeFor({ sendCodeType: 2, userName: 'operator', mobile: '13700000000' });
    expect((await reset('operator', code)).failure?.code).toBe('CODE_WRONG');
  });
});

describe('a verification code', () => {
  const mobile = '13811112222';
  const verify = (validateCode: string, sendCodeType: 1 | 2 | 3 = 3) =>
    service.stranger.call(verifyCode, { body: { sendCodeType, mobile, userName: mobile, validateCode } });

  it('VC-002 VC-003 is accepted for its own purpose, and rejected when wrong, expired or for another purpose', async () => {
    const code = await codeFor({ sendCodeType: 3, mobile });
    expect([
      (await verify(code)).result,
      (await verify(wrongCode(code))).result,
      (await verify(code, 1)).result,
      (await verify(code, 2)).result,
    ]).toEqual([true, false, false, false]);
    expect((await verify('')).status).toBe(400);
    pass(301);
    expect((await verify(code)).result).toBe(false);
  });

  it('VC-006 is sent at most once a minute, and is rejected after five attempts even if correct', async () => {
    const code = await codeFor({ sendCodeType: 3, mobile });
    expect((await ask({ sendCodeType: 3, mobile })).failure?.code).toBe('CODE_SENT_RECENTLY');
    await Promise.all(Array.from({ length: 5 }, () => verify(wrongCode(code))));
    expect((await verify(code)).result).toBe(false);
  });

  it('counts each different guess under one Idempotency-Key as an attempt, and a repeated guess once', async () => {
    const code = await codeFor({ sendCodeType: 3, mobile });
    const guess = (validateCode: string) =>
      service.stranger.call(verifyCode, {
        body: { sendCodeType: 3, mobile, validateCode },
        headers: { 'idempotency-key': 'one key' },
      });
    for (let attempt = 0; attempt < 6; attempt++) await guess(wrongCode(code));
    expect((await guess(code)).result).toBe(true);
    for (let guessedCode = 100_001; guessedCode < 100_006; guessedCode++) await guess(String(guessedCode));
    expect((await verify(code)).result).toBe(false);
  });

  it('is different for another account or purpose, even under the same Idempotency-Key', async () => {
    pass(61);
    const codes = [];
    for (const body of [
      { sendCodeType: 1, mobile: '13911117777' },
      { sendCodeType: 2, userName: 'auditor' },
    ] as const) {
      expect(
        (await service.stranger.call(sendToMobile, { body, headers: { 'idempotency-key': 'one key for two codes' } }))
          .status,
      ).toBe(200);
      codes.push(await newestCode());
    }
    expect(codes[1]).not.toBe(codes[0]);
  });

  it('is requested in the language of the browser', async () => {
    pass(61);
    for (const [mobile, language] of [
      ['13811115551', 'es-ES,es;q=0.9'],
      ['13811115552', 'fr'],
    ] as const)
      expect(
        (
          await service.stranger.call(sendToMobile, {
            body: { sendCodeType: 3, mobile },
            headers: { 'accept-language': language },
          })
        ).status,
      ).toBe(200);
    expect((await readCodeEvents()).slice(-2).map(({ data }) => data)).toEqual([
      expect.objectContaining({ language: 'es' }),
      expect.objectContaining({ language: 'zh' }),
    ]);
  });

  it('appears neither in the log nor in a response', async () => {
    pass(61);
    const response = await ask({ sendCodeType: 3, mobile: '13911113333' });
    const code = await newestCode();
    expect(code).toMatch(/^\d{6}$/);
    expect(JSON.stringify([response.rawBody, await readCodeEvents()])).not.toContain(`"${code}"`);
    expect(response.result).toEqual({ resendAfterSeconds: 60, validForSeconds: 300 });
  });
});

describe('registration', () => {
  const registrationForm = (userName: string, mobile: string, overrides = {}) => ({
    unitName: '甬江检测有限公司',
    name: '张三',
    userName,
    emailAddress: '',
    password,
    mobile,
    ...overrides,
  });
  const registered = async (body: Omit<BodyOf<typeof register>, 'validateCode'>) =>
    service.stranger.call(register, {
      body: { ...body, validateCode: await codeFor({ sendCodeType: 1, mobile: body.mobile ?? '' }) },
    });

  it('AU-018 creates an account that can sign in; an existing user name is refused and does not use up the code', async () => {
    expect((await registered(registrationForm('zhang.san', '13800000101'))).result).toEqual({ canLogin: true });
    expect((await signIn('zhang.san')).status).toBe(200);
    const validateCode = await codeFor({ sendCodeType: 1, mobile: '13800000102' });
    const registerAgain = (userName: string) =>
      service.stranger.call(register, {
        body: { ...registrationForm(userName, '13800000102'), captchaResponse: validateCode },
      });
    expect((await registerAgain('Zhang.San')).failure).toMatchObject({
      code: 'USER_NAME_TAKEN',
      message: '用户名“Zhang.San”已被使用',
    });
    expect((await registerAgain('lab1')).failure?.code).toBe('USER_NAME_TAKEN');
    expect((await registerAgain('zhang.si')).status).toBe(200);
    expect((await registerAgain('zhang.wu')).failure?.code).toBe('CODE_WRONG');
  });

  it('of a consigning unit allows no new consignment before the administrator has approved the unit', async () => {
    await registered(registrationForm('new.client', '13800000103', { uninCode: '91330200MA00000000' }));
    const client = service.withToken((await signIn('new.client')).result.accessToken);
    expect(await client.do(getUserInfo)).toMatchObject({
      roles: ['委托单位角色'],
      unitType: 2,
      unitName: '甬江检测有限公司',
    });
    expect((await client.call(createRawMateriaConsingInfo, { query: { consignType: 1 } })).failure).toMatchObject({
      code: 'UNIT_WAITS',
      message: '您的单位已注册，正在等待平台管理员开通；开通之前只能使用个人账号，不能新建或修改其他数据',
    });
  });

  it('leaves users of a waiting unit their own account, and refuses them every other write', async () => {
    const ownAccountOperations = [
      'ChangePassword',
      'ChangeRole',
      'ChangeLanguage',
      'ChangeUiTheme',
      'BindThirdLogin',
      'UnBindThird',
    ];
    const messages = ['ReadNotifications', 'ReadAllNotifications', 'ChooseNotificationChannels'];
    const readsOnly = ['IsTenantAvailable', 'EstimateSample'];
    const stays = new Set([...ownAccountOperations, ...messages, ...readsOnly, 'UpdateUser']);
    for (const [persona, unitType, userName, mobile] of [
      ['client', 2, 'all.client', '13800000120'],
      ['lab', 1, 'all.lab', '13800000121'],
    ] as const) {
      await registered(registrationForm(userName, mobile, { unitType, unitName: userName }));
      const person = service.withToken((await signIn(userName)).result.accessToken);
      const open = operations.filter(
        ({ name }) => accessMatrix[name]?.includes(persona) && !accessMatrix[name]?.includes('stranger'),
      );
      const refused: string[] = [];
      for (const operation of open.filter(({ name }) => name !== 'Logout')) {
        const ids = [...operation.path.matchAll(/:(\w+)/g)].map(([, name]) => [name, v4()]);
        const { status, rawBody: body } = await person.call(operation, { query: Object.fromEntries(ids) });
        if (status === 403 && JSON.stringify(body).includes('平台管理员')) refused.push(operation.name);
      }
      const writes = open.filter(({ name, method }) => method !== 'GET' || name === 'GetCreatePreSiteConsign');
      expect(refused.toSorted()).toEqual(
        writes
          .map(({ name }) => name)
          .filter((name) => !stays.has(name))
          .toSorted(),
      );
      const { userId } = await person.do(getUserInfo);
      const renamed = { id: userId, name: '李新', mobile, emailAddress: '', description: '' };
      expect((await person.call(updateUser, { body: renamed })).status).toBe(200);
      expect((await person.call(updateUser, { body: { ...renamed, id: v4() } })).failure?.code).toBe('UNIT_WAITS');
    }
  });

  it('shows who registered the unit and when, lists it as waiting, and takes effect at the next request after approval', async () => {
    const admin = await service.as('admin');
    await registered(registrationForm('wait.client', '13800000122', { unitName: '候开通工程公司' }));
    const client = service.withToken((await signIn('wait.client')).result.accessToken);
    expect(await client.do(getUserInfo)).toMatchObject({ unitIsUnopened: true });
    expect(await client.do(getOwnUnitOpening)).toEqual({
      unitName: '候开通工程公司',
      unitType: 2,
      state: 'waiting',
      reason: '',
      registeredBy: '张三',
      registeredAt: now.toISOString(),
    });
    await service.catchUp();
    const listWaitingUnits = async () =>
      (await admin.do(getConsginUnitListBySys, { query: { search: '候开通', opening: 'waiting' } })).items;
    const [unit] = await listWaitingUnits();
    expect(unit).toMatchObject({ name: '候开通工程公司', opening: { state: 'waiting' } });
    await admin.do(changeConsginUnitActive, { body: { id: unit!.id, isActive: true, reason: '' } });
    expect([await client.do(getOwnUnitOpening), (await client.do(getUserInfo)).unitIsUnopened]).toEqual([null, false]);
    expect((await client.call(createRawMateriaConsingInfo, { query: { consignType: 1 } })).status).toBe(200);
    expect(await listWaitingUnits()).toEqual([]);
    // Switched off later it does not wait again: what is under way goes on.
    await admin.do(changeConsginUnitActive, { body: { id: unit!.id, isActive: false, reason: '欠费' } });
    expect([await client.do(getOwnUnitOpening), await listWaitingUnits()]).toEqual([null, []]);
  });

  it('is refused by deactivating the waiting unit, and its users see the reason', async () => {
    const admin = await service.as('admin');
    await registered(registrationForm('no.lab', '13800000123', { unitType: 1, unitName: '无资质检测站' }));
    const lab = service.withToken((await signIn('no.lab')).result.accessToken);
    await service.catchUp();
    const findUnits = async (opening: 'waiting' | 'refused') =>
      (await admin.do(testUnitGetAll, { query: { search: '无资质', opening } })).items;
    const id = (await findUnits('waiting'))[0]!.id;
    const refuse = () => admin.do(changeTestUnitActive, { body: { id, isActive: false, reason: '没有资质证书' } });
    expect([(await refuse()).revision, (await refuse()).revision]).toEqual([1, 1]);
    expect(await lab.do(getOwnUnitOpening)).toMatchObject({ state: 'refused', reason: '没有资质证书' });
    expect((await lab.call(createUser, { body: {} as never })).failure?.code).toBe('UNIT_REFUSED');
    expect([await findUnits('waiting'), (await findUnits('refused')).length]).toEqual([[], 1]);
    await admin.do(changeTestUnitActive, { body: { id, isActive: true, reason: '' } });
    expect([await lab.do(getOwnUnitOpening), await findUnits('refused')]).toEqual([null, []]);
  });

  it('of a testing unit is visible to the unit and the administrator, but to no client before approval', async () => {
    await registered(registrationForm('new.lab', '13800000104', { unitType: 1, unitName: '四明检测' }));
    const lab = service.withToken((await signIn('new.lab')).result.accessToken);
    expect(await lab.do(getTestUnit)).toMatchObject({ testUnitName: '四明检测', isActive: false });
    await service.catchUp();
    expect((await (await service.as('admin')).do(testUnitGetAll, { query: { search: '四明检测' } })).totalCount).toBe(
      1,
    );
    expect((await (await service.as('client1')).do(getAllUnit, { query: { nameKey: '四明检测' } })).totalCount).toBe(0);
  });

  it('creates one account if it is repeated with the same key', async () => {
    const validateCode = await codeFor({ sendCodeType: 1, mobile: '13800000105' });
    const send = () =>
      service.stranger.call(register, {
        body: { ...registrationForm('once.only', '13800000105'), validateCode },
        headers: { 'idempotency-key': 'one registration' },
      });
    expect([(await send()).status, (await send()).status]).toEqual([200, 200]);
  });
});

describe('guessing a password', () => {
  it('is counted for every guess, even with the same Idempotency-Key', async () => {
    const guess = (guessedPassword: string) =>
      service.stranger.call(authenticate, {
        body: { UserNameOrEmailAddress: 'operator', password: guessedPassword },
        headers: { 'idempotency-key': 'one key' },
      });
    for (let attempt = 0; attempt < 5; attempt++) await guess(`guess-${attempt}`);
    expect((await guess(password)).failure?.code).toBe('ACCOUNT_LOCKED');
    pass(5);
    expect((await guess(password)).status).toBe(200);
  });

  it('while changing it delays the next attempt too; the right password changes it and ends the session', async () => {
    await service.stranger.call(register, {
      body: {
        unitName: '改密',
        name: '李四',
        userName: 'li.si',
        password,
        mobile: '13800000106',
        validateCode: await codeFor({ sendCodeType: 1, mobile: '13800000106' }),
      },
    });
    const token = (await signIn('li.si')).result.accessToken;
    const person = service.withToken(token);
    pass(1);
    const change = (currentPassword: string) =>
      person.call(changePassword, { body: { currentPassword, newPassword: changed } });
    for (let attempt = 0; attempt < 5; attempt++) expect((await change('wrong')).failure?.code).toBe('PASSWORD_WRONG');
    expect((await change(password)).failure?.code).toBe('ACCOUNT_LOCKED');
    expect((await signIn('li.si')).status).toBe(200);
    pass(5);
    expect((await change(password)).status).toBe(200);
    expect((await person.call(getUserInfo)).status).toBe(401);
    expect((await signIn('li.si', changed)).status).toBe(200);
  });
});

describe('a user’s own password', () => {
  it('is not changed back when an older change is repeated', async () => {
    await service.stranger.call(register, {
      body: {
        unitName: '再改密',
        name: '王五',
        userName: 'wang.wu',
        password,
        mobile: '13800000107',
        validateCode: await codeFor({ sendCodeType: 1, mobile: '13800000107' }),
      },
    });
    const change = async (currentPassword: string, newPassword: string, key: string) => {
      const { accessToken } = (await signIn('wang.wu', currentPassword)).result;
      pass(1);
      const { status } = await service
        .withToken(accessToken)
        .call(changePassword, { body: { currentPassword, newPassword }, headers: { 'idempotency-key': key } });
      pass(1);
      return status;
    };
    expect([
      await change(password, changed, 'first'),
      await change(changed, password, 'second'),
      await change(password, changed, 'first'),
    ]).toEqual([200, 200, 200]);
    expect([(await signIn('wang.wu', changed)).status, (await signIn('wang.wu', password)).status]).toEqual([400, 200]);
  });

  it('does not change, nor do its sessions end, if the change is interrupted; repeating the request changes it', async () => {
    await service.stranger.call(register, {
      body: {
        unitName: '改密中断',
        name: '赵六',
        userName: 'zhao.liu',
        password,
        mobile: '13800000108',
        validateCode: await codeFor({ sendCodeType: 1, mobile: '13800000108' }),
      },
    });
    const { accessToken } = (await signIn('zhao.liu')).result;
    const newSession = service.withToken(accessToken);
    pass(1);
    const change = () =>
      newSession.call(changePassword, {
        body: { currentPassword: password, newPassword: changed },
        headers: { 'idempotency-key': 'stopped' },
      });
    expect(await stopBeforeAppend('user-', service, change)).toBe(503);
    expect([
      (await signIn('zhao.liu', changed)).status,
      (await signIn('zhao.liu')).status,
      (await newSession.call(getUserInfo)).status,
    ]).toEqual([400, 200, 200]);
    expect((await change()).status).toBe(200);
    expect([(await signIn('zhao.liu', changed)).status, (await signIn('zhao.liu')).status]).toEqual([200, 400]);
  });

  it('is stored together with the previous one only', async () => {
    await service.stranger.call(register, {
      body: {
        unitName: '三次改密',
        name: '孙七',
        userName: 'sun.qi',
        password,
        mobile: '13800000109',
        validateCode: await codeFor({ sendCodeType: 1, mobile: '13800000109' }),
      },
    });
    const countCredentials = async () => {
      const { userId } = await service.withToken((await signIn('sun.qi', current)).result.accessToken).do(getUserInfo);
      let n = 0;
      for await (const group of service.engines.vault.entries())
        n += group.filter((entry) => entry.kind === 'credential' && entry.userId.startsWith(userId)).length;
      return n;
    };
    let current = password;
    const counts = [await countCredentials()];
    for (const next of [changed, 'Tunnels-2028!', 'Viaducts-2029!']) {
      const { accessToken } = (await signIn('sun.qi', current)).result;
      pass(1);
      await service
        .withToken(accessToken)
        .do(changePassword, { body: { currentPassword: current, newPassword: next } });
      pass(1);
      current = next;
      counts.push(await countCredentials());
    }
    expect(counts).toEqual([1, 2, 2, 2]);
  });
});

it('only the configured host has another login page', async () => {
  const pageOf = async (host: string) => (await service.stranger.do(getLoginPage, { query: { host } })).page;
  expect([
    await pageOf('lab.example.com'),
    await pageOf('LAB.example.com'),
    await pageOf('example.com'),
    await pageOf(''),
  ]).toEqual(['plain', 'plain', 'standard', 'standard']);
});
