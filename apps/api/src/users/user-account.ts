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
): UserAccount => {
  const isKept = mayKeep(caller, { roles, unitType });
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
    isCanDeleteUser: isKept && !sameId(caller.userId, id),
  };
};

export const accountNow = (
  id: string,
  revision: number,
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
});

/** What a command on an account answers with. */
export const accountAfter = (id: string, { state, revision, position }: Handled<User | null>): Answer<UserNow> => {
  if (!state) throw new RuleBroken(problem('NO_SUCH_USER'));
  return answer(accountNow(id, revision, state), { revision, position });
};
