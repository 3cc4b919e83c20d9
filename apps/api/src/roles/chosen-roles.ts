import { platformPermissions, rolePermissions } from '#contract';
import { problem, refuseIf, type Problem } from '#domain/rules';
import type { Language } from '#domain/text';
import type { User } from '#domain/users';
import { ROLE, type EventStore, UNIT_TYPE } from '#events';
import { findBuiltInRole, isBuiltInRole, findRoleByName } from '../auth/grants.js';

/**
 * Resolves the requested roles of an account, each once, the built-in ones first. A custom role may be the only one,
 * because the unit determines which data an account sees, and the roles only what it may do. `held` are the current
 * roles of the account: permissions that they have gained since are not a reason to refuse them.
 * @throws RuleBroken ROLE_UNKNOWN, ROLE_OF_ANOTHER_KIND, PERMISSION_OF_PLATFORM
 */
export const resolveChosenRoles = async (
  store: EventStore,
  account: Pick<User, 'unitId' | 'unitType'>,
  names: readonly string[],
  language: Language,
  held: readonly string[] = [],
): Promise<string[]> => {
  const found = await Promise.all(names.map((name) => roleOf(store, name)));
  const made = found.filter(({ name }) => !isBuiltInRole(name));
  refuseIf(
    made.flatMap(({ name, permissions }) =>
      permissions ? [] : [problem('ROLE_UNKNOWN', { role: name }, 'roleNames')],
    ),
  );
  const roles = [...new Set(found.map(({ name }) => name))].toSorted(
    (one, other) => Number(isBuiltInRole(other)) - Number(isBuiltInRole(one)),
  );
  refuseIf(
    roles
      .filter((name) => isBuiltInRole(name) && !goesWith(name, account))
      .map((name) => problem('ROLE_OF_ANOTHER_KIND', { role: name }, 'roleNames')),
  );
  refuseIf(roles.length === 0 ? problem('ROLE_OF_ANOTHER_KIND', { role: '' }, 'roleNames') : null);
  if (account.unitId !== null)
    refuseIf(made.filter(({ name }) => !held.includes(name)).flatMap((one) => beyondUnit(one, language)));
  return roles;
};

type Made = { name: string; permissions: readonly string[] | null };

/** A role by its name, case-insensitive. `permissions` is null if there is no such role. */
const roleOf = async (store: EventStore, name: string): Promise<Made> => {
  const builtIn = findBuiltInRole(name);
  if (builtIn !== undefined) return { name: builtIn, permissions: [] };
  const made = await findRoleByName(store, name);
  return { name: made?.name ?? name, permissions: made?.permissions ?? null };
};

/**
 * Refuses permissions of the platform for staff of a unit. If a role gains such a permission later, it has no effect
 * for units (auth/grants.ts).
 */
const beyondUnit = ({ name, permissions }: Made, language: Language): Problem[] => {
  const beyond = platformPermissions(permissions ?? []);
  const [first] = rolePermissions.filter((permission) => beyond.includes(permission.name));
  return first
    ? [problem('PERMISSION_OF_PLATFORM', { role: name, permission: first.displayName[language] }, 'roleNames')]
    : [];
};

/**
 * Staff of a unit have the built-in role of its kind. The built-in roles of the platform are for accounts without a
 * unit.
 */
const goesWith = (name: string, { unitType }: Pick<User, 'unitType'>): boolean => {
  if (name === ROLE.lab) return unitType === UNIT_TYPE.laboratory;
  if (name === ROLE.client) return unitType === UNIT_TYPE.client;
  return unitType === null;
};
