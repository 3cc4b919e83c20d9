import { Inject, Injectable } from '@nestjs/common';
import { Query, QueryHandler, type IQueryHandler } from '@nestjs/cqrs';
import type { EventLogEntry, getEvent, listEvents, ResultOf } from '#contract';
import { consignment } from '#domain/consignment';
import { load } from '#domain/event-sourcing';
import { consignmentOfStream, eventLog, eventLogRow, type EventLogRow } from '#domain/operations';
import { RuleBroken } from '#domain/rules';
import { consignmentList } from '#domain/views';
import type { Condition, Engines } from '#engines';
import { allEvents, decode, ROLE, START, type Position, type RecordedEvent } from '#events';
import { hasRole, type Caller } from '../../auth/caller.js';
import { requireReadable } from '../../consignments/consignment-access.js';
import type { InputOf } from '../../http/operation-handlers.js';
import { Problem } from '../../http/problem.js';
import { getOrWait, waitForView } from '../../http/wait-for-view.js';
import { ENGINES } from '../../injection-tokens.js';
import { EventEntries, hasPersonalData, isReadableByOperators, maskPersons } from './event-entries.js';
import { eventConditions, matchesConditions, type EventFilter } from './event-filter.js';

type EventPage = { page: ResultOf<typeof listEvents>; stale: boolean };

/** Events that match a filter, the newest first. */
export class ListEvents extends Query<EventPage> {
  constructor(
    readonly filter: InputOf<typeof listEvents>,
    readonly caller: Caller,
  ) {
    super();
  }
}

@QueryHandler(ListEvents)
export class ListEventsHandler implements IQueryHandler<ListEvents> {
  constructor(
    @Inject(ENGINES) private readonly engines: Engines,
    private readonly entries: EventEntries,
  ) {}

  async execute({ filter: { before, limit, atLeast, ...filter }, caller }: ListEvents): Promise<EventPage> {
    const { views } = this.engines;
    const [{ stale }] = await Promise.all([
      waitForView(views, eventLog, atLeast),
      filter.consignment === undefined ? null : waitForView(views, consignmentList, atLeast),
    ]);
    const asOf = (await views.checkpoint(eventLog))?.position ?? START;
    const { rows, total } = await views.find<EventLogRow>(eventLog, {
      where: [...(await eventConditions(views, filter)), ...olderThan(before)],
      sort: [{ column: 'position', direction: 'desc' }],
      limit,
    });
    const older = total > rows.length ? (rows.at(-1)?.position ?? null) : null;
    return { page: { items: await this.entries.toEntries(rows, caller), totalCount: total, older, asOf }, stale };
  }
}

/** Ranges of a view include both ends, so the upper end is the position before. */
const olderThan = (before: Position | undefined): Condition[] =>
  before === undefined ? [] : [{ column: 'position', to: previousPosition(before) }];

const previousPosition = (position: Position): Position =>
  /^0*$/.test(position) ? position : String(BigInt(position) - 1n).padStart(position.length, '0');

/** One event with its contents. */
export class GetEvent extends Query<ResultOf<typeof getEvent>> {
  constructor(
    readonly eventId: string,
    readonly caller: Caller,
  ) {
    super();
  }
}

/** Reads the event from its own stream, because the view of the log contains no event data. */
@QueryHandler(GetEvent)
export class GetEventHandler implements IQueryHandler<GetEvent> {
  constructor(
    @Inject(ENGINES) private readonly engines: Engines,
    private readonly entries: EventEntries,
  ) {}

  async execute({ eventId, caller }: GetEvent): Promise<ResultOf<typeof getEvent>> {
    const row = await getOrWait<EventLogRow>(this.engines, eventLog, eventId);
    if (!row) throw Problem.notFound();
    const { events } = await this.engines.eventStore.read(row.stream, { from: row.revision, to: row.revision });
    const [event, [entry]] = [events[0], await this.entries.toEntries([row], caller)];
    if (!event || !entry) throw Problem.notFound();
    const { schemaVersion, bodyHash, previousHash, hash, imported = false } = event.metadata;
    const withheld = !(await this.maySee(event, caller));
    const personsMasked = !withheld && !hasRole(caller, ROLE.admin) && hasPersonalData(event.type);
    const { data } = decode(allEvents, event);
    return {
      ...entry,
      schemaVersion,
      ...(bodyHash === undefined ? {} : { bodyHash }),
      previousHash,
      hash,
      imported,
      withheld,
      personsMasked,
      data: withheld ? null : personsMasked ? maskPersons(event.type, data) : data,
    };
  }

  /**
   * A caller who may not read a consignment may not read its events. An operator reads none of them (ADR-027, ADR-016).
   */
  private async maySee({ stream }: RecordedEvent, caller: Caller): Promise<boolean> {
    if (!hasRole(caller, ROLE.admin, ROLE.auditor)) return isReadableByOperators(stream);
    // Only the administrator sees a tenant's connectionString (002 US-014). Events from before it moved to the vault
    // contain it.
    if (stream.startsWith('tenant-')) return hasRole(caller, ROLE.admin);
    const id = consignmentOfStream(stream);
    if (id === null) return true;
    const { state } = await load(this.engines.eventStore, consignment, id);
    try {
      return requireReadable(state, caller).state !== null;
    } catch (error) {
      if (error instanceof RuleBroken) return false;
      throw error;
    }
  }
}

/** New events, read from the store, so that a follower sees an event before any view shows it. */
@Injectable()
export class EventLogSubscriptions {
  constructor(
    @Inject(ENGINES) private readonly engines: Engines,
    private readonly entries: EventEntries,
  ) {}

  /** The entries after a position that match the filter, until the signal aborts. */
  async open(
    filter: EventFilter,
    from: Position,
    caller: Caller,
  ): Promise<(signal: AbortSignal) => AsyncGenerator<EventLogEntry>> {
    const conditions = await eventConditions(this.engines.views, filter);
    return (signal) => this.follow(from, conditions, caller, signal);
  }

  private async *follow(
    from: Position,
    conditions: readonly Condition[],
    caller: Caller,
    signal: AbortSignal,
  ): AsyncGenerator<EventLogEntry> {
    for await (const item of this.engines.eventStore.subscribe(from, eventLog.types, signal)) {
      if (!('event' in item)) continue;
      const row = eventLogRow(item.event);
      if (matchesConditions(row, conditions)) yield* await this.entries.toEntries([row], caller);
    }
  }
}

export const eventLogQueryHandlers = [ListEventsHandler, GetEventHandler];
