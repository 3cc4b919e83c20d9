/** Accounts of a unit: name, id and type (1 testing, 2 consigning) stand in the address (NAV-008). */
export const USER_MANAGER = '/UserCenter/UserManager/:un/:ui/:ut';
export const userManagerPlace = (name: string, id: string, type: 1 | 2): string => `/UserCenter/UserManager/${encodeURIComponent(name)}/${id}/${type}`;
