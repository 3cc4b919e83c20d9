import { mkdtemp, readdir, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it, jest } from '@jest/globals';
import { pino } from 'pino';
import { authenticate, type BodyOf, changeLanguage, changePassword, changeUserActive, createUser, deleteUser, getAddresses, getMessages, getPasswordStrength, getSystemUserList, getTestUnit, getUnitAddressList, getUnitInfo, getUser, getUserInfo, getUserRoles, getUsers, register, resetPasswordByCode, resetUserPassword, sendToMobile, updateUser } from '#contract';
import { ROLE } from '#events';
import { DEMO_PASSWORD } from '../../../standalone/src/import/import-demo.js';
import { outbox } from '../../../worker/src/messages/outbox.js';
import { createWorker } from '../../../worker/src/worker.js';
import type { Client } from '../testing/client.js';
import { startService, type Service } from '../testing/service.js';

jest.setTimeout(60_000); // the import of a whole catalogue, on machines with other work too

const PASSWORD = 'Harbour-2027!';
const OTHER = 'Bridges-2027!';
let now = new Date('2026-03-02T01:00:00.000Z');
const pass = (seconds: number) => (now = new Date(now.getTime() + seconds * 1000));
let service: Service;
let worker: ReturnType<typeof createWorker>;
let folder: string;
let admin: Client;
let client: Client;
let made = 0;
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'user-service-'));
  service = await startService({ now: () => now });
  worker = createWorker({ engines: service.engines, messages: outbox(folder), logger: pino({ level: 'silent' }), now: () => now });
  [admin, client] = await Promise.all([service.as('admin'), service.as('client1')]);
});
afterAll(async () => {
  await worker.stop();
  await service.close();
  await rm(folder, { recursive: true });
});

const typed = (some: Partial<BodyOf<typeof createUser>> = {}) => ({ userName: `sun${++made}`, name: '孙工', mobile: `139000${String(10_000 + made)}`, password: PASSWORD, ...some });
const open = (some: Partial<BodyOf<typeof createUser>> = {}, by = client) => by.do(createUser, { body: typed(some) });
const signIn = (userName: string, password = PASSWORD) => service.stranger.call(authenticate, { body: { UserNameOrEmailAddress: userName, password } });
const session = async (userName: string, password = PASSWORD) => service.withToken((await signIn(userName, password)).result.accessToken);
const listed = async (id: string) => (await client.do(getUsers, { query: { maxResultCount: 1000 } })).items.find((one) => one.id === id);
/** The code in the newest message to a number, once it is there: the worker lays it into the outbox. */
const codeSentTo = async (phone: string): Promise<string> => {
  await service.catchUp();
  for (let look = 0; look < 400; look++) {
    const texts = await Promise.all((await readdir(folder)).filter((name) => name.endsWith('.txt')).map((name) => readFile(join(folder, name), 'utf8')));
    const code = /验证码是 (\d{6})/.exec(texts.find((text) => text.includes(phone)) ?? '')?.[1];
    if (code !== undefined) return code;
    await new Promise((resolve) => setTimeout(resolve, 25));
  }
  throw new Error(`No message to ${phone}`);
};
/** Until the message about it is recorded. */
const messageTo = async (phone: string) => {
  for (let look = 0; look < 400; look++) {
    const found = (await service.engines.eventStore.readAll('0'.repeat(20), 1000, ['MessageSent', 'MessageFailed'])).find(({ data }) => JSON.stringify(data).includes(phone));
    if (found) return found;
    await new Promise((resolve) => setTimeout(resolve, 25));
  }
  throw new Error(`Nothing is recorded of a message to ${phone}`);
};

