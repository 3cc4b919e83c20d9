import { load } from '#domain/event-sourcing';
import { problem, refuseIf, RuleBroken, sameId } from '#domain/rules';
import { user, type User } from '#domain/users';
import { ROLE, type EventStore } from '#events';
import { hasRole, type Caller } from '../auth/caller.js';

/** The role that people of a unit have, by its kind; null for the platform's staff. */
export const unitRoleOf = (unitType: 1 | 2 | null): string | null =>
  unitType === null ? null : unitType === 1 ? ROLE.lab : ROLE.client;

/** Lets the administrator through, and a unit's own people to its accounts; of others they do not learn that they exist. @throws RuleBroken NO_SUCH_USER. */
const refuseOthers = (caller: Caller, { unitId }: User): void =>
  refuseIf(
    hasRole(caller, ROLE.admin) || (unitId !== null && sameId(caller.unitId, unitId)) ? null : problem('NO_SUCH_USER'),
  );

/** An account that the caller may see, with the revision it has. @throws RuleBroken NO_SUCH_USER. */
export const requireVisibleAccount = async (
  store: EventStore,
  caller: Caller,
  id: string,
): Promise<{ account: User; revision: number }> => {
  const { state, head } = await load(store, user, id);
  if (!state || state.deleted) throw new RuleBroken(problem('NO_SUCH_USER'));
  refuseOthers(caller, state);
  return { account: state, revision: head.revision };
};

/** Whether an account of one's unit, or any for the administrator, has no more than the caller may give. */
export const canManageAccount = (caller: Caller, { roles, unitType }: Pick<User, 'roles' | 'unitType'>): boolean =>
  hasRole(caller, ROLE.admin) || roles.every((name) => name === unitRoleOf(unitType) || caller.roles.includes(name));

/**
 * An account that the caller may change. Whoever sets a password or a number could sign in as that person, so people of a
 * unit leave those alone whom the platform gave more than the role of the unit. @throws RuleBroken NO_SUCH_USER, MORE_ROLES.
 */
export const requireManageableAccount = async (store: EventStore, caller: Caller, id: string): Promise<User> => {
  const { account } = await requireVisibleAccount(store, caller, id);
  refuseIf(canManageAccount(caller, account) ? null : problem('MORE_ROLES'));
  return account;
};
