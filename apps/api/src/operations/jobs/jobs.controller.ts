import { Controller } from '@nestjs/common';
import { CommandBus, QueryBus } from '@nestjs/cqrs';
import { cancelJob, cancelJobs, getJob, listJobs, retryJob, retryJobs } from '#contract';
import type { CommandContext } from '#domain/event-sourcing';
import type { Caller } from '../../auth/caller.js';
import { CurrentUser } from '../../http/api-request.js';
import { CurrentCommand } from '../../http/command-context.js';
import { Input } from '../../http/input.js';
import { HandlesOperation, withMeta, type InputOf } from '../../http/operation-handlers.js';
import { OrderJob, OrderJobs, type JobOrderResult } from './jobs.commands.js';
import { GetJob, ListJobs } from './jobs.queries.js';

@Controller()
export class JobsController {
  constructor(
    private readonly commands: CommandBus,
    private readonly queries: QueryBus,
  ) {}

  @HandlesOperation(listJobs)
  list(@Input() filter: InputOf<typeof listJobs>) {
    return this.queries.execute(new ListJobs(filter));
  }

  @HandlesOperation(getJob)
  get(@Input() { jobId }: InputOf<typeof getJob>, @CurrentUser() caller: Caller) {
    return this.queries.execute(new GetJob(jobId, caller));
  }

  @HandlesOperation(retryJob)
  async retry(@Input() { jobId, reason }: InputOf<typeof retryJob>, @CurrentCommand() context: CommandContext) {
    return toResponse(await this.commands.execute(new OrderJob('RetryJobs', jobId, reason, context)));
  }

  @HandlesOperation(cancelJob)
  async cancel(@Input() { jobId, reason }: InputOf<typeof cancelJob>, @CurrentCommand() context: CommandContext) {
    return toResponse(await this.commands.execute(new OrderJob('CancelJobs', jobId, reason, context)));
  }

  @HandlesOperation(retryJobs)
  async retryMany(@Input() filter: InputOf<typeof retryJobs>, @CurrentCommand() context: CommandContext) {
    return toResponse(await this.commands.execute(new OrderJobs('RetryJobs', filter, context)));
  }

  @HandlesOperation(cancelJobs)
  async cancelMany(@Input() filter: InputOf<typeof cancelJobs>, @CurrentCommand() context: CommandContext) {
    return toResponse(await this.commands.execute(new OrderJobs('CancelJobs', filter, context)));
  }
}

const toResponse = ({ count, position }: JobOrderResult) => withMeta({ count }, { position });
