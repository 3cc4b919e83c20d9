import { v5 } from 'uuid';
import { operationsOf, platformPermissions } from '#contract';
import { load } from '#domain/event-sourcing';
import { role } from '#domain/roles';
import { foldedName } from '#domain/text';
import { ROLE, type CustomRole, type EventStore } from '#events';

const NAMES = 'b0a5b4ea-6a0e-5f0c-9d43-5c1d6f0b7a11';
const BUILT_IN: readonly string[] = Object.values(ROLE);

export const isBuiltInRole = (name: string): boolean => BUILT_IN.includes(name);

/** The name of the built-in role that has this name in any spelling. */
export const findBuiltInRole = (name: string): string | undefined =>
  BUILT_IN.find((builtIn) => foldedName(builtIn) === foldedName(name));

/** The id of a new role, derived from its name in any spelling. */
export const roleId = (name: string): string => v5(foldedName(name), NAMES);

/** The custom role with this name. A role from before names were folded has the id of its name in lower case. */
export const findRoleByName = async (store: EventStore, name: string): Promise<CustomRole | null> => {
  for (const id of new Set([v5(name.toLowerCase(), NAMES), roleId(name)])) {
    const { state } = await load(store, role, id);
    if (state) return state;
  }
  return null;
};

type Holder = { roles: readonly string[]; unitId: string | null };

/**
 * The names of the permissions that custom roles grant. A member of a unit gets no permission that reaches beyond the
 * unit.
 */
export const permissionsOf = async (store: EventStore, { roles, unitId }: Holder): Promise<string[]> => {
  const customRoles = await Promise.all(
    roles.filter((name) => !isBuiltInRole(name)).map((name) => findRoleByName(store, name)),
  );
  const permissions = [...new Set(customRoles.flatMap((role) => role?.permissions ?? []))].toSorted();
  const platformOnly = unitId === null ? [] : platformPermissions(permissions);
  return permissions.filter((name) => !platformOnly.includes(name));
};

/**
 * The operations that these permissions grant. They are read for every request, so a change takes effect with the next
 * one (ADR-012).
 */
export const grantedOperations = async (store: EventStore, holder: Holder): Promise<string[]> =>
  operationsOf(await permissionsOf(store, holder));
