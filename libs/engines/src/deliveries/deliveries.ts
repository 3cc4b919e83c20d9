import type { FeedType } from '#domain/lab-systems';
import type { Position } from '#events';
import type { Buckets } from './latency-buckets.js';

/** `failed`: nothing is tried any more unless somebody asks for it. */
export const DELIVERY_STATES = ['waiting', 'delivered', 'failed'] as const;
export type DeliveryState = (typeof DELIVERY_STATES)[number];

/**
 * Why an attempt was not accepted. `status`: another status than 2xx; `redirect`: a 3xx, which is not followed; `gone`:
 * 410; `refused`: the address is not allowed; `deleted`: the endpoint was deleted while the event waited.
 */
export const DELIVERY_FAILURES = [
  'timeout',
  'connection',
  'tls',
  'refused',
  'redirect',
  'gone',
  'status',
  'deleted',
] as const;
export type DeliveryFailure = (typeof DELIVERY_FAILURES)[number];

/**
 * One event on its way to one endpoint. Times are UTC, ISO 8601 with milliseconds. `position` is the event's place in
 * the log, null for a test event. `attempts` counts all of them, `tries` those since it was asked for last, by which
 * the next is timed; `nextAt` is null unless it waits.
 */
export type Delivery = {
  webhookId: string;
  eventId: string;
  position: Position | null;
  /** As the feed names it, without its version. */
  type: FeedType;
  /** Id of the consignment. */
  subject: string;
  state: DeliveryState;
  attempts: number;
  tries: number;
  nextAt: string | null;
  lastAt: string | null;
  lastStatus: number | null;
  lastFailure: DeliveryFailure | null;
  lastMs: number | null;
  createdAt: string;
  isRedelivery: boolean;
  isTest: boolean;
};

export type NewDelivery = Pick<Delivery, 'eventId' | 'position' | 'type' | 'subject' | 'createdAt' | 'isTest'>;

/**
 * One request as it was sent and answered. `headers` are those of the request, `answer` the beginning of the answer's
 * body; `status` is null where nothing was answered, `failure` where it was accepted.
 */
export type Attempt = {
  n: number;
  at: string;
  ms: number;
  status: number | null;
  failure: DeliveryFailure | null;
  retryAfterS: number | null;
  headers: Record<string, string>;
  answer: string;
};

/**
 * What came of an attempt. `nextAt` is when a waiting event is tried again; `holdUntil` keeps everything of the
 * endpoint until then, because its answer asked for that.
 */
export type AttemptResult = {
  eventId: string;
  attempt: Omit<Attempt, 'n'>;
  state: DeliveryState;
  nextAt: string | null;
  holdUntil?: string | null;
};

/** How far the feed has been turned into deliveries of an endpoint. */
export type DeliveryCursor = { logId: string; position: Position };

/**
 * How an endpoint stands. `failures` counts attempts that failed one after another, `failingSince` is when the first of
 * them began, null while it accepts. `isProbed`: one event is tried before the others; `isPaced`: a backlog is being
 * delivered slowly. `changes` grows with whatever others than the dispatcher asked for. Test events count in none of
 * it.
 */
export type EndpointState = {
  failures: number;
  failingSince: string | null;
  isProbed: boolean;
  isPaced: boolean;
  holdUntil: string | null;
  lastAt: string | null;
  lastStatus: number | null;
  lastFailure: DeliveryFailure | null;
  lastDeliveredAt: string | null;
  changes: number;
};

/** `nextAt`: when the first of the waiting events is tried; `waitingSince`: when the oldest of them was added. */
export type EndpointSummary = EndpointState & {
  webhookId: string;
  waiting: number;
  nextAt: string | null;
  waitingSince: string | null;
};

/**
 * `search` finds a part of the event's id, type or subject; `createdAt` lies from `from` on and before `to`. Without
 * `isTest` both kinds.
 */
export type DeliveryFilter = { state?: DeliveryState; isTest?: boolean; search?: string; from?: string; to?: string };

/**
 * Which deliveries are asked for again; test events never. `failedOnly`: those in state `failed`. A period: `createdAt`
 * from `from` on and before `to`.
 */
export type RedeliverySelection = { eventIds: readonly string[] } | { from: string; to: string } | { failedOnly: true };

/** `subjects` counts consignments, `deliveredBefore` those that the receiver has accepted once. */
export type RedeliveryCount = { count: number; subjects: number; deliveredBefore: number };

/**
 * An hour that began at `at`: events accepted in it, events whose last attempt in it failed, and the 95th percentile of
 * how long accepted ones took, in ms, within a tenth.
 */
export type DeliveryHour = { at: string; delivered: number; failed: number; p95: number | null };

