import { consigningUnit, load, problem, refuseIf, UNIT_STATUS } from '#domain';
import type { EventStore } from '#events';

/** Whether a consigning unit may start and submit consignments. @throws RuleBroken CONSIGNING_UNIT_CLOSED for one that is switched off. */
export const openConsigningUnit = async (store: EventStore, unitId: string | null): Promise<void> => {
  if (unitId === null) return; // the decision refuses it
  const { state } = await load(store, consigningUnit, unitId);
  refuseIf(state?.status === UNIT_STATUS.closed ? problem('CONSIGNING_UNIT_CLOSED') : null);
};
