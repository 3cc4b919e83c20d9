import type { Actor } from '#events';

/** Who acts when nobody does: imports and jobs. There is no such user, so nobody can sign in as it. */
export const SYSTEM_ACTOR: Actor = { userId: '00000000-0000-5000-8000-000000000000', role: 'system', unitId: null };

/** Who runs a command about accounts on the shell of the service: no user either, and named as such wherever authors are. */
export const SHELL_OPERATOR: Actor = {
  userId: '00000000-0000-5000-8000-000000000002',
  role: 'shell operator',
  unitId: null,
};
