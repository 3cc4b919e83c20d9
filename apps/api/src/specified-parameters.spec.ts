import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { v4 } from 'uuid';
import {
  addConsginUnit,
  addTestUnit,
  authenticate,
  changeTestUnitActive,
  createRole,
  createUser,
  deleteProject,
  deleteRole,
  getConsingInfo,
  getGuid,
  getRawMateriaConsignInfoList,
  getRoleForEdit,
  getTestUnitById,
  getTestUnitInfoByConsignPlatURL,
  getUserInfo,
  insertProject,
  noticeCreate,
  noticeDelete,
  register,
  saveConsignInfo,
  setParamValues,
  setUserRoles,
  testUnitDelete,
} from '#contract';
import { ROLE } from '#events';
import { createDraft, filledHeader } from '#harness/consignments/drafts';
import { LAB1, newLaboratory } from '#harness/consignments/units';
import { createConsignmentAt } from '#harness/consignments/stages';
import type { Client } from '#harness/service/client';
import { startService, type Service } from '#harness/service/service';

let service: Service;
let admin: Client;
beforeAll(async () => {
  service = await startService();
  admin = await service.as('admin');
});
afterAll(() => service.close());

const password = 'Consign-2026!';
const signedIn = async (userName: string) =>
  service.withToken(
    (await service.stranger.do(authenticate, { body: { UserNameOrEmailAddress: userName, password } })).accessToken,
  );

describe('an operation called with only the specified parameters', () => {
  it('deletes and deactivates without a reason', async () => {
    const { id: projectId } = await admin.do(insertProject, { body: { projectName: `项目 ${v4()}` } });
    const unit = await admin.do(addTestUnit, { body: { testUnitName: `机构 ${v4()}` } });
    const { id: roleId } = await admin.do(createRole, { body: { name: `值班 ${v4()}`.slice(0, 12).replace(' ', '') } });
    const { id: noticeId } = await admin.do(noticeCreate, { body: { title: '停机', content: '今晚停机' } });
    const { testUnitId: unitID } = await newLaboratory(service, { IsEnableConsignSign: '1' });
    expect(await admin.do(deleteProject, { query: { id: projectId } })).toBe(true);
    expect(await admin.do(changeTestUnitActive, { body: { id: unit.id, isActive: false } })).toMatchObject({
      isActive: false,
    });
    expect(await admin.do(testUnitDelete, { query: { id: unit.id } })).toBe(true);
    expect(await admin.do(deleteRole, { query: { id: roleId } })).toBe(true);
    expect(await admin.do(noticeDelete, { query: { id: noticeId } })).toBe(true);
    expect(
      await admin.do(setParamValues, {
        body: [{ unitType: 1, unitID, paramCode: 'IsEnableConsignSign', paramValue: '0' }],
      }),
    ).toMatchObject([{ paramCode: 'IsEnableConsignSign', paramValue: '0' }]);
    expect(
      (
        await admin.call(setParamValues, {
          body: [{ unitType: 1, unitID, paramCode: 'IsEnableConsignsign', paramValue: '1' }],
        })
      ).failure,
    ).toMatchObject({ code: 'CONTROL_PARAM_UNKNOWN', message: '没有参数“IsEnableConsignsign”' });
  });

  it('registers a user by name and e-mail address, whose unit awaits approval', async () => {
    const registration = {
      name: '远',
      surname: '陈',
      userName: `chen.${v4().slice(0, 8)}`,
      emailAddress: 'chen@example.com',
      password,
      captchaResponse: 'anything',
    };
    expect((await service.stranger.call(register, { body: { ...registration, emailAddress: '' } })).failure?.code).toBe(
      'EMAIL_INVALID',
    );
    expect(await service.stranger.do(register, { body: registration })).toEqual({ canLogin: true });
    expect((await service.stranger.call(register, { body: registration })).failure?.code).toBe('USER_NAME_TAKEN');
    const entered = await service.stranger.do(authenticate, {
      body: { UserNameOrEmailAddress: registration.userName, password },
    });
    expect(entered).toMatchObject({ waitingForActivation: true });
    expect(await service.withToken(entered.accessToken).do(getUserInfo)).toMatchObject({
      name: '陈远',
      unitName: '陈远',
      token: entered.accessToken,
    });
  });

  it('creates an account in the unit that testUnitName names', async () => {
    const { unitName, unitId } = await (await service.as('client1')).do(getUserInfo);
    const openAccount = async (testUnitName: string, roleNames: string[]) => {
      const account = {
        userName: `u${v4().slice(0, 8)}`,
        name: '周',
        mobile: '13800000009',
        isActive: true,
        roleNames,
      };
      return admin.call(createUser, { body: { ...account, testUnitName, password, confirmPassword: password } });
    };
    expect((await openAccount(LAB1.testUnitName, [ROLE.lab])).result).toMatchObject({
      unitId: LAB1.testUnitId,
      unitType: 1,
      unitName: LAB1.testUnitName,
      roleNames: [ROLE.lab],
    });
    expect((await openAccount(` ${unitName} `, [])).result).toMatchObject({
      unitId,
      unitType: 2,
      roleNames: [ROLE.client],
    });
    expect((await openAccount('没有这家', [])).failure).toMatchObject({ code: 'NO_SUCH_UNIT' });
    expect((await openAccount(LAB1.testUnitName, [ROLE.client])).failure?.code).toBe('NO_SUCH_UNIT');
  });

  it('adds units without a number, which get the next one', async () => {
    const first = await admin.do(addTestUnit, { body: { testUnitName: '无编号一' } });
    const second = await admin.do(addTestUnit, { body: { testUnitName: '无编号二' } });
    expect([first.unitNo, second.unitNo]).toEqual([
      expect.stringMatching(/^TU\d{3,}$/),
      `TU${String(Number(first.unitNo.slice(2)) + 1).padStart(3, '0')}`,
    ]);
    expect(await admin.do(getTestUnitById, { query: { testUnitID: second.id } })).toMatchObject({
      unitNo: second.unitNo,
    });
    expect((await admin.do(addConsginUnit, { body: { name: '无编号单位' } })).unitNo).toMatch(/^CU\d{3,}$/);
  });

  it('NT-001 ILIS-008 returns the fields that the specification names', async () => {
    const origin = `https://${v4()}.example.com`;
    const unit = await admin.do(addTestUnit, {
      body: { testUnitName: '有门户', systemName: '检测门户', filingNumber: '浙ICP备1号', origins: [origin] },
    });
    const { id, logoPath } = unit;
    await service.catchUp();
    expect(await service.stranger.do(getTestUnitInfoByConsignPlatURL, { query: { url: origin } })).toMatchObject({
      unitId: id,
      unitName: '有门户',
      logoURL: logoPath,
      systemName: '检测门户',
      icp: '浙ICP备1号',
      testUnitInfo: { id, testUnitName: '有门户', isActive: true },
    });
    const { name } = await admin.do(getUserInfo);
    expect(await admin.do(noticeCreate, { body: { title: '放假', content: '周六放假' } })).toMatchObject({
      sendUserName: name,
      rySendUserNameFriendly: name,
    });
    const client = await service.as('client1');
    const guids = [await client.do(getGuid), await client.do(getGuid)];
    expect(new Set(guids).size).toBe(2);
    expect(guids[0]).toMatch(/^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/);
    expect((await service.stranger.call(getGuid)).status).toBe(401);
  });
});

