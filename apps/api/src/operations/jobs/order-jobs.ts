import { Controller, Inject } from '@nestjs/common';
import { cancelJob, cancelJobs, retryJob, retryJobs, type JobState } from '#contract';
import type { CommandContext } from '#domain/event-sourcing';
import { JOB_ORDERS_ID, MAX_JOBS_PER_ORDER, jobOrders, type JobOrder } from '#domain/operations';
import { problem, RuleBroken, type RuleCode } from '#domain/rules';
import type { Engines, JobFilter } from '#engines';
import { Decisions } from '../../commands/decisions.js';
import { withMeta, HandlesOperation, type InputOf } from '../../http/operation-handlers.js';
import { CurrentCommand } from '../../http/command-context.js';
import { Input } from '../../http/input.js';
import { ENGINES } from '../../provided.js';
import { executeJobOrder } from './carry-out.js';
import { jobFilterOf } from './job-filter.js';

const RETRIABLE: readonly JobState[] = ['failed', 'cancelled'];
const CANCELLABLE: readonly JobState[] = ['waiting', 'active'];

type Many = InputOf<typeof retryJobs> | InputOf<typeof cancelJobs>;

/** What operators do to jobs. The order is an event first: where it cannot be written, no job is touched. */
@Controller()
export class JobOrders {
  constructor(
    @Inject(ENGINES) private readonly engines: Engines,
    private readonly decisions: Decisions,
  ) {}

  @HandlesOperation(retryJob)
  retry(@Input() { jobId, reason }: InputOf<typeof retryJob>, @CurrentCommand() context: CommandContext) {
    return this.order(context, async () => ({
      type: 'RetryJobs',
      ids: await this.one(jobId, RETRIABLE, 'JOB_NOT_RETRIABLE'),
      filter: {},
      reason,
    }));
  }

  @HandlesOperation(cancelJob)
  cancel(@Input() { jobId, reason }: InputOf<typeof cancelJob>, @CurrentCommand() context: CommandContext) {
    return this.order(context, async () => ({
      type: 'CancelJobs',
      ids: await this.one(jobId, CANCELLABLE, 'JOB_NOT_CANCELLABLE'),
      filter: {},
      reason,
    }));
  }

  @HandlesOperation(retryJobs)
  retryMany(@Input() asked: InputOf<typeof retryJobs>, @CurrentCommand() context: CommandContext) {
    return this.order(context, async () => ({ type: 'RetryJobs', ...(await this.many(asked)) }));
  }

  @HandlesOperation(cancelJobs)
  cancelMany(@Input() asked: InputOf<typeof cancelJobs>, @CurrentCommand() context: CommandContext) {
    return this.order(context, async () => ({ type: 'CancelJobs', ...(await this.many(asked)) }));
  }

  private async order(context: CommandContext, made: () => Promise<JobOrder>) {
    const { revision, position, appended } = await this.decisions.decide(jobOrders, JOB_ORDERS_ID, made, context);
    return withMeta(await executeJobOrder(this.engines, { revision, isRepeated: appended === 0 }), { position });
  }

  private async one(jobId: string, states: readonly JobState[], otherwise: RuleCode): Promise<string[]> {
    const job = await this.engines.jobs.get(jobId);
    if (!job) throw new RuleBroken(problem('NO_SUCH_JOB'));
    if (!states.includes(job.state)) throw new RuleBroken(problem(otherwise));
    return [job.id];
  }

  /** The jobs of a filter, when they are as many as the operator was shown. @throws RuleBroken JOBS_CHANGED with their number otherwise */
  private async many({ name, consignment, state, expectedCount, reason }: Many): Promise<Omit<JobOrder, 'type'>> {
    const { jobs, views } = this.engines;
    const filter: JobFilter | null = await jobFilterOf(views, { name, consignment });
    const { jobs: found, total } =
      filter === null ? { jobs: [], total: 0 } : await jobs.find({ ...filter, state, limit: MAX_JOBS_PER_ORDER });
    if (total !== expectedCount) throw new RuleBroken(problem('JOBS_CHANGED', { count: total }));
    return { ids: found.map(({ id }) => id), filter: { state, ...filter }, reason };
  }
}
