import { streamOf, toNewEvent, type Aggregate, type CommandContext } from '#domain';
import { NO_STREAM, type EventCatalogue, type EventOf, type EventStore, type Head } from '#events';

/** Decided, not yet written. Whoever writes these may do so at once: no two of them are of one stream. */
export type Decided = { events: number; write(store: EventStore): Promise<void> };

/**
 * A stream that nobody else writes: its state is folded in memory while it is written, so that nothing of it is read back.
 * The decider is asked as `handle()` would ask it.
 */
export class OwnStream<Catalogue extends EventCatalogue, Command, State> {
  readonly name: string;

  constructor(
    private readonly aggregate: Aggregate<Catalogue, Command, State>,
    readonly id: string,
    private held: State = aggregate.decider.initialState,
    private head: Head = NO_STREAM,
  ) {
    this.name = streamOf(aggregate, id);
  }

  get state(): State {
    return this.held;
  }

  /** What was decided before must be written before this is. @throws whatever the decider throws */
  decide(command: Command, context: CommandContext): Decided {
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
