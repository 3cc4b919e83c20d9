import { SHELL_OPERATOR } from '#domain';
import type { Users } from '../auth/users.js';

/**
 * Names are not in the log of events: they are what the users' own streams say today (ADR-020), and of a unit's own system that of
 * its access key. Unknown users have none; the operator on the shell is one by role alone.
 */
export const namesOf = async (users: Users, userIds: readonly string[]): Promise<(userId: string) => string> => {
  const entries = [...new Set(userIds)].map(async (userId) => [userId, (await users.actorById(userId)).name] as const);
  const names = new Map([...(await Promise.all(entries)), [SHELL_OPERATOR.userId, SHELL_OPERATOR.role] as const]);
  return (userId) => names.get(userId) ?? '';
};
