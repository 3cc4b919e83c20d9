import { streamName } from '#domain/event-sourcing';
import { JOB_ORDERS_ID, jobOrders } from '#domain/operations';
import type { Engines, Jobs } from '#engines';
import { decode, jobOperationEvents } from '#events';

/**
 * Does what the order at this revision says. Asked for again, because its answer was lost, it may have been written and not been done,
 * so it is done again: but what a later order names, or what has ended anew since, is left alone. `count`: jobs the order names.
 */
export const executeJobOrder = async (
  { eventStore, jobs }: Pick<Engines, 'eventStore' | 'jobs'>,
  { revision, isRepeated }: { revision: number; isRepeated: boolean },
): Promise<{ count: number }> => {
  const { events } = await eventStore.read(streamName(jobOrders, JOB_ORDERS_ID), { from: revision });
  const [order, ...later] = events.map((event) => ({ ...decode(jobOperationEvents, event), at: event.metadata.at }));
  if (!order) throw new Error(`there is no order ${revision}`);
  const { ids } = order.data;
  const overruled = new Set(later.flatMap(({ data }) => data.ids));
  for (const id of ids) {
    if (overruled.has(id) || (isRepeated && (await hasEndedSince(jobs, id, order.at)))) continue;
    await (order.type === 'JobsRetried' ? jobs.retry(id) : jobs.cancel(id));
  }
  return { count: ids.length };
};

const hasEndedSince = async (jobs: Jobs, id: string, orderedAt: string): Promise<boolean> => {
  const job = await jobs.get(id);
  return job === null || (job.finishedAt !== null && job.finishedAt > orderedAt);
};
