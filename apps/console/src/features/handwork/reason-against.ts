import type { ActionName } from '#contract';

/** Why this user may not do something now; null: allowed. */
export type ReasonAgainst = (action: ActionName) => string | null;
