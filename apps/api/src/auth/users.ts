import { Inject, Injectable } from '@nestjs/common';
import { foldedName, load, user, users, usersByName, type User, type UserByNameRow, type UserRow } from '#domain';
import type { Engines } from '#engines';
import { getFresh } from '../http/fresh.js';
import { ENGINES } from '../provided.js';
import { userIdOfName } from '../users/user-name.js';

/** A registered user; `profile` is personal and reads as erased when the person is. */
export type KnownUser = User & { id: string };

/** Users as their streams say now. */
@Injectable()
export class Users {
  constructor(@Inject(ENGINES) private readonly engines: Engines) {}

  async byId(id: string): Promise<KnownUser | null> {
    const { state } = await load(this.engines.eventStore, user, id);
    return state ? { ...state, id } : null;
  }

  /** By user name, however it is written, or by an e-mail address that one user alone has. */
  async byNameOrEmail(given: string): Promise<KnownUser | null> {
    const { views } = this.engines;
    const name = foldedName(given);
    const userId =
      (await userIdOfName(views, given)) ??
      (await getFresh<UserByNameRow>(this.engines, usersByName, name))?.userId ??
      null;
    if (userId !== null) return this.byId(userId);
    const { rows } = await views.find<UserRow>(users, { where: [{ column: 'email', eq: name }], limit: 2 });
    const [only, another] = rows;
    return only && !another ? this.byId(only.id) : null;
  }
}
