import { Inject, Injectable } from '@nestjs/common';
import { load, type CommandContext } from '#domain/event-sourcing';
import { accessKey } from '#domain/lab-systems';
import { problem, RuleBroken } from '#domain/rules';
import { foldedName } from '#domain/text';
import { testingUnit } from '#domain/units';
import {
  SHELL_OPERATOR,
  user,
  users,
  usersByName,
  type User,
  type UserByNameRow,
  type UserRow,
  userNameKeys,
} from '#domain/users';
import type { Engines, Views } from '#engines';
import type { Decisions } from '../commands/decisions.js';
import { reserveValue } from '../commands/unique-values.js';
import { getOrWait } from '../http/wait-for-view.js';
import { ENGINES } from '../injection-tokens.js';
import { readUnitName } from '../units/unit-state.js';

/** A registered user. `profile` is personal and reads as erased after an erasure. */
export type RegisteredUser = User & { id: string };

/** Users by id, name or e-mail, read from their streams. */
@Injectable()
export class Users {
  constructor(@Inject(ENGINES) private readonly engines: Engines) {}

  async byId(id: string): Promise<RegisteredUser | null> {
    const { state } = await load(this.engines.eventStore, user, id);
    return state ? { ...state, id } : null;
  }

  /**
   * The name of an actor of events: of a user, otherwise of the access key or the testing unit of a unit's own system.
   * Both texts are empty if there is none of these.
   */
  async actorById(id: string): Promise<{ name: string; unitName: string }> {
    const registeredUser = await this.byId(id);
    if (registeredUser) return { name: registeredUser.profile.name, unitName: registeredUser.unitName };
    const { eventStore } = this.engines;
    const key = (await load(eventStore, accessKey, id)).state;
    if (!key) return this.systemOfUnit(id);
    const unitName = await readUnitName(eventStore, { ...key, unitName: '' });
    return { name: `实验室系统 (${key.name})`, unitName };
  }

  /** A testing unit's own system that used the integration secret instead of a key. Events name it by the unit. */
  private async systemOfUnit(unitId: string): Promise<{ name: string; unitName: string }> {
    const { state } = await load(this.engines.eventStore, testingUnit, unitId);
    return state ? { name: '实验室系统', unitName: state.testUnitName } : { name: '', unitName: '' };
  }

  /** A user by user name in any spelling, or by an e-mail address that only one user has. */
  async byNameOrEmail(nameOrEmail: string): Promise<RegisteredUser | null> {
    const { views } = this.engines;
    const name = foldedName(nameOrEmail);
    const userId =
      (await findUserIdByName(views, nameOrEmail)) ??
      (await getOrWait<UserByNameRow>(this.engines, usersByName, name))?.userId ??
      null;
    if (userId !== null) return this.byId(userId);
    const { rows } = await views.find<UserRow>(users, { where: [{ column: 'email', eq: name }], limit: 2 });
    const [match, secondMatch] = rows;
    return match && !secondMatch ? this.byId(match.id) : null;
  }
}

/**
 * The current names of users (ADR-020), because events contain none. A unit's own system has the name of its access
 * key. An unknown user has an empty name, and the operator on the shell has the name of the role.
 */
export const loadUserNames = async (users: Users, userIds: readonly string[]): Promise<(userId: string) => string> => {
  const entries = [...new Set(userIds)].map(async (userId) => [userId, (await users.actorById(userId)).name] as const);
  const names = new Map([...(await Promise.all(entries)), [SHELL_OPERATOR.userId, SHELL_OPERATOR.role] as const]);
  return (userId) => names.get(userId) ?? '';
};

/** The account with a user name in any spelling. An account whose name differs only in case comes first. */
export const findUserIdByName = async (views: Views, userName: string): Promise<string | null> => {
  const rows = await Promise.all(userNameKeys(userName).map((key) => views.get<UserByNameRow>(usersByName, key)));
  return rows.find((row) => row !== null)?.userId ?? null;
};

/**
 * Reserves a user name in all its spellings for one account. Names that were reserved before names were folded may have
 * another key, so the view is checked for those.
 * @throws RuleBroken USER_NAME_TAKEN
 */
export const reserveUserName = async (
  engines: Engines,
  decisions: Decisions,
  { userName, userId }: { userName: string; userId: string },
  context: CommandContext,
): Promise<void> => {
  const name = foldedName(userName);
  const nameTakenError = () => new RuleBroken(problem('USER_NAME_TAKEN', { userName }, 'userName'));
  const holder = await engines.views.get<UserByNameRow>(usersByName, name);
  if (holder && holder.userId !== userId) throw nameTakenError();
  const isUsedBy = async (holderId: string) => {
    const { state } = await load(engines.eventStore, user, holderId);
    return state !== null && foldedName(state.userName) === name;
  };
  try {
    await reserveValue(
      engines,
      decisions,
      { kind: 'userName', value: name, holderId: userId, step: 'user-name', isUsedBy },
      context,
    );
  } catch (error) {
    throw error instanceof RuleBroken && error.code === 'VALUE_TAKEN' ? nameTakenError() : error;
  }
};
