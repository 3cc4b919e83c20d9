import { type Aggregate, type CommandContext, streamName, toNewEvent } from '#domain/event-sourcing';
import { type EventCatalogue, type EventOf, type EventStore, type Head, NO_STREAM } from '#events';

/** Events that have been decided and not been written. */
export type PendingWrite = { events: number; write(store: EventStore): Promise<void> };

/**
 * A stream without other writers. Its state is folded in memory, so that it is not read again. It calls the decider as
 * `handle()` does.
 */
export class InMemoryStream<Catalogue extends EventCatalogue, Command, State> {
  readonly name: string;

  constructor(
    private readonly aggregate: Aggregate<Catalogue, Command, State>,
    readonly id: string,
    private currentState: State = aggregate.decider.initialState,
    private head: Head = NO_STREAM,
  ) {
    this.name = streamName(aggregate, id);
  }

  get state(): State {
    return this.currentState;
  }

  /**
   * Earlier decisions must be written before this one.
   * @throws the error of the decider
   */
  decide(command: Command, context: CommandContext): PendingWrite {
    const events: EventOf<Catalogue>[] = this.aggregate.decider.decide(command, this.currentState);
    this.currentState = events.reduce(this.aggregate.decider.evolve, this.currentState);
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
