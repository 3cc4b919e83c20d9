import {
  decode,
  deepFreeze,
  HeadConflict,
  NO_STREAM,
  StoreUnavailable,
  type Actor,
  type EventCatalogue,
  type EventOf,
  type EventStore,
  type Head,
  type NewEvent,
  type Position,
  type RecordedEvent,
} from '#events';

/**
 * The pure write side of one kind of stream. `decide` reads only the facts of the command and the state; `evolve`
 * copies facts (ADR-002).
 */
export type Decider<Command, State, Event> = {
  initialState: State;
  decide(command: Command, state: State): Event[];
  evolve(state: State, event: Event): State;
};

export type Aggregate<Catalogue extends EventCatalogue, Command, State> = {
  category: string;
  events: Catalogue;
  decider: Decider<Command, State, EventOf<Catalogue>>;
  /** The newest event determines the state, so only that event is read, whatever the length of the stream. */
  readsNewestEventOnly?: true;
};

/**
 * The actor, the time and the id of a request. The context is made once per request, before the first attempt
 * (ADR-004).
 */
export type CommandContext = {
  by: Actor;
  at: string;
  commandId: string;
  /** The hash of the request, if the caller chose the key that commandId is derived from. */
  bodyHash?: string;
  correlationId: string;
  causationId?: string | null;
  imported?: boolean;
  /** From If-Match. If the stream has another revision, StaleRevision is thrown and nothing is decided. */
  expectedRevision?: number;
  /**
   * The id is derived from this request, so the stream most likely does not exist yet. The command is decided on the
   * initial state and appended without reading. If the stream exists or the decision is refused, the stream is read and
   * the command is decided as usual.
   */
  startsStream?: true;
};

/**
 * A command, or a function that looks up facts and makes the command for a state. The function runs once per attempt.
 */
export type CommandFor<Command, State> = Command | ((state: State) => Promise<Command>);

/**
 * `position` is null if nothing was appended and the stream is empty. `isRepeated` is true if the stream already held
 * the events of this command; `appended` is 0 then.
 */
export type CommandResult<State> = {
  state: State;
  revision: number;
  position: Position | null;
  appended: number;
  isRepeated?: true;
};

/** The caller decided on a revision that is no longer the newest. The api responds with 412. */
export class StaleRevision extends Error {
  constructor(
    readonly stream: string,
    readonly expected: number,
    readonly actual: number,
  ) {
    super(`${stream} is at revision ${actual}, the request was made on ${expected}`);
    this.name = 'StaleRevision';
  }
}

/**
 * The key of this request was used before with another body. The earlier request was executed; this one is refused. The
 * api responds with 422.
 */
export class KeyReused extends Error {
  constructor(readonly stream: string) {
    super(`${stream} was written under the same key by another request`);
    this.name = 'KeyReused';
  }
}

/**
 * The newest event that an earlier attempt of the same request wrote; undefined if there is none. @throws KeyReused if
 * another request used the same key
 */
export const findEarlierEvent = (
  events: readonly RecordedEvent[],
  { commandId, bodyHash }: Pick<CommandContext, 'commandId' | 'bodyHash'>,
): RecordedEvent | undefined => {
  const earlierEvent = events.findLast(({ metadata }) => metadata.commandId === commandId);
  if (
    earlierEvent?.metadata.bodyHash !== undefined &&
    bodyHash !== undefined &&
    earlierEvent.metadata.bodyHash !== bodyHash
  )
    throw new KeyReused(earlierEvent.stream);
  return earlierEvent;
};

const MAX_ATTEMPTS = 5;

export const streamName = (aggregate: { category: string }, id: string): string => `${aggregate.category}-${id}`;

/** The state of one stream, optionally only up to a revision (time travel). */
export const load = async <Catalogue extends EventCatalogue, Command, State>(
  store: EventStore,
  aggregate: Aggregate<Catalogue, Command, State>,
  id: string,
  to?: number,
): Promise<{ state: State; head: Head; events: RecordedEvent[] }> => {
  const stream = streamName(aggregate, id);
  const { events, head } = aggregate.readsNewestEventOnly
    ? await readNewest(store, stream)
    : await store.read(stream, to === undefined ? undefined : { to });
  return { state: foldWithCache(aggregate, events), head, events };
};

/** The state of a stream after an event, by aggregate. */
const foldedStates = new WeakMap<RecordedEvent, Map<object, { state: unknown }>>();

/**
 * The state after these events. Events that the store returns frozen never change, and a longer read of the stream
 * begins with the same events, so only the new ones are folded. The newest state of each stream is cached.
 */
const foldWithCache = <Catalogue extends EventCatalogue, Command, State>(
  aggregate: Aggregate<Catalogue, Command, State>,
  events: readonly RecordedEvent[],
): State => {
  const { evolve, initialState } = aggregate.decider;
  const isImmutable = Object.isFrozen(events);
  const cachedIndex = isImmutable ? events.findLastIndex((event) => foldedStates.get(event)?.has(aggregate)) : -1;
  const cachedEvent = events[cachedIndex];
  const cachedStates = cachedEvent && foldedStates.get(cachedEvent);
  const newerEvents = events.slice(cachedIndex + 1);
  const state = newerEvents
    .map((stored) => decode(aggregate.events, stored))
    .reduce(evolve, cachedStates ? (cachedStates.get(aggregate)?.state as State) : initialState);
  const last = newerEvents.at(-1);
  if (!isImmutable || !last) return state;
  cachedStates?.delete(aggregate);
  foldedStates.set(last, new Map(foldedStates.get(last)).set(aggregate, { state: deepFreeze(state) }));
  return state;
};

