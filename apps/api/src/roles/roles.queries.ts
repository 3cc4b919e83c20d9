import { Inject } from '@nestjs/common';
import { Query, QueryHandler, type IQueryHandler } from '@nestjs/cqrs';
import {
  getAllPermissions,
  getRoleForEdit,
  getRoles,
  getUserRoles,
  permissions,
  permissionsOfRole,
  rolePermissions,
  type ResultOf,
  type RoleRow,
} from '#contract';
import { load } from '#domain/event-sourcing';
import { role, roles, type RoleRow as StoredRole } from '#domain/roles';
import { problem, RuleBroken } from '#domain/rules';
import { inLanguages, type InEveryLanguage, type Language } from '#domain/text';
import { users, type UserRow } from '#domain/users';
import type { Engines, Views } from '#engines';
import { ROLE, type Role } from '#events';
import { hasRole, type Caller } from '../auth/caller.js';
import { roleId } from '../auth/grants.js';
import { withMeta, type OperationReturn, type InputOf } from '../http/operation-handlers.js';
import { waitForView } from '../http/wait-for-view.js';
import { ENGINES } from '../injection-tokens.js';
import { unitRoleOf } from '../users/account-access.js';

const labels: Record<Role, InEveryLanguage> = {
  admin: inLanguages('平台管理员', 'Platform administrator', 'Administrador de la plataforma'),
  委托单位角色: inLanguages('委托单位角色', 'Consigning unit', 'Unidad que encarga'),
  检测单位角色: inLanguages('检测单位角色', 'Testing unit', 'Laboratorio'),
  auditor: inLanguages('审计员', 'Auditor', 'Auditor'),
  operator: inLanguages('运维人员', 'Operator', 'Operador'),
};

const ORDER: readonly Role[] = [ROLE.admin, ROLE.lab, ROLE.client, ROLE.auditor, ROLE.operator];

const PAGE = 1000;

/** Maximum number of custom roles in a list. */
export const MAX_ROLES = 1000;

type AccountCounts = ReadonlyMap<string, number>;

export class ListRoles extends Query<OperationReturn<ResultOf<typeof getRoles>>> {
  constructor(
    readonly input: InputOf<typeof getRoles>,
    readonly language: Language,
  ) {
    super();
  }
}

@QueryHandler(ListRoles)
export class ListRolesHandler implements IQueryHandler<ListRoles> {
  constructor(@Inject(ENGINES) private readonly engines: Engines) {}

  async execute({ input: { permission, atLeast }, language }: ListRoles) {
    const { views } = this.engines;
    const { stale } = await waitForView(views, roles, atLeast);
    const { rows } = await views.find<StoredRole>(roles, {
      sort: [{ column: 'name', direction: 'asc' }],
      limit: MAX_ROLES,
    });
    const counts = await countAccountsByRole(views);
    const allRoles: RoleRow[] = [...builtInRoles(counts, language), ...rows.map((row) => toRoleRow(row, counts))];
    return withMeta(
      { items: permission === '' ? allRoles : allRoles.filter(({ permissions }) => permissions.includes(permission)) },
      { stale },
    );
  }
}

/**
 * The roles that a caller may assign: for staff of a unit only the role of its kind, for administrators all roles
 * (ADR-017).
 */
export class ListAssignableRoles extends Query<OperationReturn<ResultOf<typeof getUserRoles>>> {
  constructor(
    readonly caller: Caller,
    readonly language: Language,
  ) {
    super();
  }
}

@QueryHandler(ListAssignableRoles)
export class ListAssignableRolesHandler implements IQueryHandler<ListAssignableRoles> {
  constructor(@Inject(ENGINES) private readonly engines: Engines) {}

  async execute({ caller, language }: ListAssignableRoles) {
    const unitRole = unitRoleOf(caller.unitType);
    const { rows } = await this.engines.views.find<StoredRole>(roles, {
      sort: [{ column: 'name', direction: 'asc' }],
      limit: MAX_ROLES,
    });
    const allRoles = [...builtInRoles(new Map(), language), ...rows.map((row) => toRoleRow(row, new Map()))].map(
      ({ id, name, displayName }) => ({ id, name, displayName }),
    );
    return { items: hasRole(caller, ROLE.admin) ? allRoles : allRoles.filter(({ name }) => name === unitRole) };
  }
}

/** Read from the role's stream, so that an editor starts with the current state. */
export class GetRoleForEdit extends Query<OperationReturn<ResultOf<typeof getRoleForEdit>>> {
  constructor(
    readonly input: InputOf<typeof getRoleForEdit>,
    readonly language: Language,
  ) {
    super();
  }
}

@QueryHandler(GetRoleForEdit)
export class GetRoleForEditHandler implements IQueryHandler<GetRoleForEdit> {
  constructor(@Inject(ENGINES) private readonly engines: Engines) {}

  async execute({ input: { id }, language }: GetRoleForEdit) {
    const counts = await countAccountsByRole(this.engines.views);
    const { state, head } = await load(this.engines.eventStore, role, id);
    const roleRow = state
      ? toRoleRow({ id, revision: head.revision, ...state }, counts)
      : builtInRoles(counts, language).find((builtIn) => builtIn.id === id);
    if (!roleRow) throw new RuleBroken(problem('NO_SUCH_ROLE'));
    return withMeta(
      { role: roleRow, grantedPermissionNames: roleRow.permissions },
      state ? { revision: head.revision } : {},
    );
  }
}

export class ListPermissions extends Query<OperationReturn<ResultOf<typeof getAllPermissions>>> {
  constructor(readonly language: Language) {
    super();
  }
}

@QueryHandler(ListPermissions)
export class ListPermissionsHandler implements IQueryHandler<ListPermissions> {
  async execute({ language }: ListPermissions) {
    return {
      items: rolePermissions.map(({ name, displayName, ofPlatform, operations }) => ({
        name,
        displayName: displayName[language],
        description: operations.join(', '),
        ofPlatform,
      })),
    };
  }
}

export const roleQueryHandlers = [
  ListRolesHandler,
  ListAssignableRolesHandler,
  GetRoleForEditHandler,
  ListPermissionsHandler,
];

/** The number of accounts by role. */
export const countAccountsByRole = async (views: Views): Promise<AccountCounts> => {
  const counts = new Map<string, number>();
  for (let skip = 0; ; skip += PAGE) {
    const { rows } = await views.find<UserRow>(users, {
      sort: [
        { column: 'creationTime', direction: 'asc' },
        { column: 'userName', direction: 'asc' },
      ],
      skip,
      limit: PAGE,
    });
    for (const name of rows.flatMap((row) => row.roles)) counts.set(name, (counts.get(name) ?? 0) + 1);
    if (rows.length < PAGE) return counts;
  }
};

/** The built-in roles. libs/contract/src/permissions.ts lists their permissions. */
const builtInRoles = (counts: AccountCounts, language: Language): RoleRow[] =>
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
    users: counts.get(name) ?? 0,
  }));

export const toRoleRow = (
  { id, revision, name, displayName, description, permissions: granted }: StoredRole,
  counts: AccountCounts,
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
  users: counts.get(name) ?? 0,
});
