import type { FeedType } from '#domain/lab-systems';
import type { Attempt, Delivery, DeliveryFailure, DeliveryState, EndpointState } from './deliveries.js';

/** The state of an endpoint without any records. */
export const INITIAL_STATE: EndpointState = {
  failures: 0,
  failingSince: null,
  isProbed: false,
  isPaced: false,
  holdUntil: null,
  lastAt: null,
  lastStatus: null,
  lastFailure: null,
  lastDeliveredAt: null,
  changes: 0,
};

export type EndpointRow = {
  webhook_id: string;
  log_id: string | null;
  position: string | null;
  failures: number;
  failing_since: string | null;
  is_probed: number;
  is_paced: number;
  hold_until: string | null;
  last_at: string | null;
  last_status: number | null;
  last_failure: DeliveryFailure | null;
  last_delivered_at: string | null;
  changes: number;
};

export const stateOf = (row: EndpointRow): EndpointState => ({
  failures: row.failures,
  failingSince: row.failing_since,
  isProbed: row.is_probed === 1,
  isPaced: row.is_paced === 1,
  holdUntil: row.hold_until,
  lastAt: row.last_at,
  lastStatus: row.last_status,
  lastFailure: row.last_failure,
  lastDeliveredAt: row.last_delivered_at,
  changes: row.changes,
});

export type DeliveryRow = {
  webhook_id: string;
  event_id: string;
  position: string;
  type: FeedType;
  subject: string;
  state: DeliveryState;
  attempts: number;
  tries: number;
  next_at: string | null;
  last_at: string | null;
  last_status: number | null;
  last_failure: DeliveryFailure | null;
  last_ms: number | null;
  created_at: string;
  is_redelivery: number;
  is_test: number;
  ended_at: string | null;
  was_accepted: number;
  request_id: string | null;
};

export const deliveryOf = (row: DeliveryRow): Delivery => ({
  webhookId: row.webhook_id,
  eventId: row.event_id,
  position: row.position === '' ? null : row.position,
  type: row.type,
  subject: row.subject,
  state: row.state,
  attempts: row.attempts,
  tries: row.tries,
  nextAt: row.next_at,
  lastAt: row.last_at,
  lastStatus: row.last_status,
  lastFailure: row.last_failure,
  lastMs: row.last_ms,
  createdAt: row.created_at,
  isRedelivery: row.is_redelivery === 1,
  isTest: row.is_test === 1,
});

export type AttemptRow = {
  n: number;
  at: string;
  ms: number;
  status: number | null;
  failure: DeliveryFailure | null;
  retry_after_s: number | null;
  headers: string;
  answer: string;
};

export const attemptOf = (row: AttemptRow): Attempt => ({
  n: row.n,
  at: row.at,
  ms: row.ms,
  status: row.status,
  failure: row.failure,
  retryAfterS: row.retry_after_s,
  headers: JSON.parse(row.headers) as Record<string, string>,
  answer: row.answer,
});
