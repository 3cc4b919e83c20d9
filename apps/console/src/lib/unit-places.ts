/** Accounts of a unit: name, id and type (1 testing, 2 consigning) stand in the address (NAV-008). */
export const USER_MANAGER = '/UserCenter/UserManager/:un/:ui/:ut';
/** Accounts of one's own unit, or of the whole platform for who administers it. */
export const USERS = '/UserCenter/UserManager';
export const userManagerPlace = (name: string, id: string, type: 1 | 2): string =>
  `/UserCenter/UserManager/${encodeURIComponent(name)}/${id}/${type}`;