it('list parameters are accepted comma-separated, repeated, with brackets and with indexes', async () => {
  const client = await service.as('client1');
  await createConsignmentAt(service, 20);
  await createConsignmentAt(service, 30);
  await createConsignmentAt(service, 60);
  await service.catchUp();
  const path = getRawMateriaConsignInfoList.path;
  const countConsignments = async (query: string): Promise<unknown> => {
    const response = await fetch(`${service.url}${path}?${query}`, {
      headers: { authorization: `Bearer ${client.token}` },
    });
    const { result, error } = (await response.json()) as {
      result: { totalCount: number } | null;
      error: { code: string } | null;
    };
    return result?.totalCount ?? error?.code;
  };
  const expected = await countConsignments('consignStatuses=20,30');
  expect(expected).toBeGreaterThanOrEqual(2);
  expect(await countConsignments('')).toBeGreaterThan(expected as number);
  for (const query of [
    'consignStatuses=20&consignStatuses=30',
    'consignStatuses[]=20&consignStatuses[]=30',
    'consignStatuses%5B0%5D=20&consignStatuses%5B1%5D=30',
    'consignstatuses[0]=20,30',
    'consignStatuses=20&consignStatuses[]=30',
  ])
    expect(await countConsignments(query)).toBe(expected);
  expect(await countConsignments('consignStatuses[]=11')).toEqual(expect.any(String));
});

describe('a role created by the administrator', () => {
  it('can be the only role of an account, whose unit determines what it sees', async () => {
    const name = `只读${v4().slice(0, 8)}`;
    const { id: roleId } = await admin.do(createRole, {
      body: { name, displayName: '只读人员', permissions: ['Consignments.Read'] },
    });
    const client1 = await service.as('client1');
    const { unitId } = await client1.do(getUserInfo);
    const userName = `r${v4().slice(0, 8)}`;
    const account = { userName, name: '吴', mobile: '13800000010', password, unitId };
    expect((await client1.call(createUser, { body: { ...account, roleNames: [name] } })).failure?.code).toBe(
      'ROLE_OF_ANOTHER_KIND',
    );
    const { id: userId } = await admin.do(createUser, { body: { ...account, roleNames: [name] } });
    const reader = await signedIn(userName);
    expect(await reader.do(getUserInfo)).toMatchObject({ roles: [name], unitId, permissions: ['Consignments.Read'] });

    const { id } = await createConsignmentAt(service, 20);
    const { id: draftId } = await createDraft(client1);
    expect((await reader.do(getConsingInfo, { query: { id } })).id).toBe(id);
    expect((await reader.do(getRawMateriaConsignInfoList)).items.map((row) => row.id)).toContain(id);
    expect((await reader.call(saveConsignInfo, { body: { ...filledHeader(), id: draftId } })).status).toBe(403);
    const labUserName = `o${v4().slice(0, 8)}`;
    await admin.do(createUser, {
      body: { ...account, userName: labUserName, unitId: null, testUnitName: LAB1.testUnitName, roleNames: [name] },
    });
    const labReader = await signedIn(labUserName);
    expect((await labReader.do(getConsingInfo, { query: { id } })).id).toBe(id);
    expect((await labReader.call(getConsingInfo, { query: { id: draftId } })).status).toBe(403);

    await admin.do(setUserRoles, { body: { userId, roleNames: [ROLE.client] } });
    expect((await reader.do(getUserInfo)).roles).toEqual([ROLE.client]);
    await admin.do(setUserRoles, { body: { userId, roleNames: [name] } });
    expect((await admin.do(getRoleForEdit, { query: { id: roleId } })).role.displayName).toBe('只读人员');
  });
});
