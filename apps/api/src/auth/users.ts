import { Inject, Injectable } from '@nestjs/common';
import { decode, userEvents, type UserEvent } from '#events';
import { usersByName } from '#domain';
import type { Engines } from '#engines';
import { ENGINES } from '../provided.js';

export type KnownUser = {
  userId: string;
  userName: string;
  name: string;
  roles: string[];
  unitId: string | null;
  unitType: 1 | 2 | null;
  unitName: string;
  active: boolean;
};

const CACHED = 10_000;

/** Users as their streams say now. */
@Injectable()
export class Users {
  private readonly folded = new Map<string, { revision: number; user: KnownUser }>();

  constructor(@Inject(ENGINES) private readonly engines: Engines) {}

  /** Folded once a revision: a request costs one look at the end of the stream. */
  async byId(userId: string): Promise<KnownUser | null> {
    const stream = `user-${userId}`;
    const last = await this.engines.store.readLast(stream);
    if (!last) return null;
    const known = this.folded.get(userId);
    if (known?.revision === last.revision) return known.user;
    const { events, head } = await this.engines.store.read(stream);
    const user = events.map((stored) => decode(userEvents, stored)).reduce<KnownUser | null>((state, event) => evolve(state, event, userId), null);
    if (!user) return null;
    if (this.folded.size >= CACHED) this.folded.clear();
    this.folded.set(userId, { revision: head.revision, user });
    return user;
  }
}

const evolve = (user: KnownUser | null, event: UserEvent, userId: string): KnownUser | null => {
  switch (event.type) {
    case 'UserRegistered': {
      const { userName, profile, roles, unitId, unitType, unitName } = event.data;
      return { userId, userName, name: profile.name, roles, unitId, unitType, unitName, active: true };
    }
    case 'UserDeactivated': return user && { ...user, active: false };
    case 'UserActivated': return user && { ...user, active: true };
    case 'UserRolesChanged': return user && { ...user, roles: event.data.roles };
  }
};