describe('the user service', () => {
  it('US-003 does all it names, and each shows on a following read', async () => {
    const created = await open();
    const { id, userName } = created;
    expect((await client.do(getUser, { query: { id } })).userName).toBe(userName);
    expect((await listed(id))?.isActive).toBe(true);
    await client.do(updateUser, { body: { id, name: '孙新', mobile: '13900009999', description: '夜班' } });
    expect(await client.do(getUser, { query: { id } })).toMatchObject({ name: '孙新', description: '夜班' });
    expect((await client.do(getUserRoles)).items.map(({ name }) => name)).toEqual([ROLE.client]);
    expect((await admin.do(getUserRoles)).items.map(({ name }) => name)).toEqual(expect.arrayContaining(['admin', 'auditor', ROLE.lab]));
    expect(await client.do(getPasswordStrength)).toEqual({ leastCharacters: 12, leastKinds: 3 });
    const own = await session(userName);
    await own.do(changeLanguage, { body: { languageName: 'en' } });
    expect((await own.do(getUserInfo)).language).toBe('en');
    expect([(await own.do(getUnitInfo))?.name, (await own.do(getAddresses)).length > 0, (await own.do(getMessages)).totalCount]).toEqual([created.unitName, true, 0]);
    pass(1);
    await own.do(changePassword, { body: { currentPassword: PASSWORD, newPassword: OTHER } });
    expect((await signIn(userName, OTHER)).status).toBe(200);
    await client.do(resetUserPassword, { body: { adminPassword: DEMO_PASSWORD, userId: id, newPassword: PASSWORD } });
    expect((await signIn(userName)).status).toBe(200);
    await client.do(changeUserActive, { body: { userId: id, isActive: false, reason: '休假' } });
    expect((await listed(id))?.isActive).toBe(false);
    await client.do(deleteUser, { query: { id, reason: '离职' } });
    expect([await listed(id), (await client.call(getUser, { query: { id } })).status]).toEqual([undefined, 404]);
  });

  it('US-004 lists its eight members, and when somebody was last here', async () => {
    const { id, userName } = await open({ confirmPassword: PASSWORD, roleNames: [ROLE.client], testUnitName: '', isActive: true });
    expect(await listed(id)).toMatchObject({ userName, name: '孙工', isActive: true, fullName: '孙工', lastLoginTime: null, creationTime: expect.any(String), roleNames: [ROLE.client], id });
    await signIn(userName);
    await service.catchUp();
    expect((await listed(id))?.lastLoginTime).toBe(now.toISOString());
    pass(120);
    await signIn(userName);
    await service.catchUp();
    expect((await listed(id))?.lastLoginTime).toBe(now.toISOString());
    expect((await client.call(createUser, { body: typed({ confirmPassword: OTHER }) })).failure?.code).toBe('PASSWORDS_DIFFER');
  });

  it('US-005 changes a password by the old one, by the keeper’s own, or by a code, and by nothing else', async () => {
    const { id, userName, mobile } = await open();
    const own = await session(userName);
    pass(61);
    expect((await own.call(changePassword, { body: { currentPassword: 'wrong', newPassword: OTHER } })).failure?.code).toBe('PASSWORD_WRONG');
    expect((await signIn(userName)).status).toBe(200);
    await own.do(changePassword, { body: { currentPassword: PASSWORD, newPassword: OTHER } });
    expect((await signIn(userName, OTHER)).status).toBe(200);

    const reset = (adminPassword: string) => client.call(resetUserPassword, { body: { adminPassword, userId: id, userName, newPassword: PASSWORD } });
    expect((await reset('wrong')).failure?.code).toBe('PASSWORD_WRONG');
    expect((await reset(DEMO_PASSWORD)).status).toBe(200);
    expect((await signIn(userName)).status).toBe(200);

    await service.stranger.do(sendToMobile, { body: { sendCodeType: 2, userName } });
    const code = await codeSentTo(mobile);
    const byCode = (validateCode: string) => service.stranger.call(resetPasswordByCode, { body: { userName, newPassword: OTHER, validateCode } });
    expect((await byCode(code === '000000' ? '111111' : '000000')).failure?.code).toBe('CODE_WRONG');
    expect((await byCode(code)).status).toBe(200);
    expect((await byCode(code)).failure?.code).toBe('CODE_WRONG');
    expect((await signIn(userName, OTHER)).status).toBe(200);
  });

  it('US-006 refuses a weak password wherever one is set, and names the rule', async () => {
    const { id, userName } = await open();
    const weak = 'Weak-1';
    const answers = [
      await client.call(createUser, { body: typed({ password: weak, confirmPassword: weak }) }), await service.stranger.call(register, { body: { unitName: '某某建设', name: '王', userName: 'wang.wu', mobile: '13800000999', password: weak, validateCode: '123456' } }),
      await (await session(userName)).call(changePassword, { body: { currentPassword: PASSWORD, newPassword: weak } }), await client.call(resetUserPassword, { body: { adminPassword: DEMO_PASSWORD, userId: id, newPassword: weak } }), await service.stranger.call(resetPasswordByCode, { body: { userName, newPassword: weak, validateCode: '123456' } }),
    ];
    for (const { status, failure } of answers) expect([status, failure?.code, failure?.message]).toEqual([400, 'PASSWORD_WEAK', expect.stringContaining('密码至少12个字符')]);
  });

  it('US-007 keeps accounts of a unit with their nine members; the kind of the unit decides the role', async () => {
    const lab = await service.as('lab1');
    const { unitId } = await lab.do(getUserInfo);
    const ofLab = await open({ unitId, unitType: 1, mobile: '', phoneNumber: '13900008888', description: '试验员' }, admin);
    expect(ofLab).toMatchObject({ roleNames: [ROLE.lab], unitId, userType: 1, phoneNumber: '13900008888', description: '试验员' });
    expect((await open({ unitId: (await client.do(getUserInfo)).unitId, unitType: 2 }, admin)).roleNames).toEqual([ROLE.client]);
    const { items } = await lab.do(getUsers);
    expect(items.find(({ id }) => id === ofLab.id)).toMatchObject({ name: '孙工', userName: ofLab.userName, phoneNumber: '13900008888', isActive: true, description: '试验员', isOption: true, userType: 1, creationTime: expect.any(String), isCanDeleteUser: true });
    expect(items.find(({ userName }) => userName === 'lab1')?.isCanDeleteUser).toBe(false);
    const set = (isActive: boolean) => lab.do(changeUserActive, { body: { userId: ofLab.id, isActive, reason: isActive ? '' : '停用' } });
    await set(false);
    expect((await signIn(ofLab.userName)).failure?.code).toBe('BAD_CREDENTIALS');
    await set(true);
    expect((await signIn(ofLab.userName)).status).toBe(200);
    expect((await signIn((await open({ isActive: false })).userName)).failure?.code).toBe('BAD_CREDENTIALS');
  });

  it('US-009 tells of the own unit, its addresses and the own messages alone', async () => {
    const lab = await service.as('lab1');
    const unit = await lab.do(getTestUnit);
    expect(await lab.do(getUnitInfo)).toMatchObject({ id: unit?.id, name: unit?.testUnitName, unitType: 1 });
    expect((await lab.do(getAddresses)).map(({ id }) => id).toSorted()).toEqual((await lab.do(getUnitAddressList, { query: { unitId: unit?.id ?? '' } })).map(({ id }) => id).toSorted());
    expect((await client.do(getUnitInfo))?.id).not.toBe(unit?.id);
    expect([await admin.do(getUnitInfo), await admin.do(getAddresses)]).toEqual([null, []]);
  });
});

