import { platformPermissions, rolePermissions } from '#contract';
import { problem, refuseIf, type Problem } from '#domain/rules';
import type { Language } from '#domain/text';
import type { User } from '#domain/users';
import { ROLE, type EventStore, UNIT_TYPE } from '#events';
import { findBuiltInRole, isBuiltInRole, findRoleByName } from '../auth/grants.js';

/**
 * Resolves the requested roles of an account, each once, the built-in ones first. A custom role may be the only one,
 * because the unit determines which data an account sees, and the roles only what it may do. `currentRoles`
 * are those of the account: permissions that they have gained since are not a reason to refuse them.
 * @throws RuleBroken ROLE_UNKNOWN, ROLE_OF_ANOTHER_KIND, PERMISSION_OF_PLATFORM
 */
export const resolveRequestedRoles = async (
  store: EventStore,
  account: Pick<User, 'unitId' | 'unitType'>,
  names: readonly string[],
  language: Language,
  currentRoles: readonly string[] = [],
): Promise<string[]> => {
  const resolvedRoles = await Promise.all(names.map((name) => resolveRole(store, name)));
  const customRoles = resolvedRoles.filter(({ name }) => !isBuiltInRole(name));
  refuseIf(
    customRoles.flatMap(({ name, permissions }) =>
      permissions ? [] : [problem('ROLE_UNKNOWN', { role: name }, 'roleNames')],
    ),
  );
  const roles = [...new Set(resolvedRoles.map(({ name }) => name))].toSorted(
    (left, right) => Number(isBuiltInRole(right)) - Number(isBuiltInRole(left)),
  );
  refuseIf(
    roles
      .filter((name) => isBuiltInRole(name) && !fitsAccount(name, account))
      .map((name) => problem('ROLE_OF_ANOTHER_KIND', { role: name }, 'roleNames')),
  );
  refuseIf(roles.length === 0 ? problem('ROLE_OF_ANOTHER_KIND', { role: '' }, 'roleNames') : null);
  if (account.unitId !== null)
    refuseIf(
      customRoles
        .filter(({ name }) => !currentRoles.includes(name))
        .flatMap((customRole) => platformPermissionProblems(customRole, language)),
    );
  return roles;
};

type ResolvedRole = { name: string; permissions: readonly string[] | null };

/** A role by its name, case-insensitive. `permissions` is null if there is no such role. */
const resolveRole = async (store: EventStore, name: string): Promise<ResolvedRole> => {
  const builtIn = findBuiltInRole(name);
  if (builtIn !== undefined) return { name: builtIn, permissions: [] };
  const customRole = await findRoleByName(store, name);
  return { name: customRole?.name ?? name, permissions: customRole?.permissions ?? null };
};

/**
 * Refuses permissions of the platform for staff of a unit. If a role gains such a permission later, it has no effect
 * for units (auth/grants.ts).
 */
const platformPermissionProblems = ({ name, permissions }: ResolvedRole, language: Language): Problem[] => {
  const platformOnly = platformPermissions(permissions ?? []);
  const [first] = rolePermissions.filter((permission) => platformOnly.includes(permission.name));
  return first
    ? [problem('PERMISSION_OF_PLATFORM', { role: name, permission: first.displayName[language] }, 'roleNames')]
    : [];
};

/**
 * Staff of a unit have the built-in role of its kind. The built-in roles of the platform are for accounts without a
 * unit.
 */
const fitsAccount = (name: string, { unitType }: Pick<User, 'unitType'>): boolean => {
  if (name === ROLE.lab) return unitType === UNIT_TYPE.laboratory;
  if (name === ROLE.client) return unitType === UNIT_TYPE.client;
  return unitType === null;
};