/** A delivery as it is kept. `endedAt` is null while it waits; `requestId` is that of the last `again`. */
export type StoredDelivery = Delivery & {
  endedAt: string | null;
  wasAccepted: boolean;
  requestId: string | null;
  /** Oldest first. */
  tried: Attempt[];
};
export type StoredEndpoint = EndpointState & { webhookId: string; cursor: DeliveryCursor | null };
export type StoredHour = { webhookId: string; at: string; delivered: number; failed: number; buckets: Buckets };
/** Some of what is kept, as another engine takes it over. */
export type StoredPart = { deliveries: StoredDelivery[]; hours: StoredHour[]; endpoints: StoredEndpoint[] };

/**
 * Port. What is to be sent to endpoints of webhooks, how often it was tried, and what they answered: it is not in the
 * log, because answers of receivers may hold anything. It is kept for a time only (`forget`). Losing it loses no event:
 * endpoints are read from their beginning again, and receivers know repeated events by their ids. Every call throws
 * StoreUnavailable when the engine does not answer in time.
 */
export interface Deliveries {
  /** Null before the first `add`. */
  cursor(webhookId: string): Promise<DeliveryCursor | null>;
  /**
   * Adds events that are to be sent at once, and moves the cursor, in one transaction; `cursor` null leaves it. An
   * event that is there already stays as it is.
   */
  add(webhookId: string, deliveries: readonly NewDelivery[], cursor: DeliveryCursor | null): Promise<void>;
  /**
   * What is to be sent now, the longest due first; `testsOnly`, or while `holdUntil` has not passed, test events alone.
   */
  due(webhookId: string, now: string, limit: number, testsOnly?: boolean): Promise<Delivery[]>;
  /** When something of the endpoint is due next, held back or not; null when nothing waits. */
  nextAt(webhookId: string): Promise<string | null>;
  /**
   * Notes attempts; an event that is not there any more is left out. One that is accepted after `failing` attempts had
   * failed in a row, or while the endpoint is probed, makes everything that waits due at once, paced.
   */
  record(webhookId: string, results: readonly AttemptResult[], failing: number): Promise<void>;
  /** No backlog is due any more. */
  endPacing(webhookId: string): Promise<void>;
  state(webhookId: string): Promise<EndpointState>;
  /** `changes` of these endpoints; 0 for one that is not known. */
  changes(webhookIds: readonly string[]): Promise<Map<string, number>>;

  /** Newest first. `after` is the `next` of the page before. */
  find(
    webhookId: string,
    filter: DeliveryFilter,
    page: { after?: string; limit: number },
  ): Promise<{ deliveries: Delivery[]; next: string | null }>;
  /** With its attempts, oldest first. */
  get(webhookId: string, eventId: string): Promise<(Delivery & { tried: Attempt[] }) | null>;
  /** One row for each of these endpoints, in their order. */
  summary(webhookIds: readonly string[]): Promise<EndpointSummary[]>;
  /** Hours from the one of `since` on, oldest first, those without attempts left out. */
  hours(webhookId: string, since: string): Promise<DeliveryHour[]>;

  /**
   * Probes an endpoint: the event that waits longest is due now, whatever held it back, and if it is accepted all
   * others follow, paced. Answers the id of that event, null when none waits.
   */
  retryNow(webhookId: string, now: string): Promise<string | null>;
  /**
   * For an endpoint that goes on: everything that waits is due now, paced. One that was failing is probed first, as by
   * `retryNow`.
   */
  resume(webhookId: string, now: string): Promise<void>;
  /**
   * Makes deliveries due once more; `dryRun` only counts. Asked again under the same `requestId` it changes nothing
   * that was made due then, so that a repeated request sends nothing twice.
   */
  again(
    webhookId: string,
    selection: RedeliverySelection,
    now: string,
    how: { dryRun: true } | { dryRun: false; requestId: string },
  ): Promise<RedeliveryCount>;
  /** Forgets deliveries that ended before this time, at most so many with their attempts. Returns how many. */
  forget(before: string, limit: number): Promise<number>;
  /** The endpoint was deleted: what waits is given up. Its deliveries stay until they are forgotten. */
  remove(webhookId: string, now: string): Promise<void>;
  /** Everything there is, a part at a time, endpoints last: their cursors claim what comes before them. */
  exportAll(): AsyncIterable<StoredPart>;
  /** Takes over what another engine kept; what is here already stays as it is. */
  importPart(part: StoredPart): Promise<void>;
  /** What was deleted before is gone from its files, as far as it has files of its own. */
  overwriteDeleted(): Promise<void>;
  close(): Promise<void>;
}
