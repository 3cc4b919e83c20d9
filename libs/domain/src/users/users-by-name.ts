import { decode, idOfStream, userEvents } from '#events';
import type { Projection } from '../projection.js';
import { foldedName } from '../text/text.js';

/**
 * Who signs in under a user name. The id is the folded name, or the name in lower case where that differs: accounts from before names
 * were folded may share the folded form, and then it is the account's whose name it is, else the first one's.
 */
export type UserByNameRow = { id: string; userId: string };

/** What to look a user name up under, in this order. */
export const keysOfUserName = (userName: string): string[] => [
  ...new Set([userName.toLowerCase(), foldedName(userName)]),
];

const idsOf = (event: Parameters<Projection<UserByNameRow>['idsOf']>[0]): string[] => {
  const { type, data } = decode(userEvents, event);
  return type === 'UserRegistered' ? keysOfUserName(data.userName) : [];
};

export const usersByName: Projection<UserByNameRow> = {
  name: 'usersByName',
  version: 2,
  types: ['UserRegistered'],
  idsOf,
  project(row, event, id) {
    const isOwn = idsOf(event)[0] === id;
    return row && !isOwn ? row : { id, userId: idOfStream(event.stream) };
  },
  view: { columns: { userId: { type: 'text', of: (row) => row.userId } }, search: null, indexes: [] },
};
