import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { v4, v5 } from 'uuid';
import {
  changeTestUnitActive,
  createRole,
  deleteProject,
  deleteRole,
  getAllPermissions,
  getConsginUnitListBySys,
  getQualificationList,
  getRecordChanges,
  getRoleForEdit,
  getRoles,
  getUserInfo,
  insertProject,
  listEvents,
  listJobs,
  listProjections,
  noticeCreate,
  noticeDelete,
  noticeGet,
  noticeGetAll,
  noticeUpdate,
  operations,
  permissions,
  retryJobs,
  rolePermissions,
  setParamValues,
  setUserRoles,
  testUnitDelete,
  testUnitGet,
  testUnitGetAll,
  tuQualificationCreate,
  updateConsginUnit,
  updateProject,
  updateRole,
  updateTestUnit,
} from '#contract';
import { handle } from '#domain/event-sourcing';
import { role } from '#domain/roles';
import { SYSTEM_ACTOR } from '#domain/users';
import { ROLE } from '#events';
import { LAB1, LAB2 } from '#harness/consignments/units';
import type { Client } from '#harness/service/client';
import { startService, type Service } from '#harness/service/service';

let service: Service;
let admin: Client;
const ids = new Map<string, string>();
beforeAll(async () => {
  service = await startService();
  admin = await service.as('admin');
  for (const userName of ['client1', 'lab1', 'admin', 'auditor', 'operator'])
    ids.set(userName, (await (await service.as(userName)).do(getUserInfo)).userId);
});
afterAll(() => service.close());

const idOf = (userName: string): string => ids.get(userName) ?? '';
const create = (name: string, granted: string[] = ['Jobs.Read']) =>
  admin.do(createRole, { body: { name, displayName: name, permissions: granted } });
const give = (userName: string, roleNames: string[], reason = '') =>
  admin.call(setUserRoles, { body: { userId: idOf(userName), roleNames, reason } });

