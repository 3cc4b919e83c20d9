import { Inject, Injectable } from '@nestjs/common';
import { Query, QueryHandler, type IQueryHandler } from '@nestjs/cqrs';
import type { getJob, JobDetail, JobRow, listJobs, ResultOf } from '#contract';
import { streamName } from '#domain/event-sourcing';
import { eventLog, eventLogRow, JOB_ORDERS_ID, jobOrders, type EventLogRow } from '#domain/operations';
import { problem, RuleBroken } from '#domain/rules';
import { consignmentList, type ConsignmentRow } from '#domain/views';
import type { Engines, Job, JobFilter, Views } from '#engines';
import { decode, jobOperationEvents } from '#events';
import type { Caller } from '../../auth/caller.js';
import type { InputOf } from '../../http/operation-handlers.js';
import { failingEndpoints as failingEndpointsOf } from '../../lab-systems/endpoint-health.js';
import { ENGINES } from '../../injection-tokens.js';
import { EventEntries } from '../event-log/event-entries.js';
import { findConsignmentIds } from '../event-log/event-filter.js';
import { redactPayload, redactPersons } from './redaction.js';

/** Jobs for operators, with the number of their consignment and without personal data. */
@Injectable()
export class JobRows {
  constructor(@Inject(ENGINES) private readonly engines: Engines) {}

  async of(jobs: readonly Job[]): Promise<JobRow[]> {
    const consignments = await this.engines.views.getMany<ConsignmentRow>(consignmentList, [
      ...new Set(jobs.flatMap(({ subject }) => subject ?? [])),
    ]);
    const codes = new Map(consignments.map(({ id, consignCode }) => [id, consignCode]));
    return jobs.map(
      ({
        id,
        name,
        state,
        attempts,
        maxAttempts,
        progress,
        error,
        createdAt,
        runAt,
        startedAt,
        finishedAt,
        subject,
      }) => ({
        id,
        name,
        state,
        attempts,
        maxAttempts,
        progress,
        error: error === null ? null : redactPersons(error),
        createdAt,
        runAt,
        startedAt,
        finishedAt,
        consignmentId: subject,
        consignCode: codes.get(subject ?? '') ?? '',
        eventId: eventIdOf(id),
      }),
    );
  }
}

/** Jobs that match a filter, with counts by state, and warnings about the queue and failing endpoints. */
export class ListJobs extends Query<ResultOf<typeof listJobs>> {
  constructor(readonly filter: InputOf<typeof listJobs>) {
    super();
  }
}

@QueryHandler(ListJobs)
export class ListJobsHandler implements IQueryHandler<ListJobs> {
  constructor(
    @Inject(ENGINES) private readonly engines: Engines,
    private readonly rows: JobRows,
  ) {}

  async execute({
    filter: { skipCount, maxResultCount, state, ...criteria },
  }: ListJobs): Promise<ResultOf<typeof listJobs>> {
    const { jobs, views } = this.engines;
    const filter = await jobFilterOf(views, criteria);
    const [reconciled, warnings, failingEndpoints] = await Promise.all([
      jobs.reconciliationResults(),
      jobs.warnings(),
      failingEndpointsOf(this.engines),
    ]);
    if (filter === null) {
      const counts = { waiting: 0, active: 0, done: 0, failed: 0, cancelled: 0 };
      return { items: [], totalCount: 0, counts, reconciled, warnings, failingEndpoints };
    }
    const [page, counts] = await Promise.all([
      jobs.find({ ...filter, ...(state ? { state } : {}), skip: skipCount, limit: maxResultCount }),
      jobs.counts(filter),
    ]);
    const items = await this.rows.of(page.jobs);
    return { items, totalCount: page.total, counts, reconciled, warnings, failingEndpoints };
  }
}

/** One job with its payload, the event that caused it and the orders of operators. */
export class GetJob extends Query<ResultOf<typeof getJob>> {
  constructor(
    readonly jobId: string,
    readonly caller: Caller,
  ) {
    super();
  }
}

@QueryHandler(GetJob)
export class GetJobHandler implements IQueryHandler<GetJob> {
  constructor(
    @Inject(ENGINES) private readonly engines: Engines,
    private readonly rows: JobRows,
    private readonly entries: EventEntries,
  ) {}

  async execute({ jobId, caller }: GetJob): Promise<ResultOf<typeof getJob>> {
    const job = await this.engines.jobs.get(jobId);
    const [row] = job ? await this.rows.of([job]) : [];
    if (!job || !row) throw new RuleBroken(problem('NO_SUCH_JOB'));
    const causeRow = await this.engines.views.get<EventLogRow>(eventLog, row.eventId);
    const [[cause], orders] = await Promise.all([
      this.entries.toEntries(causeRow ? [causeRow] : [], caller),
      this.ordersOf(jobId, caller),
    ]);
    return { ...row, payload: redactPayload(job.payload), cause: cause ?? null, orders };
  }

  /** The orders of operators for the job, newest first. */
  private async ordersOf(jobId: string, caller: Caller): Promise<JobDetail['orders']> {
    const { events } = await this.engines.eventStore.read(streamName(jobOrders, JOB_ORDERS_ID));
    const orders = events
      .map((event) => ({ event, ...decode(jobOperationEvents, event) }))
      .filter(({ data }) => data.ids.includes(jobId))
      .toReversed();
    const entries = await this.entries.toEntries(
      orders.map(({ event }) => eventLogRow(event)),
      caller,
    );
    return orders.flatMap(({ type, data: { reason } }, index) =>
      entries
        .slice(index, index + 1)
        .map(({ id, at, userId, userName }) => ({ type, at, userId, userName, reason, eventId: id })),
    );
  }
}

/** The id of a job is "<event id>.<job name>". */
const eventIdOf = (jobId: string): string => jobId.slice(0, Math.max(0, jobId.indexOf('.')));

/** The filter in terms of the job queue; null if the consignment does not exist, so that nothing matches. */
export const jobFilterOf = async (
  views: Views,
  { name, consignment }: { name?: string | undefined; consignment?: string | undefined },
): Promise<Omit<JobFilter, 'state'> | null> => {
  const ofName = name === undefined ? {} : { name };
  if (consignment === undefined) return ofName;
  const [subject] = await findConsignmentIds(views, consignment);
  return subject === undefined ? null : { ...ofName, subject };
};

export const jobQueryHandlers = [ListJobsHandler, GetJobHandler];
