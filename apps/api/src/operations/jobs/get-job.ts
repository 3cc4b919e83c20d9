import { Controller, Inject } from '@nestjs/common';
import { getJob, type JobDetail } from '#contract';
import { streamName } from '#domain/event-sourcing';
import { eventLog, eventLogRow, JOB_ORDERS_ID, jobOrders, type EventLogRow } from '#domain/operations';
import { problem, RuleBroken } from '#domain/rules';
import type { Engines } from '#engines';
import { decode, jobOperationEvents } from '#events';
import type { Caller } from '../../auth/caller.js';
import { CurrentUser } from '../../http/api-request.js';
import { HandlesOperation, type InputOf } from '../../http/operation-handlers.js';
import { Input } from '../../http/input.js';
import { ENGINES } from '../../provided.js';
import { EventEntries } from '../event-log/event-entries.js';
import { JobRows } from './job-rows.js';
import { redactPayload } from './without-persons.js';

@Controller()
export class GetJob {
  constructor(
    @Inject(ENGINES) private readonly engines: Engines,
    private readonly rows: JobRows,
    private readonly entries: EventEntries,
  ) {}

  @HandlesOperation(getJob)
  async handle(@Input() { jobId }: InputOf<typeof getJob>, @CurrentUser() caller: Caller) {
    const job = await this.engines.jobs.get(jobId);
    const [row] = job ? await this.rows.of([job]) : [];
    if (!job || !row) throw new RuleBroken(problem('NO_SUCH_JOB'));
    const asked = await this.engines.views.get<EventLogRow>(eventLog, row.eventId);
    const [[cause], orders] = await Promise.all([
      this.entries.of(asked ? [asked] : [], caller),
      this.ordersOn(jobId, caller),
    ]);
    return { ...row, payload: redactPayload(job.payload), cause: cause ?? null, orders };
  }

  /** What operators did to it, newest first. */
  private async ordersOn(jobId: string, caller: Caller): Promise<JobDetail['orders']> {
    const { events } = await this.engines.eventStore.read(streamName(jobOrders, JOB_ORDERS_ID));
    const orders = events
      .map((event) => ({ event, ...decode(jobOperationEvents, event) }))
      .filter(({ data }) => data.ids.includes(jobId))
      .toReversed();
    const entries = await this.entries.of(
      orders.map(({ event }) => eventLogRow(event)),
      caller,
    );
    return orders.flatMap(({ type, data: { reason } }, place) =>
      entries
        .slice(place, place + 1)
        .map(({ id, at, userId, userName }) => ({ type, at, userId, userName, reason, eventId: id })),
    );
  }
}
