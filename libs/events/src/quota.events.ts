import { z } from 'zod';
import { defineEvent, type EventOf } from './define-event.js';

/** Things of which a unit can have only a limited number. */
export const QuotaKind = z.enum(['accessKey', 'webhook']);
export type QuotaKind = z.infer<typeof QuotaKind>;

const Holders = z.object({ kind: QuotaKind, unitId: z.string(), holderIds: z.array(z.string()).min(1) });

/**
 * quota-<kind>-<unit id>: the access keys or webhook endpoints that count for the limit of a unit. A place is taken
 * before the key or the endpoint is created, so that two concurrent requests cannot both get the last one.
 */
export const quotaEvents = {
  /** They existed before the limit was counted. */
  QuotaHoldersFound: defineEvent(Holders),
  /** `at` is UTC: a place that is not used is released after a while. */
  QuotaPlaceTaken: defineEvent(z.object({ kind: QuotaKind, unitId: z.string(), holderId: z.string(), at: z.string() })),
  /** They were revoked or deleted, or were never created. */
  QuotaPlacesReleased: defineEvent(Holders),
};
export type QuotaEvent = EventOf<typeof quotaEvents>;
