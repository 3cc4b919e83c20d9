import type { Logger } from 'pino';
import { DAY_MS, MINUTE_MS } from '#domain/time';
import { KEPT_JOBS_MS, type Jobs } from '#engines';
import type { Position, RecordedEvent } from '#events';
import { jobIdOf, type JobName, type Reaction } from './reactions.js';

/** A job that is pending for longer is reported as overdue: its worker, or something that the worker needs, is away. */
const OVERDUE_MS = 15 * MINUTE_MS;
/** Older requests may have had a job that has been deleted since: failed and cancelled jobs are kept for 30 days. */
export const PENDING_MS = KEPT_JOBS_MS.others - DAY_MS;

type Options = {
  jobs: Jobs;
  pending: PendingRequests;
  enqueue(event: RecordedEvent, reaction: Reaction): Promise<void>;
  now: () => Date;
  logger: Logger;
  names: readonly JobName[];
  /** A request that was read this long ago and has no job has lost it. */
  lostAfterMs: number;
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
  names,
  lostAfterMs,
}: Options): Promise<void> => {
  const at = now();
  const ageOf = ({ event }: PendingRequest): number => at.getTime() - Date.parse(event.metadata.at);
  const readBefore = performance.now() - lostAfterMs;
  for (const request of pending.all()) if (ageOf(request) > PENDING_MS) pending.drop(request);
  const results = [];
  for (const name of names) {
    const due = pending.all().filter(({ reaction, readAt }) => reaction.job === name && readAt <= readBefore);
    const locations = await jobs.locate(
      name,
      due.map(({ event }) => jobIdOf(event, name)),
    );
    let [putBack, overdue] = [0, 0];
    for (const [index, request] of due.entries()) {
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
  await jobs.noteReconciled(results);
};

/** `after`: the position before the request. `readAt`: when this process read it, on the monotonic clock. */
export type PendingRequest = { event: RecordedEvent; reaction: Reaction; after: Position; readAt: number };

/** The requests of the log that have no answer yet, oldest first. */
export class PendingRequests {
  private readonly pending = new Map<string, PendingRequest>();
  private readonly byRequest: ReadonlyMap<string, readonly Reaction[]>;
  /** Jobs whose requests an event of this type answers. */
  private readonly jobsAnsweredBy = new Map<string, Set<JobName>>();
  /** Types of requests. */
  readonly requestTypes: readonly string[];
  /** Types of requests and of their answers. */
  readonly types: readonly string[];

  constructor(reactions: readonly Reaction[]) {
    this.byRequest = reactionsByRequest(reactions);
    this.requestTypes = [...this.byRequest.keys()];
    this.types = [...new Set([...this.requestTypes, ...reactions.flatMap(({ answeredBy }) => answeredBy)])];
    for (const { job, answeredBy } of reactions)
      for (const type of answeredBy)
        this.jobsAnsweredBy.set(type, (this.jobsAnsweredBy.get(type) ?? new Set<JobName>()).add(job));
  }

  get size(): number {
    return this.pending.size;
  }

  /** Takes the next event of the log; `after` is the position before it. */
  read(event: RecordedEvent, after: Position): void {
    const reactions = this.byRequest.get(event.type);
    if (!reactions) return this.answer(event);
    for (const reaction of reactions) {
      if (reaction.requestsJob?.(event) === false) continue;
      const key = keyOf(reaction.newestOnly ? event.stream : event.id, reaction.job);
      // A newer request of the same key stands behind the others.
      this.pending.delete(key);
      if (!event.metadata.imported) this.pending.set(key, { event, reaction, after, readAt: performance.now() });
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
  startOfOldest(): Position | null {
    return this.pending.values().next().value?.after ?? null;
  }

  private answer({ type, stream, metadata: { causationId } }: RecordedEvent): void {
    for (const job of this.jobsAnsweredBy.get(type) ?? [])
      for (const key of [keyOf(causationId ?? '', job), keyOf(stream, job)])
        if (this.pending.get(key)?.event.id === causationId) this.pending.delete(key);
  }
}

/** One event may ask for several jobs. */
const keyOf = (requestOrStream: string, job: JobName): string => `${requestOrStream} ${job}`;

/** Reactions by the type of event that asks for them. */
export const reactionsByRequest = (reactions: readonly Reaction[]): ReadonlyMap<string, readonly Reaction[]> => {
  const byRequest = new Map<string, Reaction[]>();
  for (const reaction of reactions) byRequest.set(reaction.on, [...(byRequest.get(reaction.on) ?? []), reaction]);
  return byRequest;
};
