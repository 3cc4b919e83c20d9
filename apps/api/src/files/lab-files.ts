import { isIntegrated, load, testingUnit } from '#domain';
import type { Attachment, EventStore } from '#events';
import type { Known } from '../consignments/find-consignment.js';

/**
 * The files of a consignment as its laboratory holds them. A laboratory without a system of its own works here, with the files that
 * were sent to it; what another's system holds, that system alone can say (FI-008, PRE-003).
 */
export const filesOfLab = async (
  eventStore: EventStore,
  { header: { testUnitId }, attachments }: Known,
): Promise<readonly Attachment[]> => {
  const { state: unit } = testUnitId ? await load(eventStore, testingUnit, testUnitId) : { state: null };
  return unit && !isIntegrated(unit) ? attachments : [];
};
