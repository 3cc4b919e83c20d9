import { type JobOperationEvent, jobOperationEvents } from '#events';
import type { Aggregate, Decider } from '../event-sourcing/handle.js';
import { problem, RuleBroken } from '../rules/rule-broken.js';

/** What an operator orders for jobs that were found under `filter` and whose number was confirmed. */
export type JobOrder = {
  type: 'RetryJobs' | 'CancelJobs';
  ids: string[];
  filter: Record<string, string>;
  reason: string;
};

/** Most jobs one order may name: their ids have to fit into one event. */
export const MAX_JOBS_PER_ORDER = 1_000;

/** One stream holds all orders: whoever asks who did what to a job finds it there. Nothing is decided on its past. */
export const JOB_ORDERS_ID = 'jobs';

const decider: Decider<JobOrder, null, JobOperationEvent> = {
  initialState: null,
  /** @throws RuleBroken NO_JOBS when nothing is left to act on. */
  decide({ type, ids, filter, reason }) {
    if (ids.length === 0) throw new RuleBroken(problem('NO_JOBS'));
    const data = { ids, filter, reason };
    switch (type) {
      case 'RetryJobs':
        return [{ type: 'JobsRetried', data }];
      case 'CancelJobs':
        return [{ type: 'JobsCancelled', data }];
    }
  },
  evolve: (state) => state,
};

/** operations-jobs. An order is recorded before any job is touched. */
export const jobOrders: Aggregate<typeof jobOperationEvents, JobOrder, null> = {
  category: 'operations',
  events: jobOperationEvents,
  decider,
};
