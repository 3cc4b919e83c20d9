import {
  consignment,
  consignmentList,
  load,
  ROW_OPERATIONS,
  rowOperations,
  rowsNamedToday,
  streamOf,
  type ConsignmentRow,
} from '#domain';
import { ViewMissing, type Engines } from '#engines';
import type { EventStore, LedgerEntry } from '#events';

const BATCH = 500;

/**
 * The rows of a ledger in its order, a batch at a time: each as it was at its entry's revision, which is what the caller was allowed
 * to see, drafts under the names of today. The view has most of them; those that have moved on since, and those whose rows are to be made anew because a person whom they
 * name was erased, are folded from the log, as all are while the view is being built.
 */
export async function* ledgerRows(
  { eventStore, views }: Pick<Engines, 'eventStore' | 'views'>,
  entries: readonly LedgerEntry[],
): AsyncGenerator<ConsignmentRow[]> {
  const { open } = (await load(eventStore, rowOperations, ROW_OPERATIONS)).state;
  const outdated = new Set(open.values());
  for (let from = 0; from < entries.length; from += BATCH) {
    const batch = entries.slice(from, from + BATCH);
    const listed = await listedRows(
      views,
      batch.map(({ id }) => id),
    );
    const rows: ConsignmentRow[] = [];
    for (const entry of batch) {
      const row = listed.get(entry.id);
      rows.push(row?.revision === entry.revision && !outdated.has(entry.id) ? row : await foldedRow(eventStore, entry));
    }
    yield await rowsNamedToday(eventStore, rows);
  }
}

const listedRows = async (views: Engines['views'], ids: string[]): Promise<Map<string, ConsignmentRow>> => {
  try {
    return new Map((await views.getMany<ConsignmentRow>(consignmentList, ids)).map((row) => [row.id, row]));
  } catch (error) {
    if (error instanceof ViewMissing) return new Map();
    throw error;
  }
};

const foldedRow = async (store: EventStore, { id, revision }: LedgerEntry): Promise<ConsignmentRow> => {
  const { events } = await store.read(streamOf(consignment, id), { to: revision });
  const row = events.reduce<ConsignmentRow | null>((before, event) => consignmentList.project(before, event, id), null);
  if (!row) throw new Error(`consignment ${id} has no revision ${revision}`);
  return row;
};
