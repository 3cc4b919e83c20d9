import {
  decode,
  idOfStream,
  type Position,
  type RecordedEvent,
  signInEvents,
  type UserEvent,
  userEvents,
} from '#events';
import { phoneNumbersIn } from '../text/text.js';
import type { Projection } from '../projection.js';

/** A user as lists show it. Whether a request may pass is decided on the folded stream, never on this row (ADR-012). */
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
  description: string;
  creationTime: string;
  lastLoginTime: string | null;
  /** Where the log has its registration: accounts in the order in which they were opened. */
  position: Position;
};

export const users: Projection<UserRow> = {
  name: 'users',
  version: 6,
  types: [...Object.keys(userEvents), 'UserSignedIn'],
  idsOf: (event) =>
    event.type === 'UserSignedIn' ? signInOf(event).map(({ userId }) => userId) : [idOfStream(event.stream)],
  project(row, event, id) {
    const [signIn] = signInOf(event);
    if (signIn)
      return row && (row.lastLoginTime === null || row.lastLoginTime < signIn.at)
        ? { ...row, lastLoginTime: signIn.at }
        : row;
    return apply(row, decode(userEvents, event), event, id);
  },
  view: {
    columns: {
      userName: { type: 'text', of: (row) => row.userName.toLowerCase() },
      email: { type: 'text', of: (row) => row.email.toLowerCase() },
      unitId: { type: 'text', of: (row) => row.unitId },
      isActive: { type: 'integer', of: (row) => Number(row.isActive) },
      creationTime: { type: 'text', of: (row) => row.creationTime },
      position: { type: 'text', of: (row) => row.position },
    },
    /** What reads as a telephone number is searched by its digits, see `numberSearched`. */
    search: (row) =>
      [row.userName, ...phoneNumbersIn(row.userName), row.name, row.phone, ...phoneNumbersIn(row.phone), row.unitName]
        .filter((text, at, all) => all.indexOf(text) === at)
        .join('\n'),
    indexes: [['unitId', 'position'], ['position', '_id', 'isActive'], ['email']],
    counted: [['isActive']],
  },
};

const signInOf = (event: RecordedEvent): { userId: string; at: string }[] => {
  if (event.type !== 'UserSignedIn') return [];
  const { type, data } = decode(signInEvents, event);
  return type === 'UserSignedIn' ? [data] : [];
};

const apply = (
  row: UserRow | null,
  event: UserEvent,
  { position, metadata }: RecordedEvent,
  id: string,
): UserRow | null => {
  if (event.type === 'UserRegistered') {
    const { profile, ...user } = event.data;
    return {
      id,
      ...user,
      description: '',
      ...profile,
      isActive: true,
      creationTime: metadata.at,
      lastLoginTime: row?.lastLoginTime ?? null,
      position,
    };
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
    case 'UserDeleted':
    case 'UserErased':
      return null;
    case 'UserPasswordSet':
    case 'UserPreferencesChanged':
    case 'NotificationChannelsChosen':
    case 'ThirdPartyBound':
    case 'ThirdPartyUnbound':
    case 'ErasedPersonCleared':
    case 'ErasedPersonNotCleared':
    case 'UserSessionsEnded':
    case 'UserUnlocked':
      return row;
  }
};
