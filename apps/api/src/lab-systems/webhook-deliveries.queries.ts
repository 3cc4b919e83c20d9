import { Inject } from '@nestjs/common';
import { Query, QueryHandler, type IQueryHandler } from '@nestjs/cqrs';
import {
  toCloudEvent,
  toTestEvent,
  type CloudEvent,
  type ResultOf,
  type listWebhookHours,
  type WebhookDelivery,
  type WebhookDeliveryDetail,
} from '#contract';
import { load } from '#domain/event-sourcing';
import { versionedName, webhook, WEBHOOK_RATES, type FeedType, type RedeliverySelection } from '#domain/lab-systems';
import { problem, RuleBroken } from '#domain/rules';
import { feedEvents, type Delivery, type DeliveryFilter, type DeliveryHour, type Engines } from '#engines';
import { CLOCK, ENGINES, type Clock } from '../injection-tokens.js';
import { UnitFeeds } from './feed.queries.js';

const HOUR_MS = 60 * 60_000;
const HOURS = 24;
const WEEK_HOURS = 7 * HOURS;
/** The number of deliveries whose bodies are built to estimate the total size. */
const MEASURED = 20;

type DeliveryPage = { items: WebhookDelivery[]; next: string | null };

/** A page of the deliveries of an endpoint, the newest first. */
export class ListDeliveries extends Query<DeliveryPage> {
  constructor(
    readonly webhookId: string,
    readonly filter: DeliveryFilter,
    readonly page: { after?: string; limit: number },
  ) {
    super();
  }
}

@QueryHandler(ListDeliveries)
export class ListDeliveriesHandler implements IQueryHandler<ListDeliveries> {
  constructor(@Inject(ENGINES) private readonly engines: Engines) {}

  async execute({ webhookId, filter, page }: ListDeliveries): Promise<DeliveryPage> {
    const { deliveries, next } = await this.engines.deliveries.find(webhookId, filter, page);
    const codeOf = await consignCodes(this.engines, deliveries);
    return { items: deliveries.map((delivery) => toWebhookDelivery(delivery, codeOf)), next };
  }
}

/** One delivery with its attempts and its body. */
export class GetDelivery extends Query<WebhookDeliveryDetail> {
  constructor(
    readonly webhookId: string,
    readonly eventId: string,
  ) {
    super();
  }
}

/** @throws RuleBroken NO_SUCH_DELIVERY */
@QueryHandler(GetDelivery)
export class GetDeliveryHandler implements IQueryHandler<GetDelivery> {
  constructor(
    @Inject(ENGINES) private readonly engines: Engines,
    private readonly feeds: UnitFeeds,
  ) {}

  async execute({ webhookId, eventId }: GetDelivery): Promise<WebhookDeliveryDetail> {
    const match = await this.engines.deliveries.get(webhookId, eventId);
    if (!match) throw new RuleBroken(problem('NO_SUCH_DELIVERY'));
    const { tried, ...delivery } = match;
    const codeOf = await consignCodes(this.engines, [delivery]);
    return {
      ...toWebhookDelivery(delivery, codeOf),
      tried,
      body: await bodyOf(this.engines, this.feeds, webhookId, delivery),
    };
  }
}

type Hours = ResultOf<typeof listWebhookHours>;

/** The hours of the last day, including those without attempts, and the sums of seven days. */
export class ListHours extends Query<Hours> {
  constructor(readonly webhookId: string) {
    super();
  }
}

@QueryHandler(ListHours)
export class ListHoursHandler implements IQueryHandler<ListHours> {
  constructor(
    @Inject(ENGINES) private readonly engines: Engines,
    @Inject(CLOCK) private readonly now: Clock,
  ) {}

  async execute({ webhookId }: ListHours): Promise<Hours> {
    const current = Math.floor(this.now().getTime() / HOUR_MS);
    const hours = Array.from({ length: HOURS }, (_, at) =>
      new Date((current - HOURS + 1 + at) * HOUR_MS).toISOString(),
    );
    const weekAgo = new Date((current - WEEK_HOURS + 1) * HOUR_MS).toISOString();
    const countedHours = await this.engines.deliveries.hours(webhookId, weekAgo);
    const byHour = new Map(countedHours.map((hour) => [hour.at, hour]));
    return {
      items: hours.map((at) => byHour.get(at) ?? { at, delivered: 0, failed: 0, p95: null }),
      lastWeek: {
        delivered: sum(countedHours.map(({ delivered }) => delivered)),
        failed: sum(countedHours.map(({ failed }) => failed)),
      },
    };
  }
}

/** Null if there was nothing to measure. */
export type DeliveryRates = { bytesPerEvent: number | null; eventsPerSecond: number | null };

/**
 * Estimates the size of the bodies of a selection from a sample of them, and the speed of the endpoint from the last
 * day.
 */
export class MeasureDeliveries extends Query<DeliveryRates> {
  constructor(
    readonly webhookId: string,
    readonly selection: RedeliverySelection,
  ) {
    super();
  }
}

