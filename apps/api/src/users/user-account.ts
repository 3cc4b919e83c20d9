import type { getUser, ResultOf, UserAccount } from '#contract';
import type { CommandResult } from '#domain/event-sourcing';
import { problem, RuleBroken, sameId } from '#domain/rules';
import type { User, UserRow } from '#domain/users';
import type { Caller } from '../auth/caller.js';
import { withMeta, type OperationResult } from '../http/operation-handlers.js';
import { canManageAccount } from './kept-account.js';

type UserNow = ResultOf<typeof getUser>;

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
  { holders, mayAct }: { holders: readonly string[]; mayAct: boolean },
): UserAccount => {
  const isUnitManager = holders.includes(id);
  const isOwn = sameId(caller.userId, id);
  const isKept = canManageAccount(caller, { roles, unitType }) && (isOwn || mayAct || !isUnitManager);
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
    isOption: isKept,
    isCanDeleteUser: isKept && !isOwn,
    isUnitManager,
    isCanActFor: isKept && (isOwn || mayAct),
  };
};

export const readAccount = (
  id: string,
  revision: number,
  isUnitManager: boolean,
  { userName, profile: { name, phone, email, description = '' }, active, roles, unitId, unitType, unitName }: User,
): UserNow => ({
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

/** What a command on an account answers with. */
export const readAccountAfter = (
  id: string,
  isUnitManager: boolean,
  { state, revision, position }: CommandResult<User | null>,
): OperationResult<UserNow> => {
  if (!state) throw new RuleBroken(problem('NO_SUCH_USER'));
  return withMeta(readAccount(id, revision, isUnitManager, state), { revision, position });
};
