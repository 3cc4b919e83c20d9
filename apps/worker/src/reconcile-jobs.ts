import type { Logger } from 'pino';
import { DAY_MS, MINUTE_MS } from '#domain/time';
import { JOB_RETENTION_MS, type Jobs } from '#engines';
import type { Position, RecordedEvent } from '#events';
import { jobIdOf, type JobName, type Reaction } from './reactions.js';

/** A job that is pending for longer is reported as overdue: its worker, or something that the worker needs, is away. */
const OVERDUE_MS = 15 * MINUTE_MS;
/** Older requests may have had a job that has been deleted since: failed and cancelled jobs are kept for 30 days. */
export const MAX_PENDING_AGE_MS = JOB_RETENTION_MS.unsettled - DAY_MS;

type Options = {
  jobs: Jobs;
  pending: PendingRequests;
  enqueue(event: RecordedEvent, reaction: Reaction): Promise<void>;
  now: () => Date;
  logger: Logger;
  jobNames: readonly JobName[];
  /** A request that was read this long ago and has no job has lost it. */
  graceMs: number;
};

/**
 * One round: compares the requests in the log with the existing jobs and enqueues missing jobs again. The results are
 * stored with the jobs, where the api reads them for /metrics and the operators' page.
 */
export const reconcileJobs = async ({
  jobs,
  pending,
  enqueue,
  now,
  logger,
  jobNames,
  graceMs,
}: Options): Promise<void> => {
  const at = now();
  const ageOf = ({ event }: PendingRequest): number => at.getTime() - Date.parse(event.metadata.at);
  const latestReadAt = performance.now() - graceMs;
  for (const request of pending.all()) if (ageOf(request) > MAX_PENDING_AGE_MS) pending.drop(request);
  const results = [];
  for (const name of jobNames) {
    const requests = pending.all().filter(({ reaction, readAt }) => reaction.job === name && readAt <= latestReadAt);
    const locations = await jobs.locate(
      name,
      requests.map(({ event }) => jobIdOf(event, name)),
    );
    let [putBack, overdue] = [0, 0];
    for (const [index, request] of requests.entries()) {
      const location = locations[index];
      // The job has run and had nothing to record, e.g. because there was nobody to notify.
      if (location === 'done') pending.drop(request);
      if (location === 'lost') {
        await enqueue(request.event, request.reaction);
        putBack += 1;
      }
      if ((location === 'due' || location === 'active') && ageOf(request) > OVERDUE_MS) overdue += 1;
    }
    if (putBack > 0) logger.error({ job: name, putBack }, 'jobs were lost and have been put back');
    if (overdue > 0) logger.warn({ job: name, overdue }, 'jobs have been pending longer than they can take');
    results.push({ name, at: at.toISOString(), overdue, putBack });
  }
  await jobs.recordReconciliation(results);
};

/** `previousPosition`: the position before the request. `readAt`: when this process read it, on the monotonic clock. */
export type PendingRequest = { event: RecordedEvent; reaction: Reaction; previousPosition: Position; readAt: number };

/** The requests of the log that have no result yet, oldest first. */
export class PendingRequests {
  private readonly pending = new Map<string, PendingRequest>();
  private readonly reactionsByType: ReadonlyMap<string, readonly Reaction[]>;
  /** Jobs whose result is recorded by an event of this type. */
  private readonly jobsByResultType = new Map<string, Set<JobName>>();
  /** Types of requests. */
  readonly requestTypes: readonly string[];
  /** Types of requests and of their results. */
  readonly types: readonly string[];

  constructor(reactions: readonly Reaction[]) {
    this.reactionsByType = reactionsByEventType(reactions);
    this.requestTypes = [...this.reactionsByType.keys()];
    this.types = [...new Set([...this.requestTypes, ...reactions.flatMap(({ resultTypes }) => resultTypes)])];
    for (const { job, resultTypes } of reactions)
      for (const type of resultTypes)
        this.jobsByResultType.set(type, (this.jobsByResultType.get(type) ?? new Set<JobName>()).add(job));
  }

  get size(): number {
    return this.pending.size;
  }

  /** Applies the next event of the log; `previousPosition` is the position before it. */
  apply(event: RecordedEvent, previousPosition: Position): void {
    const reactions = this.reactionsByType.get(event.type);
    if (!reactions) return this.removeCompleted(event);
    for (const reaction of reactions) {
      if (reaction.requestsJob?.(event) === false) continue;
      const key = keyOf(reaction.newestOnly ? event.stream : event.id, reaction.job);
      // A newer request of the same key stands behind the others.
      this.pending.delete(key);
      if (!event.metadata.imported)
        this.pending.set(key, { event, reaction, previousPosition, readAt: performance.now() });
    }
  }

  drop({ event, reaction }: PendingRequest): void {
    const key = keyOf(reaction.newestOnly ? event.stream : event.id, reaction.job);
    if (this.pending.get(key)?.event.id === event.id) this.pending.delete(key);
  }

  all(): PendingRequest[] {
    return [...this.pending.values()];
  }

  /** The position from which the log must be read again to find all of them; null if none is pending. */
  replayPosition(): Position | null {
    return this.pending.values().next().value?.previousPosition ?? null;
  }

  private removeCompleted({ type, stream, metadata: { causationId } }: RecordedEvent): void {
    for (const job of this.jobsByResultType.get(type) ?? [])
      for (const key of [keyOf(causationId ?? '', job), keyOf(stream, job)])
        if (this.pending.get(key)?.event.id === causationId) this.pending.delete(key);
  }
}

/** One event may request several jobs. */
const keyOf = (requestOrStream: string, job: JobName): string => `${requestOrStream} ${job}`;

/** Reactions by the type of the event that requests their jobs. */
export const reactionsByEventType = (reactions: readonly Reaction[]): ReadonlyMap<string, readonly Reaction[]> => {
  const reactionsByType = new Map<string, Reaction[]>();
  for (const reaction of reactions)
    reactionsByType.set(reaction.on, [...(reactionsByType.get(reaction.on) ?? []), reaction]);
  return reactionsByType;
};
