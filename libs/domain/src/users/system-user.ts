import type { Actor } from '#events';

/** Who acts when nobody does: imports and jobs. There is no such user, so nobody can sign in as it. */
export const SYSTEM_ACTOR: Actor = { userId: '00000000-0000-5000-8000-000000000000', role: 'system', unitId: null };
