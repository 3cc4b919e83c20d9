import type { EventStore } from '#events';
import type { Moment } from '#domain';
import type { Caller } from '../auth/caller.js';
import { shownTo, type Shown } from '../consignments/shown.js';
import { switchesOf } from '../consignments/unit-facts.js';

type State = Moment['after'];

/**
 * What of the amounts of these states a caller is shown. Each testing unit hides its own: where a consignment went from one
 * that hides to one that does not, what was typed under the first stays hidden.
 */
export const amountsShown = async (
  store: EventStore,
  states: readonly State[],
  caller: Caller,
): Promise<(...of: (State | null)[]) => Shown> => {
  const unitIds = [...new Set(states.map(({ header }) => header.testUnitId))];
  const byUnit = new Map(
    await Promise.all(
      unitIds.map(async (unitId) => [unitId, shownTo(caller, await switchesOf(store, unitId))] as const),
    ),
  );
  return (...of) => {
    const shown = of.filter((state) => state !== null).map(({ header }) => byUnit.get(header.testUnitId));
    return { prices: shown.every((one) => one?.prices), estimate: shown.every((one) => one?.estimate) };
  };
};
