import { describe, expect, it } from '@jest/globals';
import type { RoleEvent } from '#events';
import { expectIdempotentOnRedelivery, toRecordedEvents, projectRows } from '#harness/domain/recorded';
import { specificationOf } from '#harness/domain/specification';
import { role, roles } from './role.js';

const duty = { name: '值班员', displayName: '值班', description: '', permissions: ['Jobs.Manage', 'Jobs.Read'] };
const created: RoleEvent = { type: 'RoleCreated', data: duty };
const given = specificationOf(role.decider);

describe('a role', () => {
  it('is created once, with each permission once and in order', () => {
    given()
      .when({ type: 'CreateRole', role: { ...duty, permissions: ['Jobs.Read', 'Jobs.Manage', 'Jobs.Read'] } })
      .then(created);
    given(created).when({ type: 'CreateRole', role: duty }).thenRefused('RECORD_EXISTS');
    given()
      .when({ type: 'CreateRole', role: { ...duty, name: '检测单位角色' } })
      .thenRefused('ROLE_NAME_INVALID');
    given()
      .when({ type: 'CreateRole', role: { ...duty, name: 'a b' } })
      .thenRefused('ROLE_NAME_INVALID');
  });

  it('keeps its name, and accepts an optional reason for the removal of permissions and for its deletion', () => {
    const { name: _, ...shown } = duty;
    given(created).when({ type: 'ChangeRole', role: shown, reason: '' }).thenNothing();
    given(created)
      .when({ type: 'ChangeRole', role: { ...shown, permissions: ['Jobs.Read'] }, reason: ' ' })
      .then({ type: 'RoleChanged', data: { ...duty, permissions: ['Jobs.Read'], reason: '' } });
    given(created)
      .when({ type: 'ChangeRole', role: { ...shown, permissions: ['Jobs.Read'] }, reason: '收回' })
      .then({ type: 'RoleChanged', data: { ...duty, permissions: ['Jobs.Read'], reason: '收回' } });
    given(created)
      .when({ type: 'DeleteRole', reason: '' })
      .then({ type: 'RoleDeleted', data: { reason: '' } });
    given(created, { type: 'RoleDeleted', data: { reason: '停用' } })
      .when({ type: 'DeleteRole', reason: '再次' })
      .thenRefused('NO_SUCH_ROLE');
  });

  it('is listed with its current data, and not after it was deleted', () => {
    const history = toRecordedEvents('role-r-1', [
      created,
      { type: 'RoleChanged', data: { ...duty, permissions: [], reason: '收回' } },
    ]);
    expect([...projectRows(roles, history).values()]).toEqual([{ ...duty, id: 'r-1', revision: 1, permissions: [] }]);
    const deletedRole = toRecordedEvents('role-r-1', [created, { type: 'RoleDeleted', data: { reason: '停用' } }]);
    expect(projectRows(roles, deletedRole).size).toBe(0);
    expectIdempotentOnRedelivery(roles, history);
  });
});
