import { LAB_CONSIGN_ID } from '#contract';
import { consignment, labConsignmentIdOf, load, sameId, type ConsignmentFacts } from '#domain';
import type { EventStore } from '#events';
import type { Caller } from '../auth/caller.js';
import type { LabConsignments } from '../catalogue/lab-system/lab-systems.js';
import type { Done } from './handle-several.js';

type LabItem = { id: string } & Record<typeof LAB_CONSIGN_ID, string>;

/** {product}ConsignID of each consignment: empty unless the laboratory's system gave one (EM-007). */
export const limsItemsOf = (done: readonly Done[]): LabItem[] =>
  done.map(({ id, state }) => ({
    id,
    [LAB_CONSIGN_ID]: state.phase === 'absent' ? '' : labConsignmentIdOf(id, state),
  }));

/** Asks the laboratory's system for the ids that are not known yet, all at once; answers how to find the id of each consignment. */
export const labIdsFor = async (
  store: EventStore,
  laboratories: LabConsignments,
  ids: readonly string[],
  { unitId }: Caller,
): Promise<(id: string, state: ConsignmentFacts) => string> => {
  const unknown: string[] = [];
  for (const id of ids) {
    const { state } = await load(store, consignment, id);
    if (state.phase === 'open' && sameId(state.header.testUnitId, unitId) && labConsignmentIdOf(id, state) === '')
      unknown.push(id);
  }
  const told = await laboratories.labIdsOf(unitId, unknown);
  return (id, state) => labConsignmentIdOf(id, state) || (told.get(id) ?? '');
};
