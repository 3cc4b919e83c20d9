import { z } from 'zod';
import { defineEvent, type EventOf } from './define-event.js';

/** Why the service stopped delivering to an endpoint: the endpoint answered 410, or the last attempt of a delivery failed. */
export const WebhookDisabledCause = z.enum(['gone', 'exhausted']);
export type WebhookDisabledCause = z.infer<typeof WebhookDisabledCause>;

/** A secret itself is in no event: it follows from its id and a key of the vault. `last4` is what people tell secrets apart by. */
const Secret = { secretId: z.string(), last4: z.string() };
const Reasoned = z.object({ reason: z.string() });

/**
 * webhook-<id>: an endpoint of a unit's own system, to which the events of the unit's feed are delivered. `types` are prefixes of
 * versioned names, e.g. `report.`; without any it receives all. Times are UTC. What was delivered is not in the log.
 */
export const webhookEvents = {
  WebhookRegistered: defineEvent(
    z.object({
      unitId: z.string(),
      unitType: z.literal([1, 2]),
      url: z.string(),
      types: z.array(z.string()),
      description: z.string(),
      ...Secret,
    }),
  ),
  /** Members that did not change are absent. */
  WebhookChanged: defineEvent(
    z.object({
      url: z.string().optional(),
      types: z.array(z.string()).optional(),
      description: z.string().optional(),
    }),
  ),
  WebhookPaused: defineEvent(z.object({})),
  WebhookResumed: defineEvent(z.object({})),
  /** By the service. */
  WebhookDisabled: defineEvent(z.object({ cause: WebhookDisabledCause })),
  /** Both secrets sign until `previousUntil`, after that the new one alone. */
  WebhookSecretRotated: defineEvent(z.object({ ...Secret, previousSecretId: z.string(), previousUntil: z.string() })),
  /** A secret that was replaced ends before its time. */
  WebhookSecretRevoked: defineEvent(z.object({ secretId: z.string(), reason: z.string() })),
  /** `count` deliveries are sent again: these events, those of a period (UTC, `to` excluded), or all that have failed. */
  WebhookRedeliveryRequested: defineEvent(
    z.object({
      mode: z.enum(['events', 'period', 'failed']),
      eventIds: z.array(z.string()).optional(),
      from: z.string().optional(),
      to: z.string().optional(),
      count: z.number().int(),
      reason: z.string(),
    }),
  ),
  WebhookDeleted: defineEvent(Reasoned),
};
export type WebhookEvent = EventOf<typeof webhookEvents>;
