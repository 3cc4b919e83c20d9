import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import {
  changeLanguage,
  changePassword,
  changeUserActive,
  createUser,
  deleteUser,
  getAddresses,
  getMessages,
  getPasswordStrength,
  getSystemUserList,
  getTestUnit,
  getUnitAddressList,
  getUnitInfo,
  getUser,
  getUserInfo,
  getUserRoles,
  getUsers,
  register,
  resetPasswordByCode,
  resetUserPassword,
  sendToMobile,
  updateUser,
} from '#contract';
import { ROLE } from '#events';
import type { Client } from '#harness/service/client';
import type { Service } from '#harness/service/service';
import { PASSWORD, startAccounts } from '#harness/users/accounts';
import { DEMO_PASSWORD } from '../../../standalone/src/import/import-demo.js';

const OTHER = 'Bridges-2027!';
let accounts: Awaited<ReturnType<typeof startAccounts>>;
let service: Service;
let admin: Client;
let client: Client;
beforeAll(async () => {
  accounts = await startAccounts();
  ({ service, admin, client } = accounts);
});
afterAll(() => accounts.stop());

const listed = async (id: string) =>
  (await client.do(getUsers, { query: { maxResultCount: 1000 } })).items.find((row) => row.id === id);

describe('the user service', () => {
  it('US-003 performs all its operations, and each result is visible in a following read', async () => {
    const created = await accounts.openAccount();
    const { id, userName } = created;
    expect((await client.do(getUser, { query: { id } })).userName).toBe(userName);
    expect((await listed(id))?.isActive).toBe(true);
    await client.do(updateUser, { body: { id, name: '孙新', mobile: '13900009999', description: '夜班' } });
    expect(await client.do(getUser, { query: { id } })).toMatchObject({ name: '孙新', description: '夜班' });
    expect((await client.do(getUserRoles)).items.map(({ name }) => name)).toEqual([ROLE.client]);
    expect((await admin.do(getUserRoles)).items.map(({ name }) => name)).toEqual(
      expect.arrayContaining(['admin', 'auditor', ROLE.lab]),
    );
    expect(await client.do(getPasswordStrength)).toEqual({ leastCharacters: 12, leastKinds: 3 });
    const ownSession = await accounts.session(userName);
    await ownSession.do(changeLanguage, { body: { languageName: 'en' } });
    expect((await ownSession.do(getUserInfo)).language).toBe('en');
    expect([
      (await ownSession.do(getUnitInfo))?.name,
      (await ownSession.do(getAddresses)).length > 0,
      (await ownSession.do(getMessages)).totalCount,
    ]).toEqual([created.unitName, true, 0]);
    accounts.pass(1);
    await ownSession.do(changePassword, { body: { currentPassword: PASSWORD, newPassword: OTHER } });
    expect((await accounts.signIn(userName, OTHER)).status).toBe(200);
    await client.do(resetUserPassword, { body: { adminPassword: DEMO_PASSWORD, userId: id, newPassword: PASSWORD } });
    expect((await accounts.signIn(userName)).status).toBe(200);
    await client.do(changeUserActive, { body: { userId: id, isActive: false, reason: '休假' } });
    expect((await listed(id))?.isActive).toBe(false);
    await client.do(deleteUser, { query: { id, reason: '离职' } });
    expect([await listed(id), (await client.call(getUser, { query: { id } })).status]).toEqual([undefined, 404]);
  });

  it('US-004 lists an account with its eight members and the time of its last sign-in', async () => {
    const { id, userName } = await accounts.openAccount({
      confirmPassword: PASSWORD,
      roleNames: [ROLE.client],
      testUnitName: '',
      isActive: true,
    });
    expect(await listed(id)).toMatchObject({
      userName,
      name: '孙工',
      isActive: true,
      fullName: '孙工',
      lastLoginTime: null,
      creationTime: expect.any(String),
      roleNames: [ROLE.client],
      id,
    });
    await accounts.signIn(userName);
    await service.catchUp();
    expect((await listed(id))?.lastLoginTime).toBe(accounts.now().toISOString());
    accounts.pass(120);
    await accounts.signIn(userName);
    await service.catchUp();
    expect((await listed(id))?.lastLoginTime).toBe(accounts.now().toISOString());
    expect(
      (await client.call(createUser, { body: accounts.newUserBody({ confirmPassword: OTHER }) })).failure?.code,
    ).toBe('PASSWORDS_DIFFER');
  });

  it('US-005 changes a password with the old one, with the password of the managing colleague, or with a code, if it is right', async () => {
    const { id, userName, mobile } = await accounts.openAccount();
    const ownSession = await accounts.session(userName);
    accounts.pass(61);
    expect(
      (await ownSession.call(changePassword, { body: { currentPassword: 'wrong', newPassword: OTHER } })).failure?.code,
    ).toBe('PASSWORD_WRONG');
    expect((await accounts.signIn(userName)).status).toBe(200);
    await ownSession.do(changePassword, { body: { currentPassword: PASSWORD, newPassword: OTHER } });
    expect((await accounts.signIn(userName, OTHER)).status).toBe(200);

    const reset = (adminPassword: string) =>
      client.call(resetUserPassword, { body: { adminPassword, userId: id, userName, newPassword: PASSWORD } });
    expect((await reset('wrong')).failure?.code).toBe('PASSWORD_WRONG');
    expect((await reset(DEMO_PASSWORD)).status).toBe(200);
    expect((await accounts.signIn(userName)).status).toBe(200);

    await service.stranger.do(sendToMobile, { body: { sendCodeType: 2, userName } });
    const code = await accounts.waitForCodeTo(mobile);
    const resetByCode = (validateCode: string) =>
      service.stranger.call(resetPasswordByCode, { body: { userName, newPassword: OTHER, validateCode } });
    expect((await resetByCode(code === '000000' ? '111111' : '000000')).failure?.code).toBe('CODE_WRONG');
    expect((await resetByCode(code)).status).toBe(200);
    expect((await resetByCode(code)).failure?.code).toBe('CODE_WRONG');
    expect((await accounts.signIn(userName, OTHER)).status).toBe(200);
  });

  it('US-006 refuses a weak password wherever one is set, and names the rule', async () => {
    const { id, userName } = await accounts.openAccount();
    const weak = 'Weak-1';
    const replies = [
      await client.call(createUser, { body: accounts.newUserBody({ password: weak, confirmPassword: weak }) }),
      await service.stranger.call(register, {
        body: {
          unitName: '某某建设',
          name: '王',
          userName: 'wang.wu',
          mobile: '13800000999',
          password: weak,
          validateCode: '123456',
        },
      }),
      await (
        await accounts.session(userName)
      ).call(changePassword, { body: { currentPassword: PASSWORD, newPassword: weak } }),
      await client.call(resetUserPassword, { body: { adminPassword: DEMO_PASSWORD, userId: id, newPassword: weak } }),
      await service.stranger.call(resetPasswordByCode, {
        body: { userName, newPassword: weak, validateCode: '123456' },
      }),
    ];
    for (const { status, failure } of replies)
      expect([status, failure?.code, failure?.message]).toEqual([
        400,
        'PASSWORD_WEAK',
        expect.stringContaining('密码至少12个字符'),
      ]);
  });

  it('US-007 manages accounts of a unit with nine members, and the type of the unit decides the role', async () => {
    const lab = await service.as('lab1');
    const { unitId } = await lab.do(getUserInfo);
    const labAccount = await accounts.openAccount(
      { unitId, unitType: 1, mobile: '', phoneNumber: '13900008888', description: '试验员' },
      admin,
    );
    expect(labAccount).toMatchObject({
      roleNames: [ROLE.lab],
      unitId,
      userType: 1,
      phoneNumber: '13900008888',
      description: '试验员',
    });
    expect(
      (await accounts.openAccount({ unitId: (await client.do(getUserInfo)).unitId, unitType: 2 }, admin)).roleNames,
    ).toEqual([ROLE.client]);
    const { items } = await lab.do(getUsers);
    expect(items.find(({ id }) => id === labAccount.id)).toMatchObject({
      name: '孙工',
      userName: labAccount.userName,
      phoneNumber: '13900008888',
      isActive: true,
      description: '试验员',
      isOption: true,
      userType: 1,
      creationTime: expect.any(String),
      isCanDeleteUser: true,
    });
    expect(items.find(({ userName }) => userName === 'lab1')?.isCanDeleteUser).toBe(false);
    const set = (isActive: boolean) =>
      lab.do(changeUserActive, { body: { userId: labAccount.id, isActive, reason: isActive ? '' : '停用' } });
    await set(false);
    expect((await accounts.signIn(labAccount.userName)).failure?.code).toBe('BAD_CREDENTIALS');
    await set(true);
    expect((await accounts.signIn(labAccount.userName)).status).toBe(200);
    expect((await accounts.signIn((await accounts.openAccount({ isActive: false })).userName)).failure?.code).toBe(
      'BAD_CREDENTIALS',
    );
  });

  it('US-009 returns only the caller’s own unit and its addresses', async () => {
    const lab = await service.as('lab1');
    const unit = await lab.do(getTestUnit);
    expect(await lab.do(getUnitInfo)).toMatchObject({ id: unit?.id, name: unit?.testUnitName, unitType: 1 });
    expect((await lab.do(getAddresses)).map(({ id }) => id).toSorted()).toEqual(
      (await lab.do(getUnitAddressList, { query: { unitId: unit?.id ?? '' } })).map(({ id }) => id).toSorted(),
    );
    expect((await client.do(getUnitInfo))?.id).not.toBe(unit?.id);
    expect([await admin.do(getUnitInfo), await admin.do(getAddresses)]).toEqual([null, []]);
  });
});

