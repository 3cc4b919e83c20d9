import { decode, idOfStream, type UserEvent, userEvents } from '#events';
import type { Projection } from '../projection.js';

/** A user as lists show it. Whether a request may pass is decided on the folded stream, never on this row (DECISIONS 22). */
export type UserRow = {
  id: string;
  userName: string;
  name: string;
  phone: string;
  email: string;
  roles: string[];
  unitId: string | null;
  unitType: 1 | 2 | null;
  unitName: string;
  isActive: boolean;
  creationTime: string;
};

export const users: Projection<UserRow> = {
  name: 'users',
  version: 1,
  types: Object.keys(userEvents),
  idsOf: (event) => [idOfStream(event.stream)],
  project: (row, event, id) => apply(row, decode(userEvents, event), event.metadata.at, id),
  view: {
    columns: {
      userName: { type: 'text', of: (row) => row.userName.toLowerCase() },
      email: { type: 'text', of: (row) => row.email.toLowerCase() },
      unitId: { type: 'text', of: (row) => row.unitId },
      isActive: { type: 'integer', of: (row) => Number(row.isActive) },
      creationTime: { type: 'text', of: (row) => row.creationTime },
    },
    search: (row) => `${row.userName}\n${row.name}\n${row.phone}\n${row.unitName}`,
    indexes: [['unitId', 'creationTime'], ['email']],
  },
};

const apply = (row: UserRow | null, event: UserEvent, at: string, id: string): UserRow | null => {
  if (event.type === 'UserRegistered') {
    const { profile, ...user } = event.data;
    return { id, ...user, ...profile, isActive: true, creationTime: at };
  }
  if (!row) return null;
  switch (event.type) {
    case 'UserProfileChanged':
      return { ...row, ...event.data.profile };
    case 'UserDeactivated':
      return { ...row, isActive: false };
    case 'UserActivated':
      return { ...row, isActive: true };
    case 'UserRolesChanged':
      return { ...row, roles: event.data.roles };
    case 'UserPasswordSet':
      return row;
  }
};
