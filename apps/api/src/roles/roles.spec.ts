import { afterAll, beforeAll, describe, expect, it, jest } from '@jest/globals';
import { createRole, deleteRole, getAllPermissions, getRoleForEdit, getRoles, getUserInfo, listJobs, operations, permissions, retryJobs, rolePermissions, setUserRoles, updateRole } from '#contract';
import { ROLE } from '#events';
import type { Client } from '../testing/client.js';
import { startService, type Service } from '../testing/service.js';

jest.setTimeout(60_000); // the import of a whole catalogue, on machines with other work too

let service: Service;
let admin: Client;
const ids = new Map<string, string>();
beforeAll(async () => {
  service = await startService();
  admin = await service.as('admin');
  for (const userName of ['client1', 'lab1', 'admin', 'auditor', 'operator']) ids.set(userName, (await (await service.as(userName)).do(getUserInfo)).userId);
});
afterAll(() => service.close());

const idOf = (userName: string): string => ids.get(userName) ?? '';
const create = (name: string, granted: string[] = ['Jobs.Read']) => admin.do(createRole, { body: { name, displayName: name, permissions: granted } });
const give = (userName: string, roleNames: string[], reason = '') => admin.call(setUserRoles, { body: { userId: idOf(userName), roleNames, reason } });

describe('roles', () => {
  it('ROLE-009 US-012 are created, listed, read for edit, changed and deleted by the administrator, and by nobody else', async () => {
    const { id, isStatic } = await create('任务查看员');
    expect(isStatic).toBe(false);
    expect((await admin.do(getRoles)).items.at(-1)).toMatchObject({ id, name: '任务查看员', permissions: ['Jobs.Read'], users: 0 });
    expect((await admin.do(getRoles, { query: { permission: 'Jobs.Read' } })).items.map(({ name }) => name)).toEqual(['admin', 'operator', '任务查看员']);
    await admin.do(updateRole, { body: { id, displayName: '任务管理员', permissions: ['Jobs.Manage', 'Jobs.Read'] } });
    expect(await admin.do(getRoleForEdit, { query: { id } })).toMatchObject({ role: { displayName: '任务管理员', normalizedName: '任务查看员', revision: 1 }, grantedPermissionNames: ['Jobs.Manage', 'Jobs.Read'] });
    expect((await admin.do(getAllPermissions)).items[0]).toEqual({ name: 'Consignments.Read', displayName: '查看委托', description: expect.stringContaining('GetConsingInfo') });
    expect((await admin.call(deleteRole, { query: { id } })).failure?.code).toBe('REASON_REQUIRED');
    await admin.do(deleteRole, { query: { id, reason: '不再需要' } });
    expect((await admin.do(getRoles)).items.map(({ name }) => name)).not.toContain('任务查看员');
    expect((await admin.call(getRoleForEdit, { query: { id } })).status).toBe(404);
    for (const userName of ['client1', 'lab1', 'auditor', 'operator']) {
      const other = await service.as(userName);
      const refused = [await other.call(createRole, { body: { name: 'x1' } }), await other.call(getRoles), await other.call(getAllPermissions), await other.call(getRoleForEdit, { query: { id } }), await other.call(updateRole, { body: { id } }), await other.call(deleteRole, { query: { id } })];
      expect(refused.map(({ status }) => status)).toEqual(refused.map(() => 403));
    }
  });

  it('US-013 that are built in are neither changed, deleted nor made again, in whatever case', async () => {
    const [first] = (await admin.do(getRoles)).items;
    const id = first?.id ?? '';
    expect(first).toMatchObject({ name: 'admin', isStatic: true, displayName: '平台管理员' });
    expect((await admin.do(getRoleForEdit, { query: { id } })).grantedPermissionNames.length).toBeGreaterThan(10);
    expect((await admin.call(updateRole, { body: { id, permissions: [] } })).failure?.code).toBe('ROLE_STATIC');
    expect((await admin.call(deleteRole, { query: { id, reason: '试试' } })).failure?.code).toBe('ROLE_STATIC');
    expect((await admin.call(createRole, { body: { name: 'Admin' } })).failure?.code).toBe('ROLE_NAME_INVALID');
    expect((await admin.do(getAllPermissions)).items.length).toBeGreaterThan(0);
  });

  it('US-001 of the platform are all there under their names', async () => {
    const { items } = await admin.do(getRoles);
    expect(items.map(({ name, displayName }) => [name, displayName])).toEqual(expect.arrayContaining([['委托单位角色', '委托单位角色'], ['检测单位角色', '检测单位角色'], ['admin', '平台管理员']]));
  });

  it('have one name each and grant only what there is', async () => {
    await create('唯一');
    expect((await admin.call(createRole, { body: { name: '唯一' } })).failure?.code).toBe('RECORD_EXISTS');
    expect((await admin.call(createRole, { body: { name: '越权', permissions: ['Everything'] } })).failure).toMatchObject({ code: 'PERMISSION_UNKNOWN', message: '权限“Everything”不存在' });
  });
});

