import type { MachinePermission, Permission } from '#contract';
import { ROLE, type Actor, type Role, type Scope, type Via, UNIT_TYPE, type UnitType } from '#events';
import type { Embedding, LabSecret } from './lab-systems.js';
import type { RegisteredUser } from './users.js';

/** The access key of a call by a unit's own system. `byPrevious`: the call used the secret before the current one. */
export type CallingKey = { id: string; name: string; scopes: readonly Scope[]; byPrevious: boolean };

/** The caller of a request, read from the user's stream. Only the user id and the session come from the token. */
export type Caller = {
  /** The actor that events record. */
  actor: Actor;
  jti: string;
  /** The access key of a unit's own system. If set, `userId` is the id of the key. */
  key?: CallingKey;
  /** The page inside a laboratory's system that the session is for. It is limited to EMBEDDED_OPERATIONS. */
  embedding?: Embedding;
  /** Set if the laboratory's own system opened the session. `actor` contains it too, so that every event records it. */
  via?: Via;
  /** The secret that opened the session. */
  labSecret?: LabSecret;
  userId: string;
  userName: string;
  name: string;
  roles: string[];
  /** Every role of the account; more than `roles` in a session that was narrowed to one. */
  allRoles?: readonly string[];
  /** Operations that custom roles grant besides the built-in roles. */
  grants?: readonly string[];
  /** Whether a custom role grants this call. */
  isGrantedByRole?: boolean;
  unitId: string | null;
  /** 1 testing unit, 2 consigning unit, null none. */
  unitType: UnitType | null;
  unitName: string;
};

/** A registered user as the caller of a request. `jti` is the session of the request, empty if there is none. */
export const toCaller = (
  { id: userId, userName, profile, roles: allRoles, unitId, unitType, unitName }: RegisteredUser,
  jti: string,
  grants: readonly string[] = [],
  roles = allRoles,
  via: Via | null = null,
): Caller => ({
  grants,
  userId,
  userName,
  name: profile.name,
  roles,
  allRoles,
  unitId,
  unitType,
  unitName,
  jti,
  actor: { userId, role: roles[0] ?? '', unitId, ...(via && { via }) },
  ...(via && { via }),
});

/**
 * The side of a consignment that the caller is on. It follows from the unit and not from a role: a user who has only a
 * custom role sees what the unit sees, in the calls that this role permits.
 */
export const isClient = ({ unitType }: Pick<Caller, 'unitType'>): boolean => unitType === UNIT_TYPE.client;
export const isLab = ({ unitType }: Pick<Caller, 'unitType'>): boolean => unitType === UNIT_TYPE.laboratory;

export const hasRole = (caller: Pick<Caller, 'roles'>, ...roles: Role[]): boolean =>
  roles.some((role) => caller.roles.includes(role));

/**
 * Whether the caller acts for the whole platform: the administrator, and staff of the platform whose custom role grants
 * this call (ADR-016).
 */
export const isPlatformAdmin = (caller: Pick<Caller, 'roles' | 'unitId' | 'isGrantedByRole'>): boolean =>
  hasRole(caller, ROLE.admin) || (caller.unitId === null && caller.isGrantedByRole === true);

export const isAllowed = (
  caller: Pick<Caller, 'roles' | 'grants' | 'key'>,
  permission: Permission,
  operation: string,
): boolean => {
  if (caller.key)
    return allowsAccessKey(permission) && (permission.scope === null || caller.key.scopes.includes(permission.scope));
  const people = allowsAccessKey(permission) ? permission.people : permission;
  return (
    typeof people === 'string' ||
    (caller.grants?.includes(operation) ?? false) ||
    caller.roles.some((role) => people.includes(role))
  );
};

/** Whether an operation can be called with an access key. */
export const allowsAccessKey = (permission: Permission | undefined): permission is MachinePermission =>
  typeof permission === 'object' && 'scope' in permission;