describe('roles', () => {
  it('ROLE-009 US-012 are created, listed, read, changed and deleted only by the administrator', async () => {
    const { id, isStatic } = await create('任务查看员');
    expect(isStatic).toBe(false);
    expect((await admin.do(getRoles)).items.at(-1)).toMatchObject({
      id,
      name: '任务查看员',
      permissions: ['Jobs.Read'],
      users: 0,
    });
    expect((await admin.do(getRoles, { query: { permission: 'Jobs.Read' } })).items.map(({ name }) => name)).toEqual([
      'admin',
      'operator',
      '任务查看员',
    ]);
    await admin.do(updateRole, { body: { id, displayName: '任务管理员', permissions: ['Jobs.Manage', 'Jobs.Read'] } });
    expect(await admin.do(getRoleForEdit, { query: { id } })).toMatchObject({
      role: { displayName: '任务管理员', normalizedName: '任务查看员', revision: 1 },
      grantedPermissionNames: ['Jobs.Manage', 'Jobs.Read'],
    });
    expect((await admin.do(getAllPermissions)).items[0]).toEqual({
      name: 'Consignments.Read',
      displayName: '查看委托',
      description: expect.stringContaining('GetConsingInfo'),
      ofPlatform: false,
    });
    await admin.do(deleteRole, { query: { id, reason: '不再需要' } });
    expect((await admin.do(getRoles)).items.map(({ name }) => name)).not.toContain('任务查看员');
    expect((await admin.call(getRoleForEdit, { query: { id } })).status).toBe(404);
    for (const userName of ['client1', 'lab1', 'auditor', 'operator']) {
      const otherUser = await service.as(userName);
      const refused = [
        await otherUser.call(createRole, { body: { name: 'x1' } }),
        await otherUser.call(getRoles),
        await otherUser.call(getAllPermissions),
        await otherUser.call(getRoleForEdit, { query: { id } }),
        await otherUser.call(updateRole, { body: { id } }),
        await otherUser.call(deleteRole, { query: { id } }),
      ];
      expect(refused.map(({ status }) => status)).toEqual(refused.map(() => 403));
    }
  });

  it('US-013 that are built in cannot be changed, deleted or created again', async () => {
    const [first] = (await admin.do(getRoles)).items;
    const id = first?.id ?? '';
    expect(first).toMatchObject({ name: 'admin', isStatic: true, displayName: '平台管理员' });
    expect((await admin.do(getRoleForEdit, { query: { id } })).grantedPermissionNames.length).toBeGreaterThan(10);
    expect((await admin.call(updateRole, { body: { id, permissions: [] } })).failure?.code).toBe('ROLE_STATIC');
    expect((await admin.call(deleteRole, { query: { id, reason: '试试' } })).failure?.code).toBe('ROLE_STATIC');
    expect((await admin.call(createRole, { body: { name: 'Admin' } })).failure?.code).toBe('ROLE_NAME_INVALID');
    expect((await admin.do(getAllPermissions)).items.length).toBeGreaterThan(0);
  });

  it('US-012 have unique names in any case and width, and a role from before normalisation keeps its name and permissions', async () => {
    const legacy = { name: 'Ｄuty', displayName: '值班', description: '', permissions: ['Jobs.Read'] };
    await handle(
      service.engines.eventStore,
      role,
      v5(legacy.name.toLowerCase(), 'b0a5b4ea-6a0e-5f0c-9d43-5c1d6f0b7a11'),
      { type: 'CreateRole', role: legacy },
      { by: SYSTEM_ACTOR, at: new Date().toISOString(), commandId: v4(), correlationId: v4() },
    );
    await create('Ｎight');
    const refusal = async (name: string) => (await admin.call(createRole, { body: { name } })).failure?.code;
    expect([
      await refusal('duty'),
      await refusal('ＤUTY'),
      await refusal('NIGHT'),
      await refusal('ａｄｍｉｎ'),
    ]).toEqual(['RECORD_EXISTS', 'RECORD_EXISTS', 'RECORD_EXISTS', 'ROLE_NAME_INVALID']);
    expect(await give('auditor', ['Ａuditor', 'ＤUTY', 'night'])).toMatchObject({
      failure: null,
      result: { roleNames: [ROLE.auditor, 'Ｄuty', 'Ｎight'] },
    });
    expect((await (await service.as('auditor')).call(listJobs)).status).toBe(200);
    await give('auditor', [ROLE.auditor]);
  });

  it('US-001 of the platform exist under their names', async () => {
    const { items } = await admin.do(getRoles);
    expect(items.map(({ name, displayName }) => [name, displayName])).toEqual(
      expect.arrayContaining([
        ['委托单位角色', '委托单位角色'],
        ['检测单位角色', '检测单位角色'],
        ['admin', '平台管理员'],
      ]),
    );
  });

  it('show only the administrator which permissions were added and removed, and why', async () => {
    const { id } = await create('值守');
    await admin.do(updateRole, {
      body: { id, displayName: '值守员', permissions: ['Views.Read'], reason: '不再看任务' },
    });
    const [changed, created] = await admin.do(getRecordChanges, { query: { kind: 'role', id } });
    expect([changed?.action, created?.action, changed?.reason]).toEqual(['RoleChanged', 'RoleCreated', '不再看任务']);
    expect(changed?.changes.map(({ field, about, old, new: now }) => [field, about, old, now])).toEqual([
      ['displayName', '', '值守', '值守员'],
      ['permissions', '查看后台任务', '查看后台任务', ''],
      ['permissions', '查看视图状态', '', '查看视图状态'],
    ]);
    expect((await (await service.as('client1')).call(getRecordChanges, { query: { kind: 'role', id } })).status).toBe(
      403,
    );
  });

  it('have a unique name and can grant only existing permissions', async () => {
    await create('唯一');
    expect((await admin.call(createRole, { body: { name: '唯一' } })).failure?.code).toBe('RECORD_EXISTS');
    expect(
      (await admin.call(createRole, { body: { name: '越权', permissions: ['Everything'] } })).failure,
    ).toMatchObject({ code: 'PERMISSION_UNKNOWN', message: '权限“Everything”不存在' });
  });
});