describe('an account that is deleted', () => {
  it('is out at once, never comes back under its name, and is not its keeper’s own', async () => {
    const { id, userName } = await open();
    const theirs = await session(userName);
    expect((await client.call(deleteUser, { query: { id } })).failure?.code).toBe('REASON_REQUIRED');
    await client.do(deleteUser, { query: { id, reason: '离职' } });
    expect((await theirs.call(getUserInfo)).status).toBe(401);
    expect((await signIn(userName)).failure?.code).toBe('BAD_CREDENTIALS');
    expect((await client.call(createUser, { body: typed({ userName }) })).failure?.code).toBe('USER_NAME_TAKEN');
    for (const reply of [await client.call(changeUserActive, { body: { userId: id, isActive: true } }), await admin.call(updateUser, { body: { id, name: '回来', mobile: '13900000001' } })]) expect(reply.status).toBe(404);
    expect((await client.call(deleteUser, { query: { id: (await client.do(getUserInfo)).userId, reason: '试试' } })).failure?.code).toBe('OWN_ACCOUNT');
    const { id: another } = await open();
    for (const userName_ of ['client2', 'lab1']) expect((await (await service.as(userName_)).call(deleteUser, { query: { id: another, reason: '试试' } })).status).toBe(404);
    expect((await client.do(getSystemUserList, { query: { size: 999 } })).items.map((one) => one.id)).not.toContain(id);
  });
});

describe('messages', () => {
  it('VC-001 VC-004 of a code are recorded with all ten members, without the code', async () => {
    const { id, userName, mobile, unitId } = await open();
    pass(61);
    const answer = await service.stranger.call(sendToMobile, { body: { userName, mobile, validateCode: '', sendCodeType: 2 } });
    expect(answer.status).toBe(200);
    const code = await codeSentTo(mobile);
    await messageTo(mobile);
    await service.catchUp();
    const { items, totalCount } = await (await session(userName)).do(getMessages);
    expect([totalCount, items[0]]).toEqual([1, { id: expect.any(String), sendSource: 'platform', msgContent: '您的验证码是 ******，5 分钟内有效。如非本人操作，请忽略。', msgType: 'verification-code', sendTime: expect.any(String), acceptUserID: id, acceptPhone: mobile, acceptUserNameFriendly: '孙工', acceptUnitID: unitId, isPrivate: true, sendStatus: 1, failure: '' }]);
    expect(JSON.stringify([answer.sent, items])).not.toContain(code);
    expect((await client.do(getMessages)).totalCount).toBe(0);
  });

  it('VC-005 a new account with a code has the number that the code was sent to', async () => {
    const [mine, theirs] = ['13700000001', '13700000002'];
    pass(61);
    await service.stranger.do(sendToMobile, { body: { sendCodeType: 1, mobile: theirs } });
    const validateCode = await codeSentTo(theirs);
    expect((await client.call(createUser, { body: typed({ mobile: mine, validateCode }) })).failure?.code).toBe('CODE_WRONG');
    expect((await client.call(createUser, { body: typed({ mobile: theirs, validateCode }) })).status).toBe(200);
  });
});
