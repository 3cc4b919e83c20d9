import { type UnitManagerEvent, unitManagerEvents } from '#events';
import type { Aggregate } from '../event-sourcing/handle.js';
import { problem, refuseIf } from '../rules/rule-broken.js';

/** `holders` are the accounts that have the right now; see `effectiveUnitManagers`. */
export type UnitManagerCommand =
  | { type: 'GrantUnitManager'; userId: string; holders: readonly string[]; reason: string }
  | { type: 'WithdrawUnitManager'; userId: string; holders: readonly string[]; reason: string };

/** The accounts that were granted the right; null before the first grant. */
export type UnitManagers = { managerIds: readonly string[] | null };

/**
 * The accounts of a unit that may act for colleagues: those with the right that are open. If nobody was granted it, or
 * no account with it can sign in, it is the oldest open account, so that a unit is never without a manager and every
 * replay gives the same result.
 */
export const effectiveUnitManagers = ({ managerIds }: UnitManagers, openUserIds: readonly string[]): string[] => {
  const holders = openUserIds.filter((userId) => managerIds?.includes(userId));
  return holders.length > 0 ? holders : openUserIds.slice(0, 1);
};

/** Accounts with the right that are closed now keep the right for when they are opened again. */
const managersOf = ({ managerIds }: UnitManagers, holders: readonly string[]): string[] => [
  ...new Set([...(managerIds ?? []), ...holders]),
];

/**
 * Stream unitManagers-<unit>.
 * @throws RuleBroken REASON_REQUIRED, LAST_UNIT_MANAGER.
 */
export const unitManagers: Aggregate<typeof unitManagerEvents, UnitManagerCommand, UnitManagers> = {
  category: 'unitManagers',
  events: unitManagerEvents,
  decider: {
    initialState: { managerIds: null },
    decide({ type, userId, holders, reason }, state): UnitManagerEvent[] {
      const managers = managersOf(state, holders);
      const trimmedReason = reason.trim();
      if (type === 'GrantUnitManager')
        return holders.includes(userId)
          ? []
          : [
              {
                type: 'UnitManagerGranted',
                data: { userId, managers: [...new Set([...managers, userId])], reason: trimmedReason },
              },
            ];
      if (!managers.includes(userId)) return [];
      refuseIf(trimmedReason === '' ? problem('REASON_REQUIRED', {}, 'reason') : null);
      refuseIf(holders.some((holder) => holder !== userId) ? null : problem('LAST_UNIT_MANAGER'));
      return [
        {
          type: 'UnitManagerWithdrawn',
          data: { userId, managers: managers.filter((each) => each !== userId), reason: trimmedReason },
        },
      ];
    },
    evolve: (_, { data }) => ({ managerIds: data.managers }),
  },
};
