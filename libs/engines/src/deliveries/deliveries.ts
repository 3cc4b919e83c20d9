import type { FeedType } from '#domain/lab-systems';
import type { Position } from '#events';
import type { Buckets } from './latency-buckets.js';

/** `failed`: the delivery is only tried again on request. */
export const DELIVERY_STATES = ['waiting', 'delivered', 'failed'] as const;
export type DeliveryState = (typeof DELIVERY_STATES)[number];

/**
 * Why an attempt was not accepted. `status`: a status other than 2xx; `redirect`: a 3xx, which is not followed; `gone`:
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
 * the log, null for a test event. `attempts` counts all attempts, `tries` those since the last request to send it,
 * which decides when the next one is due; `nextAt` is null unless it waits.
 */
export type Delivery = {
  webhookId: string;
  eventId: string;
  position: Position | null;
  /** The type in the feed, without its version. */
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
 * One request and its response. `headers` are those of the request, `answer` is the beginning of the response body;
 * `status` is null if there was no response, `failure` is null if it was accepted.
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
 * The result of an attempt. `nextAt` is when a waiting event is tried again; until `holdUntil` nothing is sent to the
 * endpoint, because its response asked for that.
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
 * The state of an endpoint. `failures` counts consecutive failed attempts, `failingSince` is when the first of them
 * began, null while it accepts. `isProbed`: one event is tried before the others; `isPaced`: a backlog is being
 * delivered slowly. `changes` counts requests of anybody but the dispatcher. Test events are not counted.
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
 * `search` matches a part of the event's id, type or subject; `createdAt` is at or after `from` and before `to`.
 * Without `isTest` both kinds are found.
 */
export type DeliveryFilter = { state?: DeliveryState; isTest?: boolean; search?: string; from?: string; to?: string };

/**
 * Which deliveries are sent again; never test events. `failedOnly`: those in state `failed`. A period: `createdAt` at
 * or after `from` and before `to`.
 */
export type RedeliverySelection = { eventIds: readonly string[] } | { from: string; to: string } | { failedOnly: true };

/** `subjects` counts consignments, `deliveredBefore` those that the receiver has accepted before. */
export type RedeliveryCount = { count: number; subjects: number; deliveredBefore: number };

/**
 * An hour that began at `at`: events accepted in it, events whose last attempt in it failed, and the 95th percentile of
 * how long accepted ones took, in ms, within a tenth.
 */
export type DeliveryHour = { at: string; delivered: number; failed: number; p95: number | null };

/**
 * A delivery as it is stored. `endedAt` is null while it waits; `requestId` is that of the last call of `redeliver`.
 */
export type StoredDelivery = Delivery & {
  endedAt: string | null;
  wasAccepted: boolean;
  requestId: string | null;
  /** Oldest first. */
  tried: Attempt[];
};
export type StoredEndpoint = EndpointState & { webhookId: string; cursor: DeliveryCursor | null };
export type StoredHour = { webhookId: string; at: string; delivered: number; failed: number; buckets: Buckets };
/** A part of what is stored, as it is moved to another engine. */
export type StoredPart = { deliveries: StoredDelivery[]; hours: StoredHour[]; endpoints: StoredEndpoint[] };

/**
 * Port. Deliveries to endpoints of webhooks, with their attempts and responses. They are not in the log, because
 * responses of receivers may contain anything, and they are deleted after a limited time (`forget`). If they are lost,
 * no event is lost: all events are delivered again, and receivers recognise repeated events by their ids. Every call
 * throws StoreUnavailable if the engine does not answer in time.
 */
export interface Deliveries {
  /** Null before the first `add`. */
  cursor(webhookId: string): Promise<DeliveryCursor | null>;
  /**
   * Adds events that are to be sent at once, and moves the cursor, in one transaction; a `cursor` of null leaves it
   * unchanged. An event that is stored already stays unchanged.
   */
  add(webhookId: string, deliveries: readonly NewDelivery[], cursor: DeliveryCursor | null): Promise<void>;
  /** Deliveries that are due now, the longest due first; only test events with `testsOnly` or before `holdUntil`. */
  findDue(webhookId: string, now: string, limit: number, testsOnly?: boolean): Promise<Delivery[]>;
  /** When the next delivery of the endpoint is due, on hold or not; null if nothing waits. */
  nextAt(webhookId: string): Promise<string | null>;
  /**
   * Records attempts, except those of events that no longer exist. An event that is accepted after `failureThreshold`
   * consecutive failures, or while the endpoint is probed, makes everything that waits due at once, paced.
   */
  record(webhookId: string, results: readonly AttemptResult[], failureThreshold: number): Promise<void>;
  /** Called when the backlog has been delivered. */
  endPacing(webhookId: string): Promise<void>;
  state(webhookId: string): Promise<EndpointState>;
  /** `changes` of these endpoints; 0 for an unknown one. */
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
   * Probes an endpoint: the event that waits longest is due now, before everything else and even on hold, and if it is
   * accepted all others follow, paced. Returns the id of that event, null if none waits.
   */
  retryNow(webhookId: string, now: string): Promise<string | null>;
  /**
   * Resumes an endpoint: everything that waits is due now, paced. A failing endpoint is probed first, as by `retryNow`.
   */
  resume(webhookId: string, now: string): Promise<void>;
  /**
   * Makes deliveries due once more; `dryRun` only counts. A repeated call with the same `requestId` changes nothing, so
   * that nothing is sent twice.
   */
  redeliver(
    webhookId: string,
    selection: RedeliverySelection,
    now: string,
    options: { dryRun: true } | { dryRun: false; requestId: string },
  ): Promise<RedeliveryCount>;
  /** Deletes up to `limit` deliveries that ended before this time, with their attempts. Returns how many. */
  forget(before: string, limit: number): Promise<number>;
  /** The endpoint was deleted: waiting deliveries fail. Its deliveries stay until `forget` deletes them. */
  remove(webhookId: string, now: string): Promise<void>;
  /**
   * Everything that is stored, part by part. Endpoints come last, because their cursors say which deliveries are
   * stored.
   */
  exportAll(): AsyncIterable<StoredPart>;
  /** Stores what another engine has exported. Existing data stays unchanged. */
  importPart(part: StoredPart): Promise<void>;
  /** Removes deleted data from the files of the engine, if it has any. */
  overwriteDeleted(): Promise<void>;
  close(): Promise<void>;
}