describe('a deleted account', () => {
  it('is signed out at once and cannot be restored, its name stays reserved, and users cannot delete their own account', async () => {
    const { id, userName } = await accounts.openAccount();
    const userSession = await accounts.session(userName);
    await client.do(deleteUser, { query: { id, reason: '离职' } });
    expect((await userSession.call(getUserInfo)).status).toBe(401);
    expect((await accounts.signIn(userName)).failure?.code).toBe('BAD_CREDENTIALS');
    expect((await client.call(createUser, { body: accounts.newUserBody({ userName }) })).failure?.code).toBe(
      'USER_NAME_TAKEN',
    );
    for (const reply of [
      await client.call(changeUserActive, { body: { userId: id, isActive: true } }),
      await admin.call(updateUser, { body: { id, name: '回来', mobile: '13900000001' } }),
    ])
      expect(reply.status).toBe(404);
    expect(
      (await client.call(deleteUser, { query: { id: (await client.do(getUserInfo)).userId, reason: '试试' } })).failure
        ?.code,
    ).toBe('OWN_ACCOUNT');
    const { id: another } = await accounts.openAccount();
    for (const userName_ of ['client2', 'lab1'])
      expect(
        (await (await service.as(userName_)).call(deleteUser, { query: { id: another, reason: '试试' } })).status,
      ).toBe(404);
    expect((await client.do(getSystemUserList, { query: { size: 999 } })).items.map((row) => row.id)).not.toContain(id);
  });
});

