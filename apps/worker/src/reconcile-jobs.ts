import type { Logger } from 'pino';
import { DAY_MS, MINUTE_MS } from '#domain/time';
import { KEPT_JOBS_MS, type Jobs } from '#engines';
import type { Position, RecordedEvent } from '#events';
import { jobIdOf, type JobName, type Reaction } from './reactions.js';

/**
 * No request takes longer than this unless its worker or what the worker needs is away: its job is called overdue then.
 */
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
 * One round: compares what the log asks for with the jobs there are, and makes those anew that are in no list. What it
 * finds is kept with the jobs, where the api reads it for /metrics and the operators' page.
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
  for (const one of pending.all()) if (ageOf(one) > PENDING_MS) pending.drop(one);
  const found = [];
  for (const name of names) {
    const due = pending.all().filter(({ reaction, readAt }) => reaction.job === name && readAt <= readBefore);
    const locations = await jobs.locate(
      name,
      due.map(({ event }) => jobIdOf(event, name)),
    );
    let [putBack, overdue] = [0, 0];
    for (const [index, one] of due.entries()) {
      const where = locations[index];
      // It has run and had nothing to answer, e.g. because there was nobody to tell.
      if (where === 'done') pending.drop(one);
      if (where === 'lost') {
        await enqueue(one.event, one.reaction);
        putBack += 1;
      }
      if ((where === 'due' || where === 'active') && ageOf(one) > OVERDUE_MS) overdue += 1;
    }
    if (putBack > 0) logger.error({ job: name, putBack }, 'jobs were lost and have been put back');
    if (overdue > 0) logger.warn({ job: name, overdue }, 'jobs have been pending longer than they can take');
    found.push({ name, at: at.toISOString(), overdue, putBack });
  }
  await jobs.noteReconciled(found);
};

/** `after`: the position before the request. `readAt`: when this process read it, by a clock that nobody sets. */
export type PendingRequest = { event: RecordedEvent; reaction: Reaction; after: Position; readAt: number };

/** The requests of the log that have no answer yet, oldest first. */
export class PendingRequests {
  private readonly pending = new Map<string, PendingRequest>();
  private readonly byRequest: ReadonlyMap<string, readonly Reaction[]>;
  /** Jobs whose requests an event of this type answers. */
  private readonly jobsAnsweredBy = new Map<string, Set<JobName>>();
  /** Types of the requests, and of these and their answers. */
  readonly requestTypes: readonly string[];
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
      const place = placeOf(reaction.newestOnly ? event.stream : event.id, reaction.job);
      // A newer request of the same place stands behind the others.
      this.pending.delete(place);
      if (!event.metadata.imported) this.pending.set(place, { event, reaction, after, readAt: performance.now() });
    }
  }

  drop({ event, reaction }: PendingRequest): void {
    const place = placeOf(reaction.newestOnly ? event.stream : event.id, reaction.job);
    if (this.pending.get(place)?.event.id === event.id) this.pending.delete(place);
  }

  all(): PendingRequest[] {
    return [...this.pending.values()];
  }

  /** From here the log must be read again to find them all; null when nothing is pending. */
  startOfOldest(): Position | null {
    return this.pending.values().next().value?.after ?? null;
  }

  private answer({ type, stream, metadata: { causationId } }: RecordedEvent): void {
    for (const job of this.jobsAnsweredBy.get(type) ?? [])
      for (const place of [placeOf(causationId ?? '', job), placeOf(stream, job)])
        if (this.pending.get(place)?.event.id === causationId) this.pending.delete(place);
  }
}

/** One event may ask for several jobs. */
const placeOf = (requestOrStream: string, job: JobName): string => `${requestOrStream} ${job}`;

/** Reactions by the type of event that asks for them. */
export const reactionsByRequest = (reactions: readonly Reaction[]): ReadonlyMap<string, readonly Reaction[]> => {
  const byRequest = new Map<string, Reaction[]>();
  for (const reaction of reactions) byRequest.set(reaction.on, [...(byRequest.get(reaction.on) ?? []), reaction]);
  return byRequest;
};