/**
 * Reads the stream, decides and appends. If the stream already holds the commandId of the request, nothing is appended:
 * the result has the revision and position of the earlier write, and the current state. If another writer was faster,
 * the command is decided again.
 * @throws KeyReused as in findEarlierEvent; StaleRevision if `expectedRevision` is given and is not the newest; any
 * error of `decide`; StoreUnavailable
 */
export const handle = async <Catalogue extends EventCatalogue, Command, State>(
  store: EventStore,
  aggregate: Aggregate<Catalogue, Command, State>,
  id: string,
  command: CommandFor<Command, State>,
  context: CommandContext,
): Promise<CommandResult<State>> => {
  const stream = streamName(aggregate, id);
  const firstResult = context.startsStream ? await startStream(store, aggregate, stream, command, context) : null;
  if (firstResult) return firstResult;
  for (let attempt = 1; ; attempt++) {
    const { state, head, events } = await load(store, aggregate, id);
    const earlierEvent = findEarlierEvent(events, context);
    if (earlierEvent) {
      const { revision, position } = earlierEvent;
      return { state, revision, position, appended: 0, isRepeated: true };
    }
    // This runs before the check of the revision, because it may refuse a caller without access.
    const resolvedCommand = isCommandFactory(command) ? await command(state) : command;
    if (context.expectedRevision !== undefined && context.expectedRevision !== head.revision) {
      throw new StaleRevision(stream, context.expectedRevision, head.revision);
    }
    const newEvents = aggregate.decider.decide(resolvedCommand, state);
    if (newEvents.length === 0)
      return { state, revision: head.revision, position: events.at(-1)?.position ?? null, appended: 0 };
    try {
      return await appendEvents(store, aggregate, stream, { state, head, decided: newEvents }, context);
    } catch (error) {
      if (!(error instanceof HeadConflict) || attempt === MAX_ATTEMPTS) throw error;
    }
  }
};

/**
 * Decides on the initial state and appends. Returns null if the stream exists already or the decision is refused; the
 * caller then reads the stream and decides again.
 */
const startStream = async <Catalogue extends EventCatalogue, Command, State>(
  store: EventStore,
  aggregate: Aggregate<Catalogue, Command, State>,
  stream: string,
  command: CommandFor<Command, State>,
  context: CommandContext,
): Promise<CommandResult<State> | null> => {
  const { initialState: state, decide } = aggregate.decider;
  try {
    const newEvents = decide(isCommandFactory(command) ? await command(state) : command, state);
    if (newEvents.length === 0) return null;
    return await appendEvents(store, aggregate, stream, { state, head: NO_STREAM, decided: newEvents }, context);
  } catch (error) {
    if (error instanceof StoreUnavailable) throw error;
    return null; // the stream is read and the command decided again, where a lasting failure occurs again
  }
};

const appendEvents = async <Catalogue extends EventCatalogue, Command, State>(
  store: EventStore,
  aggregate: Aggregate<Catalogue, Command, State>,
  stream: string,
  { state, head, decided: newEvents }: { state: State; head: Head; decided: EventOf<Catalogue>[] },
  context: CommandContext,
): Promise<CommandResult<State>> => {
  const appendResult = await store.append(
    stream,
    newEvents.map((event) => toNewEvent(aggregate.events, event, context)),
    head,
  );
  const next = newEvents.reduce(aggregate.decider.evolve, state);
  return {
    state: next,
    revision: appendResult.head.revision,
    position: appendResult.position,
    appended: newEvents.length,
  };
};

const isCommandFactory = <Command, State>(
  command: CommandFor<Command, State>,
): command is (state: State) => Promise<Command> => typeof command === 'function';

const readNewest = async (store: EventStore, stream: string): Promise<{ events: RecordedEvent[]; head: Head }> => {
  const last = await store.readLast(stream);
  return last
    ? { events: [last], head: { revision: last.revision, hash: last.metadata.hash } }
    : { events: [], head: NO_STREAM };
};

/** A decided event in the form in which it is appended, with the actor, the time and the id of the request. */
export const toNewEvent = <Catalogue extends EventCatalogue>(
  catalogue: Catalogue,
  event: EventOf<Catalogue>,
  context: CommandContext,
): NewEvent => ({
  type: event.type,
  data: event.data,
  metadata: {
    schemaVersion: catalogue[event.type]!.version,
    by: context.by,
    at: context.at,
    commandId: context.commandId,
    ...(context.bodyHash === undefined ? {} : { bodyHash: context.bodyHash }),
    correlationId: context.correlationId,
    causationId: context.causationId ?? null,
    ...(context.imported ? { imported: true } : {}),
  },
});