describe('verification codes', () => {
  it('VC-001 VC-004 are recorded as messages with all ten members, without the code itself', async () => {
    const { id, userName, mobile, unitId } = await accounts.openAccount();
    accounts.pass(61);
    const reply = await service.stranger.call(sendToMobile, {
      body: { userName, mobile, validateCode: '', sendCodeType: 2 },
    });
    expect(reply.status).toBe(200);
    const code = await accounts.waitForCodeTo(mobile);
    await accounts.waitForMessageTo(mobile);
    await service.catchUp();
    const { items, totalCount } = await (await accounts.session(userName)).do(getMessages);
    expect([totalCount, items[0]]).toEqual([
      1,
      {
        id: expect.any(String),
        sendSource: 'platform',
        msgContent: '您的验证码是 ******，5 分钟内有效。如非本人操作，请忽略。',
        msgType: 'verification-code',
        sendTime: expect.any(String),
        acceptUserID: id,
        acceptPhone: mobile,
        acceptUserNameFriendly: '孙工',
        acceptUnitID: unitId,
        isPrivate: true,
        sendStatus: 1,
        failure: '',
      },
    ]);
    expect(JSON.stringify([reply.rawBody, items])).not.toContain(code);
    expect((await client.do(getMessages)).totalCount).toBe(0);
  });

  it('VC-005 are accepted for a new account only with the phone number that they were sent to', async () => {
    const [ownNumber, otherNumber] = ['13700000001', '13700000002'];
    accounts.pass(61);
    await service.stranger.do(sendToMobile, { body: { sendCodeType: 1, mobile: otherNumber } });
    const validateCode = await accounts.waitForCodeTo(otherNumber);
    expect(
      (await client.call(createUser, { body: accounts.newUserBody({ mobile: ownNumber, validateCode }) })).failure
        ?.code,
    ).toBe('CODE_WRONG');
    expect(
      (await client.call(createUser, { body: accounts.newUserBody({ mobile: otherNumber, validateCode }) })).status,
    ).toBe(200);
  });
});
