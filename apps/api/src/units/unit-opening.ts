import { consigningUnit, load, testingUnit, type Opening } from '#domain';
import type { EventStore, RecordedEvent } from '#events';

type OfUnit = { unitId: string | null; unitType: 1 | 2 | null };

/** How the opening of a unit stands and the event that registered it; null for one that was opened once. */
export type UnopenedUnit = { opening: Opening; registered: RecordedEvent };

/** Somebody's unit if it was never opened, as its stream says now. */
export const unopenedUnit = async (store: EventStore, { unitId, unitType }: OfUnit): Promise<UnopenedUnit | null> => {
  if (unitId === null) return null;
  const { state, past } =
    unitType === 1 ? await load(store, testingUnit, unitId) : await load(store, consigningUnit, unitId);
  const [registered] = past;
  return registered && state?.opening ? { opening: state.opening, registered } : null;
};
