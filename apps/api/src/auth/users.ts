import { Inject, Injectable } from '@nestjs/common';
import { load } from '#domain/event-sourcing';
import { accessKey } from '#domain/lab-systems';
import { foldedName } from '#domain/text';
import { testingUnit } from '#domain/units';
import { user, users, usersByName, type User, type UserByNameRow, type UserRow } from '#domain/users';
import type { Engines } from '#engines';
import { getOrWait } from '../http/fresh.js';
import { ENGINES } from '../provided.js';
import { readUnitName } from '../units/unit-state.js';
import { findUserIdByName } from '../users/user-name.js';

/** A registered user; `profile` is personal and reads as erased when the person is. */
export type RegisteredUser = User & { id: string };

/** Users as their streams say now. */
@Injectable()
export class Users {
  constructor(@Inject(ENGINES) private readonly engines: Engines) {}

  async byId(id: string): Promise<RegisteredUser | null> {
    const { state } = await load(this.engines.eventStore, user, id);
    return state ? { ...state, id } : null;
  }

  /**
   * Who events name as the one who acted: a user, else a unit's own system by the name of its access key. Both texts are empty for who
   * is neither.
   */
  async actorById(id: string): Promise<{ name: string; unitName: string }> {
    const known = await this.byId(id);
    if (known) return { name: known.profile.name, unitName: known.unitName };
    const { eventStore } = this.engines;
    const key = (await load(eventStore, accessKey, id)).state;
    if (!key) return this.systemOfUnit(id);
    const unitName = await readUnitName(eventStore, { ...key, unitName: '' });
    return { name: `实验室系统 (${key.name})`, unitName };
  }

  /** The system of a testing unit that showed the unit's integration secret, and no key: events name it by the unit. */
  private async systemOfUnit(unitId: string): Promise<{ name: string; unitName: string }> {
    const { state } = await load(this.engines.eventStore, testingUnit, unitId);
    return state ? { name: '实验室系统', unitName: state.testUnitName } : { name: '', unitName: '' };
  }

  /** By user name, however it is written, or by an e-mail address that one user alone has. */
  async byNameOrEmail(given: string): Promise<RegisteredUser | null> {
    const { views } = this.engines;
    const name = foldedName(given);
    const userId =
      (await findUserIdByName(views, given)) ??
      (await getOrWait<UserByNameRow>(this.engines, usersByName, name))?.userId ??
      null;
    if (userId !== null) return this.byId(userId);
    const { rows } = await views.find<UserRow>(users, { where: [{ column: 'email', eq: name }], limit: 2 });
    const [only, another] = rows;
    return only && !another ? this.byId(only.id) : null;
  }
}
