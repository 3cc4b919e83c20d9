import { z } from 'zod';
import { atLeast, Guid, operation } from './operation.js';
import { line, paragraphs } from './texts.js';

const S = '/api/services/app/Role/';

/** isStatic: built in, cannot be changed or deleted. `revision` is for If-Match; it is -1 for a built-in role. */
export const RoleRow = z.object({
  id: z.string(),
  revision: z.number(),
  name: z.string(),
  displayName: z.string(),
  normalizedName: z.string(),
  description: z.string(),
  permissions: z.array(z.string()),
  isStatic: z.boolean(),
  isDefault: z.boolean(),
  users: z.number(),
});
export type RoleRow = z.infer<typeof RoleRow>;
/** `ofPlatform`: only for accounts without a unit. */
export const PermissionRow = z.object({
  name: z.string(),
  displayName: z.string(),
  description: z.string(),
  ofPlatform: z.boolean(),
});
export type PermissionRow = z.infer<typeof PermissionRow>;

const roleShape = {
  displayName: line(200).default(''),
  normalizedName: line(200).default(''),
  description: paragraphs(1000).default(''),
  permissions: z.array(line(100)).max(200).default([]),
};
const reason = paragraphs(200).default('');

export const createRole = operation({
  name: 'CreateRole',
  method: 'POST',
  path: `${S}create`,
  summary: 'Makes a role that grants permissions',
  source: 'ROLE-009, US-012',
  body: z.object({ name: line(100), ...roleShape }),
  result: RoleRow,
});
export const updateRole = operation({
  name: 'UpdateRole',
  method: 'PUT',
  path: `${S}update`,
  summary: 'Changes a role',
  source: 'ROLE-009, US-012',
  body: z.object({ id: Guid, name: line(100).default(''), ...roleShape, reason }),
  result: RoleRow,
});
export const deleteRole = operation({
  name: 'DeleteRole',
  method: 'DELETE',
  path: `${S}delete`,
  summary: 'Deletes a role that nobody has',
  source: 'ROLE-009, US-012',
  query: z.object({ id: Guid, reason }),
  result: z.literal(true),
});
export const getRoleForEdit = operation({
  name: 'GetRoleForEdit',
  method: 'GET',
  path: `${S}GetRoleForEdit`,
  summary: 'A role with what it grants',
  source: 'ROLE-009, US-013',
  query: z.object({ id: Guid }),
  result: z.object({ role: RoleRow, grantedPermissionNames: z.array(z.string()) }),
});
export const getRoles = operation({
  name: 'GetRolesAsync',
  method: 'GET',
  path: `${S}GetRolesAsync`,
  summary: 'All roles, the built-in ones first; with `permission` those that grant it',
  source: 'US-012',
  query: z.object({ ...atLeast, permission: line(100).default('') }),
  result: z.object({ items: z.array(RoleRow) }),
});
export const getAllPermissions = operation({
  name: 'GetAllPermissions',
  method: 'GET',
  path: `${S}GetAllPermissions`,
  summary: 'What a role can grant',
  source: 'US-013',
  result: z.object({ items: z.array(PermissionRow) }),
});
export const setUserRoles = operation({
  name: 'SetUserRoles',
  method: 'POST',
  path: '/api/services/app/User/SetRoles',
  summary: 'Replaces the roles of a user; it applies from the next request on',
  source: 'US-003',
  body: z.object({
    userId: Guid,
    roleNames: z.array(line(100)).min(1).max(20),
    reason: paragraphs(200).default(''),
  }),
  result: z.object({ userId: z.string(), roleNames: z.array(z.string()) }),
});
