import { type UnitManagerEvent, unitManagerEvents } from '#events';
import type { Aggregate } from '../event-sourcing/handle.js';
import { problem, refuseIf } from '../rules/rule-broken.js';

/** `holders` are the accounts that have the right at the moment; see `actingAccounts`. */
export type UnitManagerCommand =
  | { type: 'GrantUnitManager'; userId: string; holders: readonly string[]; reason: string }
  | { type: 'WithdrawUnitManager'; userId: string; holders: readonly string[]; reason: string };

/** Who was named last; null while nobody was. */
export type UnitManagers = { named: readonly string[] | null };

/**
 * Which accounts of a unit may act for colleagues. Those that were named, as far as they are open. Where nobody was
 * named, or none of them can sign in any more, it is the oldest open account: a unit is never left without one, and
 * every replay finds the same.
 * @param open accounts of the unit that can sign in, the oldest first
 */
export const effectiveUnitManagers = ({ named }: UnitManagers, open: readonly string[]): string[] => {
  const holders = open.filter((userId) => named?.includes(userId));
  return holders.length > 0 ? holders : open.slice(0, 1);
};

/** Named ones that are closed for now keep the right for the day they are opened again. */
const allOf = ({ named }: UnitManagers, holders: readonly string[]): string[] => [
  ...new Set([...(named ?? []), ...holders]),
];

/** unitManagers-<unit>. @throws RuleBroken REASON_REQUIRED, LAST_UNIT_MANAGER. */
export const unitManagers: Aggregate<typeof unitManagerEvents, UnitManagerCommand, UnitManagers> = {
  category: 'unitManagers',
  events: unitManagerEvents,
  decider: {
    initialState: { named: null },
    decide({ type, userId, holders, reason }, state): UnitManagerEvent[] {
      const all = allOf(state, holders);
      const why = reason.trim();
      if (type === 'GrantUnitManager')
        return holders.includes(userId)
          ? []
          : [{ type: 'UnitManagerGranted', data: { userId, managers: [...new Set([...all, userId])], reason: why } }];
      if (!all.includes(userId)) return [];
      refuseIf(why === '' ? problem('REASON_REQUIRED', {}, 'reason') : null);
      refuseIf(holders.some((holder) => holder !== userId) ? null : problem('LAST_UNIT_MANAGER'));
      return [
        { type: 'UnitManagerWithdrawn', data: { userId, managers: all.filter((one) => one !== userId), reason: why } },
      ];
    },
    evolve: (_, { data }) => ({ named: data.managers }),
  },
};
