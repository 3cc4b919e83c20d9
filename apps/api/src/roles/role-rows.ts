import { permissions, permissionsOfRole, type RoleRow } from '#contract';
import { said, users, type InEveryLanguage, type Language, type RoleRow as StoredRole, type UserRow } from '#domain';
import type { Views } from '#engines';
import { ROLE, type Role } from '#events';
import { roleId } from '../auth/grants.js';

const labels: Record<Role, InEveryLanguage> = {
  admin: said('平台管理员', 'Platform administrator', 'Administrador de la plataforma'),
  委托单位角色: said('委托单位角色', 'Consigning unit', 'Unidad que encarga'),
  检测单位角色: said('检测单位角色', 'Testing unit', 'Laboratorio'),
  auditor: said('审计员', 'Auditor', 'Auditor'),
  operator: said('运维人员', 'Operator', 'Operador'),
};
const ORDER: readonly Role[] = [ROLE.admin, ROLE.lab, ROLE.client, ROLE.auditor, ROLE.operator];
const PAGE = 1000;
/** More roles than anybody makes. */
export const MOST_ROLES = 1000;

export type Held = ReadonlyMap<string, number>;

/** How many accounts have each role. */
export const accountsByRole = async (views: Views): Promise<Held> => {
  const held = new Map<string, number>();
  for (let skip = 0; ; skip += PAGE) {
    const { rows } = await views.find<UserRow>(users, {
      sort: [
        { column: 'creationTime', direction: 'asc' },
        { column: 'userName', direction: 'asc' },
      ],
      skip,
      limit: PAGE,
    });
    for (const name of rows.flatMap((row) => row.roles)) held.set(name, (held.get(name) ?? 0) + 1);
    if (rows.length < PAGE) return held;
  }
};

/** The roles that come with the platform; what else they may stands in libs/contract/src/permissions.ts. */
export const builtInRoles = (held: Held, language: Language): RoleRow[] =>
  ORDER.map((name) => ({
    id: roleId(name),
    revision: -1,
    name,
    displayName: labels[name][language],
    normalizedName: name.toUpperCase(),
    description: '',
    permissions: permissionsOfRole(name, permissions),
    isStatic: true,
    isDefault: false,
    users: held.get(name) ?? 0,
  }));

export const toRoleRow = (
  { id, revision, name, displayName, description, permissions: granted }: StoredRole,
  held: Held,
): RoleRow => ({
  id,
  revision,
  name,
  displayName: displayName || name,
  normalizedName: name.toUpperCase(),
  description,
  permissions: granted,
  isStatic: false,
  isDefault: false,
  users: held.get(name) ?? 0,
});
