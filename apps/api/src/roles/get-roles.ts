import { Controller, Inject } from '@nestjs/common';
import { getAllPermissions, getRoleForEdit, getRoles, getUserRoles, rolePermissions, type RoleRow } from '#contract';
import { load, problem, role, roles, RuleBroken, type Language, type RoleRow as StoredRole } from '#domain';
import type { Engines } from '#engines';
import { ROLE } from '#events';
import { has, type Caller } from '../auth/caller.js';
import { By, In } from '../http/api-request.js';
import { answer } from '../http/answer.js';
import { fresh } from '../http/fresh.js';
import { Handles, type InputOf } from '../http/handles.js';
import { Input } from '../http/input.js';
import { ENGINES } from '../provided.js';
import { roleOfUnit } from '../users/kept-account.js';
import { accountsByRole, builtInRoles, MOST_ROLES, toRoleRow } from './role-rows.js';

@Controller()
export class GetRoles {
  constructor(@Inject(ENGINES) private readonly engines: Engines) {}

  @Handles(getRoles)
  async list(@Input() { permission, atLeast }: InputOf<typeof getRoles>, @In() language: Language) {
    const { views } = this.engines;
    const { stale } = await fresh(views, roles, atLeast);
    const { rows } = await views.find<StoredRole>(roles, {
      sort: [{ column: 'name', direction: 'asc' }],
      limit: MOST_ROLES,
    });
    const held = await accountsByRole(views);
    const all: RoleRow[] = [...builtInRoles(held, language), ...rows.map((row) => toRoleRow(row, held))];
    return answer(
      { items: permission === '' ? all : all.filter(({ permissions }) => permissions.includes(permission)) },
      { stale },
    );
  }

  /** People of a unit can give the one role of its kind; what else there is is the administrator's (ADR-017). */
  @Handles(getUserRoles)
  async forUsers(@By() caller: Caller, @In() language: Language) {
    const own = roleOfUnit(caller.unitType);
    const { rows } = await this.engines.views.find<StoredRole>(roles, {
      sort: [{ column: 'name', direction: 'asc' }],
      limit: MOST_ROLES,
    });
    const all = [...builtInRoles(new Map(), language), ...rows.map((row) => toRoleRow(row, new Map()))].map(
      ({ id, name, displayName }) => ({ id, name, displayName }),
    );
    return { items: has(caller, ROLE.admin) ? all : all.filter(({ name }) => name === own) };
  }

  /** From the role's own stream: what is edited is what there is now. */
  @Handles(getRoleForEdit)
  async edit(@Input() { id }: InputOf<typeof getRoleForEdit>, @In() language: Language) {
    const held = await accountsByRole(this.engines.views);
    const { state, head } = await load(this.engines.eventStore, role, id);
    const found = state
      ? toRoleRow({ id, revision: head.revision, ...state }, held)
      : builtInRoles(held, language).find((one) => one.id === id);
    if (!found) throw new RuleBroken(problem('NO_SUCH_ROLE'));
    return answer({ role: found, grantedPermissionNames: found.permissions }, state ? { revision: head.revision } : {});
  }

  @Handles(getAllPermissions)
  permissions(@In() language: Language) {
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
