import type { Filter } from 'mongodb';
import type {
  Attempt,
  Delivery,
  DeliveryCursor,
  EndpointState,
  StoredDelivery,
  NewDelivery,
  RedeliverySelection,
} from './deliveries.js';
import { INITIAL_STATE } from './delivery-rows.js';
import type { parsePageToken } from './delivery-times.js';
import type { Buckets } from './latency-buckets.js';

/**
 * `position` is an empty text for test events, so that it can be sorted; `endedAt` is null while an event waits. `_id`
 * is made of endpoint and event.
 */
export type DeliveryDocument = Omit<Delivery, 'position'> & {
  _id: string;
  position: string;
  endedAt: string | null;
  wasAccepted: boolean;
  requestId: string | null;
  tried: Omit<Attempt, 'n'>[];
};
export type EndpointDocument = EndpointState & { _id: string; logId?: string; position?: string };
export type HourDocument = {
  _id: string;
  webhookId: string;
  at: string;
  delivered: number;
  failed: number;
  buckets?: Buckets;
};

export const deliveryId = (webhookId: string, eventId: string): string => `${webhookId}/${eventId}`;
export const WITHOUT_ATTEMPTS = { tried: 0 } as const;

export const toDeliveryDocument = (webhookId: string, { position, ...delivery }: NewDelivery): DeliveryDocument => ({
  _id: deliveryId(webhookId, delivery.eventId),
  webhookId,
  ...delivery,
  position: position ?? '',
  state: 'waiting',
  attempts: 0,
  tries: 0,
  nextAt: delivery.createdAt,
  lastAt: null,
  lastStatus: null,
  lastFailure: null,
  lastMs: null,
  isRedelivery: false,
  endedAt: null,
  wasAccepted: false,
  requestId: null,
  tried: [],
});

export const toDelivery = (row: DeliveryDocument): Delivery => {
  const { _id, position, endedAt: _e, wasAccepted: _w, requestId: _r, tried: _t, ...delivery } = row;
  return { ...delivery, position: position === '' ? null : position };
};

export const toAttempts = ({ tried }: DeliveryDocument): Attempt[] =>
  tried.map((attempt, index) => ({ n: index + 1, ...attempt }));

export const toStoredDelivery = (row: DeliveryDocument): StoredDelivery => {
  const { endedAt, wasAccepted, requestId } = row;
  return { ...toDelivery(row), endedAt, wasAccepted, requestId, tried: toAttempts(row) };
};

export const toCursor = ({ logId, position }: EndpointDocument): DeliveryCursor | null =>
  logId !== undefined && position !== undefined ? { logId, position } : null;

export const toEndpointState = (row: EndpointDocument | null): EndpointState => {
  if (!row) return INITIAL_STATE;
  const { _id, logId: _l, position: _p, ...state } = row;
  return { ...INITIAL_STATE, ...state };
};

/** Matches deliveries after the mark in the order newest first. */
export const afterPageToken = ([createdAt, position, eventId]: NonNullable<
  ReturnType<typeof parsePageToken>
>): Filter<DeliveryDocument> => ({
  $or: [
    { createdAt: { $lt: createdAt } },
    { createdAt, position: { $lt: position } },
    { createdAt, position, eventId: { $lt: eventId } },
  ],
});

export const containsText = (members: readonly (keyof DeliveryDocument)[], text: string): Filter<DeliveryDocument> => {
  const $regex = text.replaceAll(/[.*+?^${}()|[\]\\]/g, String.raw`\$&`);
  return { $or: members.map((member) => ({ [member]: { $regex, $options: 'i' } })) } as Filter<DeliveryDocument>;
};

export const selectionFilter = (selection: RedeliverySelection): Filter<DeliveryDocument> => {
  if ('eventIds' in selection) return { eventId: { $in: [...selection.eventIds] } };
  if ('from' in selection) return { createdAt: { $gte: selection.from, $lt: selection.to } };
  return { state: 'failed' };
};
