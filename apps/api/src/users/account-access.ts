import { load } from '#domain/event-sourcing';
import { problem, refuseIf, RuleBroken, sameId } from '#domain/rules';
import { user, type User } from '#domain/users';
import { ROLE, type EventStore, UNIT_TYPE, type UnitType } from '#events';
import { hasRole, type Caller } from '../auth/caller.js';
import { requireInPerson, type UnitManagerAccess } from '../auth/unit-managers.js';

/** The role of members of a unit by the type of unit; null for platform staff. */
export const unitRoleOf = (unitType: UnitType | null): string | null =>
  unitType === null ? null : unitType === UNIT_TYPE.laboratory ? ROLE.lab : ROLE.client;

/**
 * An account that the caller may see, with its revision. Administrators see all accounts, members of a unit those of
 * the unit. @throws RuleBroken NO_SUCH_USER also for an account that the caller may not see
 */
export const requireVisibleAccount = async (
  store: EventStore,
  caller: Caller,
  id: string,
): Promise<{ account: User; revision: number }> => {
  const { state, head } = await load(store, user, id);
  if (!state || state.deleted) throw new RuleBroken(problem('NO_SUCH_USER'));
  const isVisible = hasRole(caller, ROLE.admin) || (state.unitId !== null && sameId(caller.unitId, state.unitId));
  refuseIf(isVisible ? null : problem('NO_SUCH_USER'));
  return { account: state, revision: head.revision };
};

/**
 * Whether the caller is an administrator of the platform, or each role of the account is the one of its unit or a role
 * that the caller has, too.
 */
export const canManageAccount = (caller: Caller, { roles, unitType }: Pick<User, 'roles' | 'unitType'>): boolean =>
  hasRole(caller, ROLE.admin) || roles.every((name) => name === unitRoleOf(unitType) || caller.roles.includes(name));

/**
 * An account that the caller may change. With a new password or phone number, the caller could sign in as that user.
 * Only an administrator may therefore change an account with roles that the caller lacks, apart from the role of its
 * unit. @throws RuleBroken NO_SUCH_USER, MORE_ROLES
 */
export const requireManageableAccount = async (store: EventStore, caller: Caller, id: string): Promise<User> => {
  const { account } = await requireVisibleAccount(store, caller, id);
  refuseIf(canManageAccount(caller, account) ? null : problem('MORE_ROLES'));
  return account;
};

/**
 * Requires a unit manager for two kinds of changes. The first are changes of passwords and of addresses for codes,
 * because they are ways to sign in (`isAboutAccess`). The second are changes of a unit manager's account, because a
 * colleague who deactivates it could become the unit manager.
 * @throws RuleBroken UNIT_MANAGER_REQUIRED, IN_PERSON_ONLY
 */
export const requireManagerFor = async (
  unitManagers: UnitManagerAccess,
  caller: Caller,
  userId: string,
  { unitId }: User,
  { isAboutAccess = false }: { isAboutAccess?: boolean } = {},
): Promise<void> => {
  if (isAboutAccess) requireInPerson(caller);
  if (sameId(caller.userId, userId)) return;
  if (isAboutAccess || (await unitManagers.isManager(unitId, userId)))
    await unitManagers.requireActingFor(caller, unitId);
};
