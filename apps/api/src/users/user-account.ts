import type { getUser, ResultOf, UserAccount } from '#contract';
import { problem, RuleBroken, sameId, type Handled, type User, type UserRow } from '#domain';
import type { Caller } from '../auth/caller.js';
import { answer, type Answer } from '../http/answer.js';
import { mayKeep } from './kept-account.js';

type UserNow = ResultOf<typeof getUser>;

export const listedAccount = (
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
  const isKept = mayKeep(caller, { roles, unitType }) && (isOwn || mayAct || !isUnitManager);
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

export const accountNow = (
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
export const accountAfter = (
  id: string,
  isUnitManager: boolean,
  { state, revision, position }: Handled<User | null>,
): Answer<UserNow> => {
  if (!state) throw new RuleBroken(problem('NO_SUCH_USER'));
  return answer(accountNow(id, revision, isUnitManager, state), { revision, position });
};
