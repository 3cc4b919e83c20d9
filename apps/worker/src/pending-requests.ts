import type { Position, RecordedEvent } from '#events';
import type { Reaction } from './reactions.js';

/** `after`: the position before the request. `readAt`: when this process read it, by a clock that nobody sets. */
export type Pending = { event: RecordedEvent; reaction: Reaction; after: Position; readAt: number };

/** The requests of the log that have no answer yet, oldest first. */
export class PendingRequests {
  private readonly pending = new Map<string, Pending>();
  private readonly byRequest: ReadonlyMap<string, Reaction>;
  /** Types of the requests, and of these and their answers. */
  readonly requestTypes: readonly string[];
  readonly types: readonly string[];

  constructor(reactions: readonly Reaction[]) {
    this.byRequest = new Map(reactions.map((reaction) => [reaction.on, reaction]));
    this.requestTypes = [...this.byRequest.keys()];
    this.types = [...new Set([...this.requestTypes, ...reactions.flatMap(({ answeredBy }) => answeredBy)])];
  }

  get size(): number {
    return this.pending.size;
  }

  /** Takes the next event of the log; `after` is the position before it. */
  read(event: RecordedEvent, after: Position): void {
    const reaction = this.byRequest.get(event.type);
    if (!reaction) this.answer(event);
    else if (reaction.asks?.(event) !== false) {
      const place = reaction.newestOnly ? event.stream : event.id;
      // A newer request of the same place stands behind the others.
      this.pending.delete(place);
      if (!event.metadata.imported) this.pending.set(place, { event, reaction, after, readAt: performance.now() });
    }
  }

  drop({ event, reaction }: Pending): void {
    const place = reaction.newestOnly ? event.stream : event.id;
    if (this.pending.get(place)?.event.id === event.id) this.pending.delete(place);
  }

  all(): Pending[] {
    return [...this.pending.values()];
  }

  /** From here the log must be read again to find them all; null when nothing is pending. */
  startOfOldest(): Position | null {
    return this.pending.values().next().value?.after ?? null;
  }

  private answer({ stream, metadata: { causationId } }: RecordedEvent): void {
    for (const place of [causationId ?? '', stream])
      if (this.pending.get(place)?.event.id === causationId) this.pending.delete(place);
  }
}
