import type { Permission } from '#contract';
import type { Actor, Role } from '#events';

/** Who calls, as the user's own stream says now; nothing of it comes from the token but the user id and the session. */
export type Caller = {
  /** What events record of the caller. */
  actor: Actor;
  jti: string;
  userId: string;
  userName: string;
  name: string;
  roles: string[];
  unitId: string | null;
  /** 1 testing unit, 2 consigning unit, null none. */
  unitType: 1 | 2 | null;
  unitName: string;
};

export const has = (caller: Pick<Caller, 'roles'>, ...roles: Role[]): boolean => roles.some((role) => caller.roles.includes(role));

export const callerMay = (caller: Pick<Caller, 'roles'>, permission: Permission): boolean =>
  typeof permission === 'string' ? true : caller.roles.some((role) => permission.includes(role));
