import { Inject, Injectable } from '@nestjs/common';
import { Query, QueryHandler, type IQueryHandler } from '@nestjs/cqrs';
import {
  cursorAt,
  FOREIGN,
  positionOfCursor,
  toCloudEvent,
  type CloudEvent,
  type FeedConsumer,
  type FeedOf,
} from '#contract';
import {
  accessKeys,
  consigningUnit,
  feedTypesFor,
  holdsAt,
  load,
  testingUnit,
  unitFeed,
  type AccessKeyRow,
  type FeedEventRow,
  type FeedType,
} from '#domain';
import type { Condition, Engines } from '#engines';
import { START, type Position } from '#events';
import { Problem } from '../http/problem.js';
import { CLOCK, ENGINES, OPTIONS, type ApiOptions, type Clock } from '../provided.js';
import { FeedNews, following } from './feed-news.js';
import type { ManagedUnit } from './unit-systems.js';

const ALL_TYPES = feedTypesFor([]);

export type FeedPage = { events: CloudEvent[]; next: string | null; atEnd: boolean };

/** The events of one unit as every door hands them out. */
@Injectable()
export class UnitFeeds {
  constructor(
    @Inject(ENGINES) private readonly engines: Engines,
    @Inject(OPTIONS) private readonly options: ApiOptions,
  ) {}

  /** @throws Problem 400 for what is no cursor, 410 for one of another log */
  positionOf(cursor: string | undefined): Position {
    if (cursor === undefined) return START;
    const position = positionOfCursor(cursor, this.engines.eventStore.logId);
    if (position === FOREIGN) throw Problem.cursorForeign();
    if (position === null) throw Problem.invalid([{ path: 'after', message: 'expected a cursor of the feed' }]);
    return position;
  }

  /** Up to `limit` events of the unit behind a position. */
  async page(
    { unitId, unitType }: ManagedUnit,
    after: Position,
    limit: number,
    types: readonly FeedType[],
  ): Promise<FeedEventRow[]> {
    const { rows } = await this.engines.views.find<FeedEventRow>(unitFeed, {
      where: [
        { column: columnOf(unitType), eq: unitId },
        { column: 'position', from: following(after) },
        ...(types.length === ALL_TYPES.length ? [] : [{ column: 'type', in: [...types] } satisfies Condition]),
      ],
      sort: [{ column: 'position', direction: 'asc' }],
      limit,
      withoutTotal: true,
    });
    return rows;
  }

  /** How events of this unit name their source and link to their schemas. */
  async of({ unitId, unitType }: ManagedUnit): Promise<FeedOf> {
    const { eventStore } = this.engines;
    const { state } =
      unitType === 1 ? await load(eventStore, testingUnit, unitId) : await load(eventStore, consigningUnit, unitId);
    return { unitNo: state?.unitNo ?? '', origin: this.options.publicUrl, logId: eventStore.logId };
  }

  /** Notes how far a consumer has come: what it asks for next shows what it has taken. Losing it loses a figure on a page. */
  async noteRead(consumer: string, position: Position): Promise<void> {
    await this.engines.lastWrites.note(readerOf(consumer), position).catch(() => undefined);
  }

  cursorAt(position: Position): string {
    return cursorAt(this.engines.eventStore.logId, position);
  }
}

const readerOf = (consumer: string): string => `feed/${consumer}`;
const columnOf = (unitType: 1 | 2): string => (unitType === 1 ? 'testUnitId' : 'consignUnitId');

/** A page of a unit's feed; an empty one waits until something comes, at most `waitS` seconds. */
export class ReadFeed extends Query<FeedPage> {
  constructor(
    readonly unit: ManagedUnit,
    readonly after: string | undefined,
    readonly limit: number,
    readonly types: readonly string[] | undefined,
    readonly waitS: number,
    /** Aborts when nobody waits for the answer any more. */
    readonly over: AbortSignal,
  ) {
    super();
  }
}

@QueryHandler(ReadFeed)
export class ReadFeedHandler implements IQueryHandler<ReadFeed> {
  constructor(
    private readonly feeds: UnitFeeds,
    private readonly news: FeedNews,
  ) {}

  async execute({ unit, after: cursor, limit, types: prefixes, waitS, over }: ReadFeed): Promise<FeedPage> {
    const after = this.feeds.positionOf(cursor);
    const types = feedTypesFor(prefixes ?? []);
    const signal = AbortSignal.any([over, AbortSignal.timeout(waitS * 1000)]);
    const of = await this.feeds.of(unit);
    for (;;) {
      const next = waitS > 0 ? this.news.next(unit.unitId, signal) : null;
      const rows = await this.feeds.page(unit, after, limit + 1, types);
      const shown = rows.slice(0, limit);
      const last = shown.at(-1);
      if (last || next === null || signal.aborted)
        return {
          events: shown.map((row) => toCloudEvent(row, of)),
          next: last ? this.feeds.cursorAt(last.position) : (cursor ?? null),
          atEnd: rows.length <= limit,
        };
      await next;
    }
  }
}

/** Every key that may read a unit's feed, with how far it has come. */
export class ListFeedConsumers extends Query<FeedConsumer[]> {
  constructor(readonly unit: ManagedUnit) {
    super();
  }
}

@QueryHandler(ListFeedConsumers)
export class ListFeedConsumersHandler implements IQueryHandler<ListFeedConsumers> {
  constructor(
    @Inject(ENGINES) private readonly engines: Engines,
    @Inject(CLOCK) private readonly now: Clock,
    private readonly feeds: UnitFeeds,
  ) {}

  async execute({ unit }: ListFeedConsumers): Promise<FeedConsumer[]> {
    const { rows } = await this.engines.views.find<AccessKeyRow>(accessKeys, {
      where: [
        { column: 'unitId', eq: unit.unitId },
        { column: 'isRevoked', eq: 0 },
      ],
      sort: [{ column: 'createdAt', direction: 'asc' }],
    });
    const at = this.now().toISOString();
    const readers = rows.filter((key) => key.scopes.includes('events:read') && holdsAt(key, at));
    return Promise.all(
      readers.map(async ({ id, name }) => ({ kind: 'key' as const, id, name, ...(await this.lagOf(id, unit)) })),
    );
  }

  private async lagOf(
    consumer: string,
    unit: ManagedUnit,
  ): Promise<Pick<FeedConsumer, 'position' | 'lagEvents' | 'lagSeconds'>> {
    const read = await this.engines.lastWrites.of(readerOf(consumer));
    const after = read ?? START;
    const [oldest] = await this.feeds.page(unit, after, 1, ALL_TYPES);
    const position = read === null ? null : this.feeds.cursorAt(read);
    if (!oldest) return { position, lagEvents: 0, lagSeconds: 0 };
    const { total } = await this.engines.views.find(unitFeed, {
      where: [
        { column: columnOf(unit.unitType), eq: unit.unitId },
        { column: 'position', from: following(after) },
      ],
      limit: 1,
    });
    const lagSeconds = Math.max(0, Math.round((this.now().getTime() - Date.parse(oldest.at)) / 1000));
    return { position, lagEvents: total, lagSeconds };
  }
}

export const feedQueryHandlers = [ReadFeedHandler, ListFeedConsumersHandler];
