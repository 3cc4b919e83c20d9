import { Inject, Injectable } from '@nestjs/common';
import { Query, QueryHandler, type IQueryHandler } from '@nestjs/cqrs';
import {
  cursorAt,
  FOREIGN_LOG,
  positionOfCursor,
  toCloudEvent,
  type CloudEvent,
  type FeedConsumer,
  type FeedSource,
} from '#contract';
import { load } from '#domain/event-sourcing';
import {
  accessKeys,
  feedTypesFor,
  isValidAt,
  unitFeed,
  webhooks,
  type AccessKeyRow,
  type FeedEventRow,
  type FeedType,
  type WebhookRow,
} from '#domain/lab-systems';
import { consigningUnit, testingUnit } from '#domain/units';
import { feedColumnOf, feedEvent, feedPage, nextPosition, type Condition, type Engines } from '#engines';
import { START, type Position, UNIT_TYPE } from '#events';
import { Problem } from '../http/problem.js';
import { CLOCK, ENGINES, OPTIONS, type ApiOptions, type Clock } from '../injection-tokens.js';
import { FeedNews } from './feed-news.js';
import type { ManagedUnit } from './unit-systems.js';

const ALL_TYPES = feedTypesFor([]);

export type FeedPage = { events: CloudEvent[]; next: string | null; atEnd: boolean };

/** The events of one unit, the same for polling, stream and webhooks. */
@Injectable()
export class UnitFeeds {
  constructor(
    @Inject(ENGINES) private readonly engines: Engines,
    @Inject(OPTIONS) private readonly options: ApiOptions,
  ) {}

  /** @throws Problem 400 if the text is not a cursor, 410 for a cursor of another log */
  positionOf(cursor: string | undefined): Position {
    if (cursor === undefined) return START;
    const position = positionOfCursor(cursor, this.engines.eventStore.logId);
    if (position === FOREIGN_LOG) throw Problem.cursorForeign();
    if (position === null) throw Problem.invalid([{ path: 'after', message: 'expected a cursor of the feed' }]);
    return position;
  }

  /** Up to `limit` events of the unit after a position. */
  async page(unit: ManagedUnit, after: Position, limit: number, types: readonly FeedType[]): Promise<FeedEventRow[]> {
    return feedPage(this.engines.views, unit, { after, limit, ...(types.length < ALL_TYPES.length ? { types } : {}) });
  }

  /** The event at a position of the log; null if the view does not contain it. */
  eventAt(position: Position): Promise<FeedEventRow | null> {
    return feedEvent(this.engines.views, position);
  }

  /** Source and schema addresses for the events of this unit. */
  async sourceOf({ unitId, unitType }: ManagedUnit): Promise<FeedSource> {
    const { eventStore } = this.engines;
    const { state } =
      unitType === UNIT_TYPE.laboratory
        ? await load(eventStore, testingUnit, unitId)
        : await load(eventStore, consigningUnit, unitId);
    return { unitNo: state?.unitNo ?? '', origin: this.options.publicUrl, logId: eventStore.logId };
  }

  /**
   * Records how far a consumer has read: its next request shows what it has received. Nothing waits for this, and a
   * failure is ignored, because it only affects a figure on a page.
   */
  noteRead(consumer: string, position: Position): void {
    this.engines.lastWrites.record(readerOf(consumer), position).catch(() => undefined);
  }

  cursorAt(position: Position): string {
    return cursorAt(this.engines.eventStore.logId, position);
  }
}

const readerOf = (consumer: string): string => `feed/${consumer}`;

