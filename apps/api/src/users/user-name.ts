import { load, type CommandContext } from '#domain/event-sourcing';
import { problem, RuleBroken } from '#domain/rules';
import { foldedName } from '#domain/text';
import { userNameKeys, user, usersByName, type UserByNameRow } from '#domain/users';
import type { Engines, Views } from '#engines';
import type { Decisions } from '../decisions/decisions.js';
import { reserveValue } from '../decisions/unique-values.js';

/** The account of a user name, however it is written: the one with exactly this name but for case comes first. */
export const findUserIdByName = async (views: Views, userName: string): Promise<string | null> => {
  const rows = await Promise.all(userNameKeys(userName).map((key) => views.get<UserByNameRow>(usersByName, key)));
  return rows.find((row) => row !== null)?.userId ?? null;
};

/**
 * Reserves a user name, however it is written, for one account. Names that were reserved before they were folded have another key where
 * their folded form differs, so the view is asked for those. @throws RuleBroken USER_NAME_TAKEN.
 */
export const reserveUserName = async (
  engines: Engines,
  decisions: Decisions,
  { userName, userId }: { userName: string; userId: string },
  context: CommandContext,
): Promise<void> => {
  const name = foldedName(userName);
  const taken = () => new RuleBroken(problem('USER_NAME_TAKEN', { userName }, 'userName'));
  const holder = await engines.views.get<UserByNameRow>(usersByName, name);
  if (holder && holder.userId !== userId) throw taken();
  const isHeld = async (holderId: string) => {
    const { state } = await load(engines.eventStore, user, holderId);
    return state !== null && foldedName(state.userName) === name;
  };
  try {
    await reserveValue(
      engines,
      decisions,
      { kind: 'userName', value: name, holderId: userId, step: 'user-name', isHeld },
      context,
    );
  } catch (error) {
    throw error instanceof RuleBroken && error.code === 'VALUE_TAKEN' ? taken() : error;
  }
};
