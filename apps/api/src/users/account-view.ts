import type { getUser, ResultOf, UserAccount } from '#contract';
import type { CommandResult } from '#domain/event-sourcing';
import { problem, RuleBroken, sameId } from '#domain/rules';
import type { User, UserRow } from '#domain/users';
import type { Caller } from '../auth/caller.js';
import { withMeta, type OperationResult } from '../http/operation-handlers.js';
import { canManageAccount } from './account-access.js';

type Account = ResultOf<typeof getUser>;

/** A row of the list of accounts, with the actions that the caller may execute on it. */
export const toAccountRow = (
  {
    id,
    userName,
    name,
    phone,
    email,
    isActive,
    roles,
    unitId,
    unitType,
    unitName,
    description,
    creationTime,
    lastLoginTime,
  }: UserRow,
  caller: Caller,
  { managers, mayAct }: { managers: readonly string[]; mayAct: boolean },
): UserAccount => {
  const isUnitManager = managers.includes(id);
  const isOwn = sameId(caller.userId, id);
  const canManage = canManageAccount(caller, { roles, unitType }) && (isOwn || mayAct || !isUnitManager);
  return {
    id,
    userName,
    name,
    fullName: name,
    mobile: phone,
    phoneNumber: phone,
    emailAddress: email,
    isActive,
    roleNames: roles,
    unitId,
    unitType,
    userType: unitType,
    unitName,
    description,
    creationTime,
    lastLoginTime,
    isOption: canManage,
    isCanDeleteUser: canManage && !isOwn,
    isUnitManager,
    isCanActFor: canManage && (isOwn || mayAct),
  };
};

/** An account with its revision. */
export const toAccount = (
  id: string,
  revision: number,
  isUnitManager: boolean,
  { userName, profile: { name, phone, email, description = '' }, active, roles, unitId, unitType, unitName }: User,
): Account => ({
  id,
  revision,
  userName,
  name,
  fullName: name,
  mobile: phone,
  phoneNumber: phone,
  emailAddress: email,
  isActive: active,
  roleNames: roles,
  unitId,
  unitType,
  userType: unitType,
  unitName,
  description,
  isUnitManager,
});

/** The account after a command. */
export const toChangedAccount = (
  id: string,
  isUnitManager: boolean,
  { state, revision, position }: CommandResult<User | null>,
): OperationResult<Account> => {
  if (!state) throw new RuleBroken(problem('NO_SUCH_USER'));
  return withMeta(toAccount(id, revision, isUnitManager, state), { revision, position });
};