/** A page of a unit's feed. If there are no events, it waits for the next one for at most `waitS` seconds. */
export class ReadFeed extends Query<FeedPage> {
  constructor(
    readonly unit: ManagedUnit,
    readonly after: string | undefined,
    readonly limit: number,
    readonly types: readonly string[] | undefined,
    readonly waitS: number,
    /** Aborts when the client no longer waits for the result. */
    readonly signal: AbortSignal,
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

  async execute({
    unit,
    after: cursor,
    limit,
    types: prefixes,
    waitS,
    signal: closedSignal,
  }: ReadFeed): Promise<FeedPage> {
    const after = this.feeds.positionOf(cursor);
    const types = feedTypesFor(prefixes ?? []);
    const signal = AbortSignal.any([closedSignal, AbortSignal.timeout(waitS * 1000)]);
    const source = await this.feeds.sourceOf(unit);
    for (;;) {
      const next = waitS > 0 ? this.news.next(unit.unitId, signal) : null;
      const rows = await this.feeds.page(unit, after, limit + 1, types);
      const pageRows = rows.slice(0, limit);
      const last = pageRows.at(-1);
      if (last || next === null || signal.aborted)
        return {
          events: pageRows.map((row) => toCloudEvent(row, source)),
          next: last ? this.feeds.cursorAt(last.position) : (cursor ?? null),
          atEnd: rows.length <= limit,
        };
      await next;
    }
  }
}

type Lag = Pick<FeedConsumer, 'position' | 'lagEvents' | 'lagSeconds'>;

/** The reading progress of every key that may read a unit's feed and of every endpoint. */
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
    const readers = rows.filter((key) => key.scopes.includes('events:read') && isValidAt(key, at));
    const keys = readers.map(async ({ id, name }): Promise<FeedConsumer> => {
      const readPosition = await this.engines.lastWrites.of(readerOf(id));
      return { kind: 'key', id, name, ...(await this.lagBehind(readPosition, unit, ALL_TYPES)) };
    });
    return Promise.all([...keys, ...(await this.endpointsOf(unit))]);
  }

  private async endpointsOf(unit: ManagedUnit): Promise<Promise<FeedConsumer>[]> {
    const { rows } = await this.engines.views.find<WebhookRow>(webhooks, {
      where: [
        { column: 'unitId', eq: unit.unitId },
        { column: 'state', notIn: ['deleted'] },
      ],
      sort: [{ column: 'createdAt', direction: 'asc' }],
    });
    return rows.map(async (endpoint): Promise<FeedConsumer> => ({
      kind: 'webhook',
      id: endpoint.id,
      name: endpoint.description === '' ? endpoint.url : endpoint.description,
      ...(await this.lagOf(endpoint, unit)),
    }));
  }

  /**
   * The lag of an endpoint consists of its waiting deliveries, which lie before its cursor, and of the events after its
   * cursor.
   */
  private async lagOf(endpoint: WebhookRow, unit: ManagedUnit): Promise<Lag> {
    const { deliveries, eventStore } = this.engines;
    const [cursor, [summary]] = await Promise.all([deliveries.cursor(endpoint.id), deliveries.summary([endpoint.id])]);
    const position = cursor?.logId === eventStore.logId ? cursor.position : null;
    const unread = await this.lagBehind(position ?? endpoint.registeredAt, unit, feedTypesFor(endpoint.types));
    const { waiting = 0, waitingSince = null } = summary ?? {};
    return {
      position: position === null ? null : unread.position,
      lagEvents: unread.lagEvents + waiting,
      lagSeconds: Math.max(unread.lagSeconds, waitingSince === null ? 0 : this.secondsSince(waitingSince)),
    };
  }

  private async lagBehind(readPosition: Position | null, unit: ManagedUnit, types: readonly FeedType[]): Promise<Lag> {
    const after = readPosition ?? START;
    const [oldest] = await this.feeds.page(unit, after, 1, types);
    const position = readPosition === null ? null : this.feeds.cursorAt(readPosition);
    if (!oldest) return { position, lagEvents: 0, lagSeconds: 0 };
    const { total } = await this.engines.views.find(unitFeed, {
      where: [
        { column: feedColumnOf(unit.unitType), eq: unit.unitId },
        { column: 'position', from: nextPosition(after) },
        ...(types.length === ALL_TYPES.length ? [] : [{ column: 'type', in: [...types] } satisfies Condition]),
      ],
      limit: 1,
    });
    return { position, lagEvents: total, lagSeconds: this.secondsSince(oldest.at) };
  }

  private secondsSince(at: string): number {
    return Math.max(0, Math.round((this.now().getTime() - Date.parse(at)) / 1000));
  }
}

export const feedQueryHandlers = [ReadFeedHandler, ListFeedConsumersHandler];
