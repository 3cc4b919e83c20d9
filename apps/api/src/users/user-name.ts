import { v5 } from 'uuid';
import { problem, reservation, reservationId, RuleBroken, type CommandContext } from '#domain';
import { fingerprint, type Vault } from '#engines';
import type { Decisions } from '../decisions/decisions.js';

/** Reserves a user name, in whatever case, for one account. @throws RuleBroken USER_NAME_TAKEN. */
export const takeUserName = async (vault: Vault, decisions: Decisions, { userName, userId }: { userName: string; userId: string }, context: CommandContext): Promise<void> => {
  const id = reservationId('userName', await fingerprint(vault, userName.toLowerCase()));
  try {
    await decisions.decide(reservation, id, { type: 'Reserve', kind: 'userName', holderId: userId }, { ...context, commandId: v5('user-name', context.commandId) });
  } catch (error) {
    throw error instanceof RuleBroken && error.code === 'VALUE_TAKEN' ? new RuleBroken(problem('USER_NAME_TAKEN', { userName }, 'userName')) : error;
  }
};
