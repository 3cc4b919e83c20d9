import { v5 } from 'uuid';
import { operationsOf, platformPermissions } from '#contract';
import { load, role } from '#domain';
import { ROLE, type EventStore } from '#events';

const NAMES = 'b0a5b4ea-6a0e-5f0c-9d43-5c1d6f0b7a11';
const BUILT_IN: readonly string[] = Object.values(ROLE);

export const isBuiltIn = (name: string): boolean => BUILT_IN.includes(name);

/** Id of a role, which follows from its name in whatever case. */
export const roleId = (name: string): string => v5(name.toLowerCase(), NAMES);

type Holder = { roles: readonly string[]; unitId: string | null };

/** Names of the permissions that the roles made by the administrator grant now; to people of a unit none that reaches beyond it. */
export const permissionsOf = async (store: EventStore, { roles, unitId }: Holder): Promise<string[]> => {
  const held = await Promise.all(
    roles.filter((name) => !isBuiltIn(name)).map((name) => load(store, role, roleId(name))),
  );
  const granted = [...new Set(held.flatMap(({ state }) => state?.permissions ?? []))].toSorted();
  const beyond = unitId === null ? [] : platformPermissions(granted);
  return granted.filter((name) => !beyond.includes(name));
};

/** The operations these permissions open; read anew for every request, so that a change bites on the next (DECISIONS 22). */
export const grantsOf = async (store: EventStore, holder: Holder): Promise<string[]> =>
  operationsOf(await permissionsOf(store, holder));
