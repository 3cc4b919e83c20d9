import type { UserInfo } from '#contract';
import { ROLE } from '#events';
import { hasRole } from '../../lib/session.js';

/** Whose catalogue is kept: `place` is the unit in the address, null for one's own or the template; `whose` what the calls are asked with. */
export type Keeper = { isTemplate: boolean; place: string | null; whose: { testUnitId?: string } };

/** A laboratory keeps its own, whatever the address says; the administrator the unit's in the address, else the system template. */
export const keeperOf = (user: Pick<UserInfo, 'roles'>, unitId: string | null): Keeper => {
  const isAdmin = hasRole(user, ROLE.admin);
  return isAdmin && unitId !== null
    ? { isTemplate: false, place: unitId, whose: { testUnitId: unitId } }
    : { isTemplate: isAdmin, place: null, whose: {} };
};
