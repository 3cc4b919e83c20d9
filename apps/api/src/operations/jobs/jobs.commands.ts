import { Inject, Injectable } from '@nestjs/common';
import { Command, CommandHandler, type ICommandHandler } from '@nestjs/cqrs';
import type { cancelJobs, JobState, retryJobs } from '#contract';
import { streamName, type CommandContext } from '#domain/event-sourcing';
import { JOB_ORDERS_ID, jobOrders, MAX_JOBS_PER_ORDER, type JobOrder } from '#domain/operations';
import { problem, RuleBroken, type RuleCode } from '#domain/rules';
import type { Engines, Jobs } from '#engines';
import { decode, jobOperationEvents, type Position } from '#events';
import { Decisions } from '../../commands/decisions.js';
import type { InputOf } from '../../http/operation-handlers.js';
import { ENGINES } from '../../injection-tokens.js';
import { jobFilterOf } from './jobs.queries.js';

const ALLOWED_STATES: Record<JobOrder['type'], readonly JobState[]> = {
  RetryJobs: ['failed', 'cancelled'],
  CancelJobs: ['waiting', 'active'],
};
const STATE_REFUSAL: Record<JobOrder['type'], RuleCode> = {
  RetryJobs: 'JOB_NOT_RETRIABLE',
  CancelJobs: 'JOB_NOT_CANCELLABLE',
};

/** `count`: the number of jobs in the order. */
export type JobOrderResult = { count: number; position: Position | null };

/** Retries or cancels one job. */
export class OrderJob extends Command<JobOrderResult> {
  constructor(
    readonly type: JobOrder['type'],
    readonly jobId: string,
    readonly reason: string,
    readonly context: CommandContext,
  ) {
    super();
  }
}

/** Retries or cancels all jobs of a filter. */
export class OrderJobs extends Command<JobOrderResult> {
  constructor(
    readonly type: JobOrder['type'],
    readonly filter: InputOf<typeof retryJobs> | InputOf<typeof cancelJobs>,
    readonly context: CommandContext,
  ) {
    super();
  }
}

/** Records an order and executes it. The event is written first: if that fails, no job is changed. */
@Injectable()
export class JobOrders {
  constructor(
    @Inject(ENGINES) private readonly engines: Engines,
    private readonly decisions: Decisions,
  ) {}

  async placeOrder(context: CommandContext, order: () => Promise<JobOrder>): Promise<JobOrderResult> {
    const { revision, position, appended } = await this.decisions.decide(jobOrders, JOB_ORDERS_ID, order, context);
    return { count: await this.execute(revision, appended === 0), position };
  }

  /**
   * Executes the order at a revision. A repeated request may have been recorded but not executed, so it is executed
   * again. Jobs that are part of a later order, or that have ended since, are skipped.
   */
  private async execute(revision: number, isRepeated: boolean): Promise<number> {
    const { eventStore, jobs } = this.engines;
    const { events } = await eventStore.read(streamName(jobOrders, JOB_ORDERS_ID), { from: revision });
    const [order, ...laterOrders] = events.map((event) => ({
      ...decode(jobOperationEvents, event),
      at: event.metadata.at,
    }));
    if (!order) throw new Error(`there is no order ${revision}`);
    const { ids } = order.data;
    const overruledIds = new Set(laterOrders.flatMap(({ data }) => data.ids));
    for (const id of ids) {
      if (overruledIds.has(id) || (isRepeated && (await hasEndedSince(jobs, id, order.at)))) continue;
      await (order.type === 'JobsRetried' ? jobs.retry(id) : jobs.cancel(id));
    }
    return ids.length;
  }
}

const hasEndedSince = async (jobs: Jobs, id: string, orderedAt: string): Promise<boolean> => {
  const job = await jobs.get(id);
  return job === null || (job.finishedAt !== null && job.finishedAt > orderedAt);
};

@CommandHandler(OrderJob)
export class OrderJobHandler implements ICommandHandler<OrderJob> {
  constructor(
    @Inject(ENGINES) private readonly engines: Engines,
    private readonly orders: JobOrders,
  ) {}

  execute({ type, jobId, reason, context }: OrderJob): Promise<JobOrderResult> {
    return this.orders.placeOrder(context, async () => {
      const job = await this.engines.jobs.get(jobId);
      if (!job) throw new RuleBroken(problem('NO_SUCH_JOB'));
      if (!ALLOWED_STATES[type].includes(job.state)) throw new RuleBroken(problem(STATE_REFUSAL[type]));
      return { type, ids: [job.id], filter: {}, reason };
    });
  }
}

@CommandHandler(OrderJobs)
export class OrderJobsHandler implements ICommandHandler<OrderJobs> {
  constructor(
    @Inject(ENGINES) private readonly engines: Engines,
    private readonly orders: JobOrders,
  ) {}

  /** @throws RuleBroken JOBS_CHANGED with the number of matching jobs if it is not `expectedCount` */
  execute({
    type,
    filter: { name, consignment, state, expectedCount, reason },
    context,
  }: OrderJobs): Promise<JobOrderResult> {
    const { jobs, views } = this.engines;
    return this.orders.placeOrder(context, async () => {
      const filter = await jobFilterOf(views, { name, consignment });
      const { jobs: matching, total } =
        filter === null ? { jobs: [], total: 0 } : await jobs.find({ ...filter, state, limit: MAX_JOBS_PER_ORDER });
      if (total !== expectedCount) throw new RuleBroken(problem('JOBS_CHANGED', { count: total }));
      return { type, ids: matching.map(({ id }) => id), filter: { state, ...filter }, reason };
    });
  }
}

export const jobCommandHandlers = [JobOrders, OrderJobHandler, OrderJobsHandler];
