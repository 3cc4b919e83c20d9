import { type JobOperationEvent, jobOperationEvents } from '#events';
import type { Aggregate, Decider } from '../event-sourcing/handle.js';
import { problem, RuleBroken } from '../rules/rule-broken.js';

/** An operator's order for the jobs that matched `filter` and whose number was confirmed. */
export type JobOrder = {
  type: 'RetryJobs' | 'CancelJobs';
  ids: string[];
  filter: Record<string, string>;
  reason: string;
};

/** Maximum number of jobs in one order, because their ids must fit into one event. */
export const MAX_JOBS_PER_ORDER = 1_000;

/** One stream holds all orders, so that it shows every order for a job. Decisions do not depend on earlier orders. */
export const JOB_ORDERS_ID = 'jobs';

const decider: Decider<JobOrder, null, JobOperationEvent> = {
  initialState: null,
  /** @throws RuleBroken NO_JOBS if there is no job to act on. */
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

/** Stream operations-jobs. An order is recorded before any job is changed. */
export const jobOrders: Aggregate<typeof jobOperationEvents, JobOrder, null> = {
  category: 'operations',
  events: jobOperationEvents,
  decider,
};
