/** Accounts of a unit: name, id and type (1 testing, 2 consigning) stand in the address (NAV-008). */
export const USER_MANAGER = '/UserCenter/UserManager/:un/:ui/:ut';
/** Accounts of one's own unit, or of the whole platform for who administers it. */
export const USERS = '/UserCenter/UserManager';
/** The administrator's list of units of a type (1 testing, 2 consigning), filtered. The path of the second is spelt as the specification has it. */
export const unitManagerPlace = (type: 1 | 2, filter: { keyword?: string; state?: string }): string => {
  const query = new URLSearchParams();
  if (filter.keyword) query.set('q', filter.keyword);
  if (filter.state) query.set('state', filter.state);
  return `/SystemManager/${type === 1 ? 'TestUnitManager' : 'ConsginUnitManager'}?${query.toString()}`;
};
export const userManagerPlace = (name: string, id: string, type: 1 | 2): string =>
  `/UserCenter/UserManager/${encodeURIComponent(name)}/${id}/${type}`;
