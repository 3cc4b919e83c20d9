import { z } from 'zod';
import { defineEvent, type EventOf } from './define-event.js';

/** What a unit can have only so many of at a time. */
export const QuotaKind = z.enum(['accessKey', 'webhook']);
export type QuotaKind = z.infer<typeof QuotaKind>;

const Holders = z.object({ kind: QuotaKind, unitId: z.string(), holderIds: z.array(z.string()).min(1) });

/**
 * quota-<kind>-<unit id>: the places that a unit has for its access keys or its webhook endpoints, and which of them
 * hold one. A place is taken before the key or the endpoint is there, so that two at once cannot have the last one.
 */
export const quotaEvents = {
  /** They were there before places were counted. */
  QuotaHoldersFound: defineEvent(Holders),
  /** `at` is UTC: a place that nobody came to use is given to another after a while. */
  QuotaPlaceTaken: defineEvent(z.object({ kind: QuotaKind, unitId: z.string(), holderId: z.string(), at: z.string() })),
  /** They are revoked or deleted, or never came to be. */
  QuotaPlacesReleased: defineEvent(Holders),
};
export type QuotaEvent = EventOf<typeof quotaEvents>;