describe('a role that a user is given', () => {
  it('grants from the next request on, and takes away as fast, with a reason', async () => {
    const lab = await service.as('lab1');
    const { id } = await create('值班员', ['Jobs.Read']);
    expect((await lab.call(listJobs)).status).toBe(403);
    expect((await give('lab1', ['值班员', ROLE.lab])).status).toBe(200);
    expect([(await lab.call(listJobs)).status, (await lab.call(retryJobs)).status]).toEqual([200, 403]);
    expect((await lab.do(getUserInfo)).roles).toEqual([ROLE.lab, '值班员']);

    expect((await admin.call(updateRole, { body: { id, permissions: [] } })).failure?.code).toBe('REASON_REQUIRED');
    await admin.do(updateRole, { body: { id, permissions: [], reason: '值班结束' } });
    expect((await lab.call(listJobs)).status).toBe(403);
    expect((await admin.call(deleteRole, { query: { id, reason: '清理' } })).failure).toMatchObject({ code: 'ROLE_IN_USE', message: '有 1 个账号使用该角色，不能删除' });
    expect((await give('lab1', [ROLE.lab])).failure?.code).toBe('REASON_REQUIRED');
    expect((await give('lab1', [ROLE.lab], '值班结束')).status).toBe(200);
    expect((await admin.call(deleteRole, { query: { id, reason: '清理' } })).status).toBe(200);
  });

  it('never opens more than its own unit, the administration of roles, or a role of another kind', async () => {
    await create('万能', rolePermissions.map(({ name }) => name));
    await give('client1', [ROLE.client, '万能']);
    const client = await service.as('client1');
    expect((await client.call(setUserRoles, { body: { userId: idOf('client1'), roleNames: ['admin'] } })).status).toBe(403);
    expect((await client.call(createRole, { body: { name: '再来' } })).status).toBe(403);
    expect((await give('client1', [ROLE.client, ROLE.admin])).failure?.code).toBe('ROLE_OF_ANOTHER_KIND');
    expect((await give('lab1', [ROLE.client], '换')).failure?.code).toBe('ROLE_OF_ANOTHER_KIND');
    expect((await give('auditor', [ROLE.lab], '换')).failure?.code).toBe('ROLE_OF_ANOTHER_KIND');
    expect((await give('operator', ['没有'], '换')).failure?.code).toBe('ROLE_UNKNOWN');
    expect((await give('admin', [ROLE.operator], '换')).failure?.code).toBe('OWN_ROLES');
    await give('client1', [ROLE.client], '收回');
  });
});

it('every permission is made of operations that an administrator has, none of which administers users or roles', () => {
  const granted = rolePermissions.flatMap((permission) => permission.operations);
  expect(granted.filter((name) => !operations.some((operation) => operation.name === name))).toEqual([]);
  expect(granted.filter((name) => !permissions[name]?.includes('admin'))).toEqual([]);
  expect(granted.filter((name) => /Role|User|Password|Verify/.test(name))).toEqual([]);
});
