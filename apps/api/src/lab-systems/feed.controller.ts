import { Controller, Get, Req, Res } from '@nestjs/common';
import { QueryBus } from '@nestjs/cqrs';
import {
  asyncApiDocument,
  eventTypes,
  getEventType,
  getFeed,
  listEventTypes,
  listFeedConsumers,
  schemaOf,
  streamFeed,
  toCloudEvent,
  type CloudEvent,
} from '#contract';
import { feedTypesFor, type FeedType } from '#domain/lab-systems';
import type { Language } from '#domain/text';
import type { Position } from '#events';
import { bearerTokenOf, Public } from '../auth/access.guard.js';
import type { Caller } from '../auth/caller.js';
import { CurrentUser, RequestLanguage, type ApiReply, type ApiRequest } from '../http/api-request.js';
import { EventStreams } from '../http/event-streams.js';
import { Input } from '../http/input.js';
import { HandlesOperation, type InputOf } from '../http/operation-handlers.js';
import { Problem } from '../http/problem.js';
import { FeedNews } from './feed-news.js';
import { ListFeedConsumers, ReadFeed, UnitFeeds, type FeedPage } from './feed.queries.js';
import { UnitConnections, requireUnit, type ManagedUnit } from './unit-systems.js';

/** Events per read of the stream. This limits how many events wait here for a slow reader. */
const STREAM_PAGE = 100;
const asyncApi = asyncApiDocument();

/**
 * The event feed of a unit: polling, streaming and its description (002 ILIS, EM-010). Webhooks send the same events.
 */
@Controller()
export class FeedController {
  constructor(
    private readonly queries: QueryBus,
    private readonly feeds: UnitFeeds,
    private readonly news: FeedNews,
    private readonly streams: EventStreams,
    private readonly unitSystems: UnitConnections,
  ) {}

  @HandlesOperation(getFeed)
  async read(
    @Input() { after, limit, types, wait }: InputOf<typeof getFeed>,
    @CurrentUser() caller: Caller,
    @Req() request: ApiRequest,
  ): Promise<FeedPage> {
    const closing = new AbortController();
    request.raw.once('close', () => closing.abort());
    if (after !== undefined) this.feeds.noteRead(caller.userId, this.feeds.positionOf(after));
    return this.queries.execute(new ReadFeed(requireUnit(caller), after, limit, types, wait, closing.signal));
  }

  @HandlesOperation(streamFeed)
  async stream(
    @Input() { after, types }: InputOf<typeof streamFeed>,
    @CurrentUser() caller: Caller,
    @Req() request: ApiRequest,
    @Res({ passthrough: true }) reply: ApiReply,
  ) {
    const lastEventId = request.headers['last-event-id'];
    const from = this.feeds.positionOf(typeof lastEventId === 'string' && lastEventId !== '' ? lastEventId : after);
    const feedTypes = feedTypesFor(types ?? []);
    void reply.header('X-Accel-Buffering', 'no');
    return this.streams.start(
      { caller, token: bearerTokenOf(request) ?? '', operation: streamFeed.name },
      (signal) => this.followFeed(requireUnit(caller), from, feedTypes, caller, signal),
      ({ cursor }) => cursor,
    );
  }

  private async *followFeed(
    unit: ManagedUnit,
    from: Position,
    types: readonly FeedType[],
    { userId }: Caller,
    signal: AbortSignal,
  ): AsyncGenerator<CloudEvent> {
    const source = await this.feeds.sourceOf(unit);
    for (let after = from; !signal.aborted;) {
      const next = this.news.next(unit.unitId, signal);
      const rows = await this.feeds.page(unit, after, STREAM_PAGE, types);
      for (const row of rows) {
        yield toCloudEvent(row, source);
        after = row.position;
      }
      if (rows.length > 0) this.feeds.noteRead(userId, after);
      if (rows.length < STREAM_PAGE) await next;
    }
  }

  @HandlesOperation(listFeedConsumers)
  async consumers(@Input() { unitId }: InputOf<typeof listFeedConsumers>, @CurrentUser() caller: Caller) {
    const unit = caller.key ? requireUnit(caller) : await this.unitSystems.managedBy(caller, unitId);
    return { items: await this.queries.execute(new ListFeedConsumers(unit)) };
  }

  @HandlesOperation(listEventTypes)
  types(@RequestLanguage() language: Language) {
    return {
      items: eventTypes.map((type) => ({
        name: type.name,
        version: type.version,
        summary: type.summary[language],
        recordedAs: [...type.recordedAs],
        schema: schemaOf(type),
        example: type.example,
      })),
    };
  }

  @HandlesOperation(getEventType)
  type(@Input() { name }: InputOf<typeof getEventType>) {
    const eventType = eventTypes.find((type) => type.name === name);
    if (!eventType) throw Problem.notFound();
    return schemaOf(eventType);
  }

  @Get('api/asyncapi.json')
  @Public()
  document(): object {
    return asyncApi;
  }
}