describe('a role given to a user', () => {
  it('applies from the next request on, and so does its removal', async () => {
    const auditor = await service.as('auditor');
    const { id } = await create('值班员', ['Jobs.Read']);
    expect((await auditor.call(listJobs)).status).toBe(403);
    expect((await give('auditor', ['值班员', ROLE.auditor])).status).toBe(200);
    expect([(await auditor.call(listJobs)).status, (await auditor.call(retryJobs)).status]).toEqual([200, 403]);
    expect((await auditor.do(getUserInfo)).roles).toEqual([ROLE.auditor, '值班员']);

    await admin.do(updateRole, { body: { id, permissions: [], reason: '值班结束' } });
    expect((await auditor.call(listJobs)).status).toBe(403);
    expect((await admin.call(deleteRole, { query: { id, reason: '清理' } })).failure).toMatchObject({
      code: 'ROLE_IN_USE',
      message: '有 1 个账号使用该角色，不能删除',
    });
    expect((await give('auditor', [ROLE.auditor], '值班结束')).status).toBe(200);
    expect((await admin.call(deleteRole, { query: { id, reason: '清理' } })).status).toBe(200);
  });

  it('never gives access to role administration or another unit’s rights, and must be of the user’s own type', async () => {
    await create(
      '万能',
      rolePermissions.filter(({ ofPlatform }) => !ofPlatform).map(({ name }) => name),
    );
    expect((await give('client1', [ROLE.client, '万能'])).status).toBe(200);
    const client = await service.as('client1');
    expect((await client.call(setUserRoles, { body: { userId: idOf('client1'), roleNames: ['admin'] } })).status).toBe(
      403,
    );
    expect((await client.call(createRole, { body: { name: '再来' } })).status).toBe(403);
    expect((await give('client1', [ROLE.client, ROLE.admin])).failure?.code).toBe('ROLE_OF_ANOTHER_KIND');
    expect((await give('lab1', [ROLE.client], '换')).failure?.code).toBe('ROLE_OF_ANOTHER_KIND');
    expect((await give('auditor', [ROLE.lab], '换')).failure?.code).toBe('ROLE_OF_ANOTHER_KIND');
    expect((await give('operator', ['没有'], '换')).failure?.code).toBe('ROLE_UNKNOWN');
    expect((await give('admin', [ROLE.operator], '换')).failure?.code).toBe('OWN_ROLES');
    await give('client1', [ROLE.client], '收回');
  });
});

