import { z } from 'zod';
import { WEBHOOK_LIMITS } from '#domain/lab-systems';
import { Guid, operation } from '../operation.js';
import { code, paragraphs, search } from '../texts.js';
import { Webhook, WEBHOOKS_PATH } from './webhooks.contract.js';

const SOURCE = 'ILIS, EM-010';
const ENDPOINT_PATH = `${WEBHOOKS_PATH}/:webhookId`;
const webhookId = Guid;
const WebhookParams = z.object({ webhookId });
const DeliveryState = z.enum(['waiting', 'delivered', 'failed']);
/** Why an attempt was not accepted. `status`: the status was not 2xx. */
const DeliveryFailure = z.enum(['timeout', 'connection', 'tls', 'refused', 'redirect', 'gone', 'status', 'deleted']);
/** A time with its offset, converted to UTC. */
const Time = z.iso.datetime({ offset: true }).transform((time) => new Date(time).toISOString());

/**
 * The delivery of one event to an endpoint. Times are UTC. `failed`: no further attempt follows without a request for
 * redelivery. `nextAt` is the time of the next attempt of a waiting delivery. `consignCode` is the code in the event;
 * null for a test. `last…` members describe the last attempt; the status is null if there was no response. Tests are
 * not included in the figures.
 */
export const WebhookDelivery = z.object({
  eventId: z.string(),
  /** With its version, as in the member `type` of the event. */
  type: z.string(),
  /** Id of the consignment. */
  subject: z.string(),
  consignCode: z.string().nullable(),
  state: DeliveryState,
  attempts: z.number().int(),
  createdAt: z.string(),
  nextAt: z.string().nullable(),
  lastAt: z.string().nullable(),
  lastStatus: z.number().int().nullable(),
  lastFailure: DeliveryFailure.nullable(),
  lastMs: z.number().nullable(),
  isRedelivery: z.boolean(),
  isTest: z.boolean(),
});
export type WebhookDelivery = z.infer<typeof WebhookDelivery>;

/** A request as it was sent, and the first 1 kB of its response. */
export const WebhookAttempt = z.object({
  n: z.number().int(),
  at: z.string(),
  ms: z.number(),
  status: z.number().int().nullable(),
  failure: DeliveryFailure.nullable(),
  /** Seconds of the wait that the response requested. */
  retryAfterS: z.number().nullable(),
  headers: z.record(z.string(), z.string()),
  answer: z.string(),
});

/**
 * A delivery with its attempts, oldest first. `body` is the same for every attempt; null if the event no longer exists.
 */
export const WebhookDeliveryDetail = WebhookDelivery.extend({
  body: z.string().nullable(),
  tried: z.array(WebhookAttempt),
});
export type WebhookDeliveryDetail = z.infer<typeof WebhookDeliveryDetail>;

export const listWebhookDeliveries = operation({
  name: 'ListWebhookDeliveries',
  family: 'v1',
  method: 'GET',
  path: `${ENDPOINT_PATH}/deliveries`,
  summary:
    'Deliveries of an endpoint in the last 90 days, newest first; `search` finds a part of the event’s id, type or consignment',
  source: SOURCE,
  query: z.object({
    webhookId,
    state: DeliveryState.optional(),
    search: search(100).optional(),
    from: Time.optional(),
    to: Time.optional(),
    /** `next` of the previous page. */
    after: code(200).optional(),
    limit: z.coerce.number().int().min(1).max(200).default(50),
  }),
  result: z.object({ items: z.array(WebhookDelivery), next: z.string().nullable() }),
});
export const getWebhookDelivery = operation({
  name: 'GetWebhookDelivery',
  family: 'v1',
  method: 'GET',
  path: `${ENDPOINT_PATH}/deliveries/:eventId`,
  summary: 'One delivery with its attempts, what was sent and what was answered',
  source: SOURCE,
  query: z.object({ webhookId, eventId: Guid }),
  result: WebhookDeliveryDetail,
});
export const listWebhookHours = operation({
  name: 'ListWebhookHours',
  family: 'v1',
  method: 'GET',
  path: `${ENDPOINT_PATH}/hours`,
  summary:
    'The last 24 hours of an endpoint, oldest first: events accepted, ' +
    'events not accepted at the end of the hour, 95th percentile in ms. `lastWeek` sums the hours of 7 days up',
  source: SOURCE,
  query: WebhookParams,
  result: z.object({
    items: z.array(
      z.object({
        at: z.string(),
        delivered: z.number().int(),
        failed: z.number().int(),
        p95: z.number().nullable(),
      }),
    ),
    lastWeek: z.object({ delivered: z.number().int(), failed: z.number().int() }),
  }),
});
export const testWebhook = operation({
  name: 'TestWebhook',
  family: 'v1',
  method: 'POST',
  path: `${ENDPOINT_PATH}/test`,
  summary:
    'Sends the example of a type, marked by `data.test`; what came of it is the delivery of the event answered. ' +
    'Without `type` the first that the endpoint takes',
  source: SOURCE,
  query: WebhookParams,
  body: z.object({ type: code(100).optional() }).optional(),
  result: z.object({ eventId: z.string() }),
});
export const retryWebhookNow = operation({
  name: 'RetryWebhookNow',
  family: 'v1',
  method: 'POST',
  path: `${ENDPOINT_PATH}/retry-now`,
  summary:
    'Sends the event that waits longest; when it is accepted all others follow, five a second. `eventId` null: none waits',
  source: SOURCE,
  query: WebhookParams,
  result: z.object({ eventId: z.string().nullable(), webhook: Webhook }),
});
export const redeliverWebhook = operation({
  name: 'RedeliverWebhook',
  family: 'v1',
  method: 'POST',
  path: `${ENDPOINT_PATH}/redeliver`,
  summary:
    'Sends events once more, with the same id and body: these, those of a period (`to` excluded), ' +
    'or all that failed. `dryRun` counts; a count other than `expectedCount` is a 409 COUNT_CHANGED',
  source: SOURCE,
  query: WebhookParams,
  body: z.object({
    eventIds: z.array(Guid).min(1).max(1000).optional(),
    from: Time.optional(),
    to: Time.optional(),
    failedOnly: z.boolean().default(false),
    dryRun: z.boolean().default(false),
    /** Required unless `dryRun` is set. */
    reason: paragraphs(WEBHOOK_LIMITS.reason).default(''),
    expectedCount: z.number().int().min(0).optional(),
  }),
  /**
   * `deliveredBefore`: how many of them the endpoint has already accepted. `bytes` (of all bodies) and `seconds` (until
   * all are sent) are estimates from recent deliveries; null if there were none.
   */
  result: z.object({
    count: z.number().int(),
    consignments: z.number().int(),
    deliveredBefore: z.number().int(),
    bytes: z.number().int().nullable(),
    seconds: z.number().int().nullable(),
  }),
});
