import type { Position, RecordedEvent } from '#events';
import type { JobName, Reaction } from './reactions.js';

/** `after`: the position before the request. `readAt`: when this process read it, by a clock that nobody sets. */
export type Pending = { event: RecordedEvent; reaction: Reaction; after: Position; readAt: number };

/** The requests of the log that have no answer yet, oldest first. */
export class PendingRequests {
  private readonly pending = new Map<string, Pending>();
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
    const asked = this.byRequest.get(event.type);
    if (!asked) return this.answer(event);
    for (const reaction of asked) {
      if (reaction.asks?.(event) === false) continue;
      const place = placeOf(reaction.newestOnly ? event.stream : event.id, reaction.job);
      // A newer request of the same place stands behind the others.
      this.pending.delete(place);
      if (!event.metadata.imported) this.pending.set(place, { event, reaction, after, readAt: performance.now() });
    }
  }

  drop({ event, reaction }: Pending): void {
    const place = placeOf(reaction.newestOnly ? event.stream : event.id, reaction.job);
    if (this.pending.get(place)?.event.id === event.id) this.pending.delete(place);
  }

  all(): Pending[] {
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
