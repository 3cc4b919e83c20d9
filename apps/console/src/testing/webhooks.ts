import { eventTypes, exampleEvent, type Webhook, type WebhookDelivery, type WebhookDeliveryDetail } from '#contract';

export const WEBHOOK_ID = '0b8e2a52-6a0f-4d6d-9a51-0c4a9d3f7d10';

/** A working endpoint; what is not given is as it is after its registration. */
export const webhookWith = (changes: Partial<Webhook> = {}): Webhook => ({
  id: WEBHOOK_ID,
  url: 'https://lims.example.com/hooks/consignments',
  types: [],
  description: '委托入库',
  state: 'active',
  stateSince: '2026-03-01T08:00:00.000Z',
  disabledCause: null,
  secretIds: [{ id: 's-new', last4: 'k3Qd', until: null }],
  createdAt: '2026-03-01T08:00:00.000Z',
  createdBy: '沈惠兰',
  waiting: 0,
  failingSince: null,
  nextAt: null,
  lastAt: null,
  lastStatus: null,
  lastFailure: null,
  lastDeliveredAt: null,
  ...changes,
});

/** A delivery that was accepted at the first attempt. */
export const deliveryWith = (number: number, changes: Partial<WebhookDelivery> = {}): WebhookDelivery => ({
  eventId: `0198b4d${number}-6c3e-7b41-9d02-5e7f1a44c0b9`,
  type: 'consignment.submitted.v1',
  subject: '0f0c3b1e-6f0a-4a3e-9d0b-6f3f5b1c2a10',
  consignCode: 'TU003-2026-00418',
  state: 'delivered',
  attempts: 1,
  nextAt: null,
  lastAt: '2026-03-01T08:00:01.000Z',
  lastStatus: 204,
  lastFailure: null,
  lastMs: 88,
  createdAt: '2026-03-01T08:00:00.000Z',
  isRedelivery: false,
  isTest: false,
  ...changes,
});

/** The same with its attempts and its body. */
export const detailOf = (delivery: WebhookDelivery): WebhookDeliveryDetail => {
  const [type] = eventTypes;
  if (!type) throw new Error('There is no event type.');
  return {
    ...delivery,
    tried: Array.from({ length: delivery.attempts }, (_, index) => ({
      n: index + 1,
      at: '2026-03-01T08:00:01.000Z',
      ms: delivery.lastMs ?? 0,
      status: delivery.lastStatus,
      failure: delivery.lastFailure,
      retryAfterS: null,
      headers: { 'webhook-id': delivery.eventId, 'webhook-signature': 'v1,first= v1,second=' },
      answer: delivery.lastFailure === null ? '' : '{"error":"db_failover"}',
    })),
    body: JSON.stringify(exampleEvent(type, 'https://platform.example')),
  };
};
