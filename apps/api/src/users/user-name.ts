import { load, problem, RuleBroken, user, type CommandContext } from '#domain';
import type { Engines } from '#engines';
import type { Decisions } from '../decisions/decisions.js';
import { takeValue } from '../decisions/unique-values.js';

/** Reserves a user name, in whatever case, for one account. @throws RuleBroken USER_NAME_TAKEN. */
export const takeUserName = async (
  engines: Engines,
  decisions: Decisions,
  { userName, userId }: { userName: string; userId: string },
  context: CommandContext,
): Promise<void> => {
  const isHeld = async (holderId: string) =>
    (await load(engines.eventStore, user, holderId)).state?.userName.toLowerCase() === userName.toLowerCase();
  try {
    await takeValue(
      engines,
      decisions,
      { kind: 'userName', value: userName.toLowerCase(), holderId: userId, step: 'user-name', isHeld },
      context,
    );
  } catch (error) {
    throw error instanceof RuleBroken && error.code === 'VALUE_TAKEN'
      ? new RuleBroken(problem('USER_NAME_TAKEN', { userName }, 'userName'))
      : error;
  }
};
