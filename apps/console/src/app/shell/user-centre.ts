import type { UserInfo } from '#contract';
import { ROLE } from '#events';
import { hasRole } from '../../lib/session.js';

/** The role's own centre, where it stands; other roles have none (ROLE-002 to ROLE-005, SH-002). */
export const centreOf = (user: Pick<UserInfo, 'roles'>): string | null =>
  hasRole(user, ROLE.lab)
    ? '/UserCenter/testingOrganization'
    : hasRole(user, ROLE.client)
      ? '/UserCenter/ConsginUnitCenter'
      : null;
