import type { Users } from '../auth/users.js';

/** Names are not in the log of events: they are what the users' own streams say today (DECISIONS 18). Unknown users have none. */
export const namesOf = async (users: Users, userIds: readonly string[]): Promise<(userId: string) => string> => {
  const entries = [...new Set(userIds)].map(
    async (userId) => [userId, (await users.byId(userId))?.profile.name ?? ''] as const,
  );
  const names = new Map(await Promise.all(entries));
  return (userId) => names.get(userId) ?? '';
};
