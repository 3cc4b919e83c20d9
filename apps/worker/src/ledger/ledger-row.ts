import { consignment, consignmentList, streamOf, type ConsignmentRow } from '#domain';
import type { EventStore, LedgerEntry } from '#events';

/** The row of the consignment list as it was at the entry's revision, folded from the log: it is what the caller was allowed to see. */
export const ledgerRow = async (store: EventStore, { id, revision }: LedgerEntry): Promise<ConsignmentRow> => {
  const { events } = await store.read(streamOf(consignment, id), { to: revision });
  const row = events.reduce<ConsignmentRow | null>((before, event) => consignmentList.project(before, event, id), null);
  if (!row) throw new Error(`consignment ${id} has no revision ${revision}`);
  return row;
};
