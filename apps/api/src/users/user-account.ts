import type { getUser, ResultOf, UserAccount } from '#contract';
import { problem, RuleBroken, type Handled, type User, type UserRow } from '#domain';
import { answer, type Answer } from '../http/answer.js';

type UserNow = ResultOf<typeof getUser>;

export const listedAccount = ({ id, userName, name, phone, email, isActive, roles, unitId, unitType, unitName, creationTime }: UserRow): UserAccount =>
  ({ id, userName, name, fullName: name, mobile: phone, emailAddress: email, isActive, roleNames: roles, unitId, unitType, unitName, creationTime });

export const accountNow = (id: string, revision: number, { userName, profile: { name, phone, email }, active, roles, unitId, unitType, unitName }: User): UserNow =>
  ({ id, revision, userName, name, fullName: name, mobile: phone, emailAddress: email, isActive: active, roleNames: roles, unitId, unitType, unitName });

/** What a command on an account answers with. */
export const accountAfter = (id: string, { state, revision, position }: Handled<User | null>): Answer<UserNow> => {
  if (!state) throw new RuleBroken(problem('NO_SUCH_USER'));
  return answer(accountNow(id, revision, state), { revision, position });
};
