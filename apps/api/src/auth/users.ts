import { Inject, Injectable } from '@nestjs/common';
import { load, streamOf, user, users, usersByName, type User, type UserByNameRow, type UserRow } from '#domain';
import type { Engines } from '#engines';
import { missed } from '../http/fresh.js';
import { ENGINES } from '../provided.js';

/** A registered user; `profile` is personal and reads as erased when the person is. */
export type KnownUser = User & { id: string };

const CACHED = 10_000;

/** Users as their streams say now. */
@Injectable()
export class Users {
  private readonly folded = new Map<string, { revision: number; known: KnownUser }>();

  constructor(@Inject(ENGINES) private readonly engines: Engines) {}

  /** Folded once a revision: a request costs one look at the end of the stream. */
  async byId(id: string): Promise<KnownUser | null> {
    const { eventStore } = this.engines;
    const last = await eventStore.readLast(streamOf(user, id));
    if (!last) return null;
    const folded = this.folded.get(id);
    if (folded && folded.revision === last.revision) return folded.known;
    const { state, head } = await load(eventStore, user, id);
    if (!state) return null;
    if (this.folded.size >= CACHED) this.folded.clear();
    const known = { ...state, id };
    this.folded.set(id, { revision: head.revision, known });
    return known;
  }

  /** By user name, or by an e-mail address that one user alone has. */
  async byNameOrEmail(given: string): Promise<KnownUser | null> {
    const { views } = this.engines;
    const name = given.toLowerCase();
    const named = () => views.get<UserByNameRow>(usersByName, name);
    const row = (await named()) ?? ((await missed(this.engines, usersByName)) ? await named() : null);
    if (row) return this.byId(row.userId);
    const { rows } = await views.find<UserRow>(users, { where: [{ column: 'email', eq: name }], limit: 2 });
    const [only, another] = rows;
    return only && !another ? this.byId(only.id) : null;
  }
}
