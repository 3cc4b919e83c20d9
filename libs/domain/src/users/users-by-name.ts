import { decode, idOfStream, userEvents } from '#events';
import type { Projection } from '../projection.js';

/** Who signs in under a user name: the id is the name in lower case. */
export type UserByNameRow = { id: string; userId: string };

const nameOf = (event: Parameters<Projection<UserByNameRow>['idsOf']>[0]): string[] => {
  const { type, data } = decode(userEvents, event);
  return type === 'UserRegistered' ? [data.userName.toLowerCase()] : [];
};

export const usersByName: Projection<UserByNameRow> = {
  name: 'usersByName',
  version: 1,
  types: ['UserRegistered'],
  idsOf: nameOf,
  project: (_row, event, id) => ({ id, userId: idOfStream(event.stream) }),
  view: { columns: { userId: { type: 'text', of: (row) => row.userId } }, search: null, indexes: [] },
};