@QueryHandler(MeasureDeliveries)
export class MeasureDeliveriesHandler implements IQueryHandler<MeasureDeliveries> {
  constructor(
    @Inject(ENGINES) private readonly engines: Engines,
    private readonly feeds: UnitFeeds,
    @Inject(CLOCK) private readonly now: Clock,
  ) {}

  async execute({ webhookId, selection }: MeasureDeliveries): Promise<DeliveryRates> {
    const { deliveries } = this.engines;
    const [bodies, hours, state] = await Promise.all([
      this.someBodies(webhookId, selection),
      deliveries.hours(webhookId, new Date(this.now().getTime() - HOURS * HOUR_MS).toISOString()),
      deliveries.state(webhookId),
    ]);
    const sizes = bodies.flatMap((body) => (body === null ? [] : [Buffer.byteLength(body)]));
    const isSlow = state.isPaced || state.failures > 0;
    return {
      bytesPerEvent: sizes.length === 0 ? null : sum(sizes) / sizes.length,
      eventsPerSecond: isSlow ? WEBHOOK_RATES.backlogPerSecond : rateOf(hours),
    };
  }

  private async someBodies(webhookId: string, selection: RedeliverySelection): Promise<(string | null)[]> {
    const { deliveries } = this.engines;
    if (selection.mode === 'events') {
      const requests = selection.eventIds.slice(0, MEASURED).map((eventId) => deliveries.get(webhookId, eventId));
      const existingDeliveries = (await Promise.all(requests)).filter((delivery) => delivery !== null);
      return Promise.all(existingDeliveries.map((delivery) => bodyOf(this.engines, this.feeds, webhookId, delivery)));
    }
    const filter: DeliveryFilter =
      selection.mode === 'failed' ? { state: 'failed' } : { from: selection.from, to: selection.to };
    const { deliveries: sample } = await deliveries.find(webhookId, { ...filter, isTest: false }, { limit: MEASURED });
    return Promise.all(sample.map((delivery) => bodyOf(this.engines, this.feeds, webhookId, delivery)));
  }
}

export const webhookDeliveryQueryHandlers = [
  ListDeliveriesHandler,
  GetDeliveryHandler,
  ListHoursHandler,
  MeasureDeliveriesHandler,
];

/** Estimates the bytes and seconds for sending `count` events again; null if unknown. */
export const estimateRedelivery = ({ bytesPerEvent, eventsPerSecond }: DeliveryRates, count: number) => {
  if (count === 0) return { bytes: 0, seconds: 0 };
  return {
    bytes: bytesPerEvent === null ? null : Math.round(bytesPerEvent * count),
    seconds: eventsPerSecond === null ? null : Math.ceil(count / eventsPerSecond),
  };
};

const sum = (numbers: readonly number[]): number => numbers.reduce((all, number) => all + number, 0);

/** Events per second with the maximum number of concurrent deliveries; null if there was no accepted delivery. */
const rateOf = (hours: readonly DeliveryHour[]): number | null => {
  const times = hours.flatMap(({ p95 }) => (p95 === null ? [] : [p95]));
  return times.length === 0 ? null : (WEBHOOK_RATES.atOnce * 1000) / Math.max(1, sum(times) / times.length);
};

/** Consignment numbers by event id, as contained in the events. */
const consignCodes = async ({ views }: Engines, deliveries: readonly Delivery[]): Promise<Map<string, string>> => {
  const positions = deliveries.flatMap(({ position }) => position ?? []);
  const rows = positions.length === 0 ? [] : await feedEvents(views, positions);
  return new Map(rows.map(({ eventId, facts }) => [eventId, facts.consignCode]));
};

const toWebhookDelivery = (
  { webhookId: _, position: _position, tries: _tries, type, ...delivery }: Delivery,
  codeOf: ReadonlyMap<string, string>,
): WebhookDelivery => ({
  ...delivery,
  consignCode: codeOf.get(delivery.eventId) ?? null,
  type: versionedName(type as FeedType),
});

/**
 * The body of every attempt of a delivery. It follows from the event, so it is not stored. Null if the endpoint does
 * not exist or the feed does not contain the event.
 */
const bodyOf = async (
  { eventStore }: Engines,
  feeds: UnitFeeds,
  webhookId: string,
  delivery: Delivery,
): Promise<string | null> => {
  const { state } = await load(eventStore, webhook, webhookId);
  if (!state) return null;
  const source = await feeds.sourceOf(state);
  const { eventId, position, subject, createdAt: at } = delivery;
  if (position === null)
    return serialized(toTestEvent({ eventId, type: delivery.type as FeedType, subject, at }, source));
  const row = await feeds.eventAt(position);
  return row?.eventId === eventId ? serialized(toCloudEvent(row, source)) : null;
};

const serialized = (event: CloudEvent): string => JSON.stringify(event);
