import { createHash } from 'node:crypto';
import { type Aggregate, type CommandContext, streamName, toNewEvent } from '#domain/event-sourcing';
import { HOUR_MS, MINUTE_MS } from '#domain/time';
import { type EventCatalogue, type EventOf, type EventStore, type Head, NO_STREAM } from '#events';

/** Decided, not yet written. Whoever writes these may do so at once: no two of them are of one stream. */
export type PendingWrite = { events: number; write(store: EventStore): Promise<void> };

/**
 * A stream that nobody else writes: its state is folded in memory while it is written, so that nothing of it is read
 * back. The decider is asked as `handle()` would ask it.
 */
export class InMemoryStream<Catalogue extends EventCatalogue, Command, State> {
  readonly name: string;

  constructor(
    private readonly aggregate: Aggregate<Catalogue, Command, State>,
    readonly id: string,
    private held: State = aggregate.decider.initialState,
    private head: Head = NO_STREAM,
  ) {
    this.name = streamName(aggregate, id);
  }

  get state(): State {
    return this.held;
  }

  /** What was decided before must be written before this is. @throws whatever the decider throws */
  decide(command: Command, context: CommandContext): PendingWrite {
    const events: EventOf<Catalogue>[] = this.aggregate.decider.decide(command, this.held);
    this.held = events.reduce(this.aggregate.decider.evolve, this.held);
    return {
      events: events.length,
      write: async (store) => {
        if (events.length === 0) return;
        const { head } = await store.append(
          this.name,
          events.map((event) => toNewEvent(this.aggregate.events, event, context)),
          this.head,
        );
        this.head = head;
      },
    };
  }
}

/** Chance that can be drawn again: the same seed gives the same draws in the same order. */
export class SeededRandom {
  private state: number;

  constructor(seed: string) {
    this.state = createHash('sha256').update(seed).digest().readUInt32LE(0);
  }

  /** At least 0, below 1 (mulberry32). */
  next(): number {
    this.state = (this.state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(this.state ^ (this.state >>> 15), this.state | 1);
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
  }

  happens(probability: number): boolean {
    return this.next() < probability;
  }

  /** A whole number, both ends included. */
  between(least: number, most: number): number {
    return least + Math.floor(this.next() * (most - least + 1));
  }

  /** @throws RangeError when there is none to choose from. */
  oneOf<Choice>(choices: readonly Choice[]): Choice {
    const choice = choices[this.between(0, choices.length - 1)];
    if (choice === undefined) throw new RangeError('There is nothing to choose from');
    return choice;
  }

  /** Usually about `hours`, now and then much longer; in milliseconds. */
  about(hours: number): number {
    return Math.round(-Math.log(1 - this.next()) * hours * HOUR_MS) + MINUTE_MS;
  }
}