describe('a role with management permissions', () => {
  const POLISH = {
    projectCode: '',
    contractSectName: '',
    description: '',
    constructionUnit: '',
    constructionJzunit: '',
    jzunit: '',
  };
  const BEYOND = rolePermissions.filter(({ ofPlatform }) => ofPlatform).map(({ name }) => name);

  it('for the platform cannot be given to users of a unit, and has no effect if such permissions are added later', async () => {
    await create('管机构', ['TestingUnits.Manage', 'ConsigningUnits.Manage']);
    expect((await give('lab1', [ROLE.lab, '管机构'])).failure).toMatchObject({
      code: 'PERMISSION_OF_PLATFORM',
      message: '角色“管机构”含平台级权限“管理检测单位”，不能授予单位账号',
    });
    const { id } = await create('后来', []);
    await give('lab1', [ROLE.lab, '后来']);
    await admin.do(updateRole, { body: { id, displayName: '后来', permissions: BEYOND } });
    const lab = await service.as('lab1');
    expect((await lab.do(getUserInfo)).permissions).toEqual([]);
    const [sysQualificationId] = (await admin.do(getQualificationList)).map((qualification) => qualification.id);
    const replies = [
      await lab.call(tuQualificationCreate, {
        body: { testUnitId: LAB1.testUnitId, sysQualificationId: sysQualificationId ?? '' },
      }),
      await lab.call(changeTestUnitActive, { body: { id: LAB2.testUnitId, isActive: false, reason: '竞争' } }),
      await lab.call(testUnitDelete, { query: { id: LAB2.testUnitId, reason: '竞争' } }),
      await lab.call(testUnitGet, { query: { id: LAB2.testUnitId } }),
      await lab.call(testUnitGetAll),
      await lab.call(getConsginUnitListBySys),
      await lab.call(listJobs),
      await lab.call(listProjections),
      await lab.call(listEvents),
    ];
    expect(replies.map(({ status }) => status)).toEqual(replies.map(() => 403));
    await give('lab1', [ROLE.lab], '收回');
  });

  it('for a unit is limited to the unit of its user', async () => {
    await create('本单位', ['Units.Settings', 'Projects.Manage', 'Notices.Manage']);
    const [{ id: foreign }, { id: nobodys }] = [
      await admin.do(noticeCreate, {
        body: { title: '别家', content: '内容', noticeType: 1, testUnitId: LAB2.testUnitId },
      }),
      await admin.do(insertProject, { body: { ...POLISH, projectName: `平台项目 ${v4()}` } }),
    ];
    await give('client1', [ROLE.client, '本单位']);
    await give('lab1', [ROLE.lab, '本单位']);
    const [client, lab] = [await service.as('client1'), await service.as('lab1')];
    const { id: ownProjectId } = await client.do(insertProject, {
      body: { ...POLISH, projectName: `自有项目 ${v4()}` },
    });
    expect((await client.call(updateProject, { body: { id: ownProjectId, jzunit: '监理一部' } })).status).toBe(200);
    expect((await client.call(updateProject, { body: { id: ownProjectId, consignUnitId: null } })).failure?.code).toBe(
      'FIELD_OF_THE_PLATFORM',
    );
    for (const caller of [client, lab])
      expect([
        (await caller.call(updateProject, { body: { id: nobodys, jzunit: '他人' } })).status,
        (await caller.call(deleteProject, { query: { id: nobodys, reason: '误' } })).status,
      ]).toEqual([403, 403]);
    expect((await lab.call(insertProject, { body: { ...POLISH, projectName: '检测单位的项目' } })).failure?.code).toBe(
      'NO_UNIT',
    );
    for (const caller of [client, lab])
      expect([
        (await caller.call(noticeGet, { query: { id: foreign } })).status,
        (await caller.call(noticeDelete, { query: { id: foreign } })).status,
      ]).toEqual([404, 404]);
    expect(
      (
        await client.call(setParamValues, {
          body: [{ unitType: 1, unitID: LAB2.testUnitId, paramCode: 'IsConsignHidePrice', paramValue: '1' }],
        })
      ).status,
    ).toBe(403);
    expect((await lab.call(getRecordChanges, { query: { kind: 'testingUnit', id: LAB2.testUnitId } })).status).toBe(
      403,
    );
    expect((await client.call(deleteProject, { query: { id: ownProjectId, reason: '登记错误' } })).status).toBe(200);
    await give('client1', [ROLE.client], '收回');
    await give('lab1', [ROLE.lab], '收回');
  });

  it('applies to all units for staff of the platform, who belong to no unit', async () => {
    await create('平台管理', [
      'TestingUnits.Manage',
      'ConsigningUnits.Manage',
      'Units.Settings',
      'Projects.Manage',
      'Notices.Manage',
    ]);
    expect((await give('operator', [ROLE.operator, '平台管理'])).status).toBe(200);
    const operator = await service.as('operator');
    const unit = await operator.do(testUnitGet, { query: { id: LAB1.testUnitId } });
    expect(
      (await operator.do(updateTestUnit, { body: { id: LAB1.testUnitId, filingNumber: `备案 ${v4()}` } })).filingNumber,
    ).not.toBe(unit.filingNumber);
    const [consigning] = (await operator.do(getConsginUnitListBySys)).items;
    expect(
      await operator.do(updateConsginUnit, { body: { id: consigning?.id ?? '', uninCode: '91330000MA00000001' } }),
    ).toMatchObject({ uninCode: '91330000MA00000001' });
    expect(
      (
        await operator.call(setParamValues, {
          body: [{ unitType: 1, unitID: LAB1.testUnitId, paramCode: 'testUnitIsLimsCust', paramValue: '1' }],
        })
      ).status,
    ).toBe(200);
    expect(
      (await operator.do(getRecordChanges, { query: { kind: 'testingUnit', id: LAB1.testUnitId } })).length,
    ).toBeGreaterThan(0);
    const { id: noticeId } = await operator.do(noticeCreate, {
      body: { title: '停机', content: '今晚停机', noticeType: 1 },
    });
    expect(
      await operator.do(noticeUpdate, { body: { id: noticeId, title: '停机', content: '明晚停机', noticeType: 1 } }),
    ).toMatchObject({ testUnitId: null });
    expect((await operator.do(noticeGetAll)).items.map(({ id }) => id)).toContain(noticeId);
    const { id } = await operator.do(insertProject, {
      body: { ...POLISH, projectName: `项目 ${v4()}`, consignUnitId: consigning?.id ?? '' },
    });
    expect(await operator.do(updateProject, { body: { id, consignUnitId: null } })).toMatchObject({
      consignUnitId: null,
    });
    await give('operator', [ROLE.operator], '收回');
    expect((await operator.call(testUnitGetAll)).status).toBe(403);
  });
});

it('every permission consists of operations that an administrator may call, and none manages users or roles', () => {
  const granted = rolePermissions.flatMap((permission) => permission.operations);
  expect(granted.filter((name) => !operations.some((operation) => operation.name === name))).toEqual([]);
  const adminMay = (name: string) => {
    const permission = permissions[name];
    const people = permission === undefined || typeof permission === 'string' ? [] : permission;
    return ('people' in people ? people.people : people).includes('admin');
  };
  expect(granted.filter((name) => !adminMay(name))).toEqual([]);
  expect(granted.filter((name) => /Role|User|Password|Verify/.test(name))).toEqual([]);
});
