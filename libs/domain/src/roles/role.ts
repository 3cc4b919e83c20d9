import { type CustomRole, decode, idOfStream, ROLE, type RoleEvent, roleEvents } from '#events';
import type { Aggregate } from '../event-sourcing/handle.js';
import type { Projection } from '../event-sourcing/projection.js';
import { isJsonEqual } from '../rules/equality.js';
import { type Problem, problem, refuseIf, RuleBroken } from '../rules/rule-broken.js';
import { foldedName, lengthOf } from '../text/text.js';

/** Maximum lengths in characters. */
export const ROLE_LIMITS = { displayName: 50, description: 200, reason: 200 } as const;

const NAME = /^[\p{L}\p{Nd}._-]{2,30}$/u;
const BUILT_IN: readonly string[] = Object.values(ROLE);

export type RoleCommand =
  | { type: 'CreateRole'; role: CustomRole }
  | { type: 'ChangeRole'; role: Omit<CustomRole, 'name'>; reason: string }
  | { type: 'DeleteRole'; reason: string };

/**
 * All problems of a role's raw input. Each path is the member name of the interface. The caller checks that the
 * permissions exist.
 */
export const roleProblems = ({ name, displayName, description }: CustomRole): Problem[] => [
  ...(NAME.test(name) && !BUILT_IN.some((builtIn) => foldedName(builtIn) === foldedName(name))
    ? []
    : [problem('ROLE_NAME_INVALID', {}, 'name')]),
  ...(lengthOf(displayName) > ROLE_LIMITS.displayName
    ? [problem('TEXT_TOO_LONG', { max: ROLE_LIMITS.displayName }, 'displayName')]
    : []),
  ...(lengthOf(description) > ROLE_LIMITS.description
    ? [problem('TEXT_TOO_LONG', { max: ROLE_LIMITS.description }, 'description')]
    : []),
];

/** Whether a change removes permissions from the role, and so from its holders. */
export const removesPermissions = (before: readonly string[], after: readonly string[]): boolean =>
  before.some((permission) => !after.includes(permission));

const decide = (command: RoleCommand, state: CustomRole | null): RoleEvent[] => {
  if (command.type === 'CreateRole') {
    refuseIf(state && problem('RECORD_EXISTS', {}, 'name'));
    refuseIf(roleProblems(command.role));
    return [{ type: 'RoleCreated', data: sortPermissions(command.role) }];
  }
  if (!state) throw new RuleBroken(problem('NO_SUCH_ROLE'));
  const reason = command.reason.trim();
  switch (command.type) {
    case 'ChangeRole': {
      const after = sortPermissions({ ...command.role, name: state.name });
      refuseIf(roleProblems(after));
      return isJsonEqual(after, state) ? [] : [{ type: 'RoleChanged', data: { ...after, reason } }];
    }
    case 'DeleteRole':
      return [{ type: 'RoleDeleted', data: { reason } }];
  }
};

const sortPermissions = (role: CustomRole): CustomRole => ({
  ...role,
  permissions: [...new Set(role.permissions)].toSorted(),
});

/** A role for its history, with one entry per permission; `nameOf` returns the name of a permission (002 US-012). */
export const toApiRole = ({ permissions, ...role }: CustomRole, nameOf: (permission: string) => string): object => ({
  ...role,
  permissions: permissions.map((id) => ({ id, name: nameOf(id) })),
});

/**
 * Stream role-<v5 of the name>. The state is null before the role is created and after it is deleted. The name never
 * changes.
 * @throws RuleBroken RECORD_EXISTS, NO_SUCH_ROLE, ROLE_NAME_INVALID, TEXT_TOO_LONG (002 US-012, US-013).
 */
export const role: Aggregate<typeof roleEvents, RoleCommand, CustomRole | null> = {
  category: 'role',
  events: roleEvents,
  decider: {
    initialState: null,
    decide,
    evolve(_state, event) {
      if (event.type === 'RoleDeleted') return null;
      const { name, displayName, description, permissions } = event.data;
      return { name, displayName, description, permissions };
    },
  },
};

/** A custom role, created by the administrator. */
export type RoleRow = CustomRole & { id: string; revision: number };

export const roles: Projection<RoleRow> = {
  name: 'roles',
  version: 1,
  types: Object.keys(roleEvents),
  idsOf: (event) => [idOfStream(event.stream)],
  project(_row, event, id) {
    const roleEvent = decode(roleEvents, event);
    if (roleEvent.type === 'RoleDeleted') return null;
    const { name, displayName, description, permissions } = roleEvent.data;
    return { id, revision: event.revision, name, displayName, description, permissions };
  },
  view: { columns: { name: { type: 'text', of: (row) => row.name.toLowerCase() } }, search: null, indexes: [['name']] },
};
