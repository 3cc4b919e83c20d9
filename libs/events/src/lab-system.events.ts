import { z } from 'zod';
import { defineEvent, type EventOf } from './define-event.js';
import { UnitType } from './unit.events.js';

/** What an access key of a unit opens. Each operation that machines may call names the one it needs. */
export const Scope = z.enum([
  'events:read',
  'consignments:read',
  'status:write',
  'bills:write',
  'express:write',
  'reports:write',
  'webhooks:manage',
]);
export type Scope = z.infer<typeof Scope>;

const Reasoned = z.object({ reason: z.string() });

/**
 * accessKey-<id>: a key by which a unit's own system calls the platform. Its secret is no event: the vault keeps the
 * SHA-256 of it. `expiresAt` is UTC, null for a key that holds until it is revoked.
 */
export const accessKeyEvents = {
  AccessKeyIssued: defineEvent(
    z.object({
      unitId: z.string(),
      unitType: UnitType,
      name: z.string(),
      scopes: z.array(Scope).min(1),
      expiresAt: z.string().nullable(),
      reason: z.string(),
    }),
  ),
  /** Another name, other scopes, or both. Members that did not change are absent. */
  AccessKeyChanged: defineEvent(
    z.object({ name: z.string().optional(), scopes: z.array(Scope).min(1).optional(), reason: z.string() }),
  ),
  /**
   * The secret was replaced. The one before opens until `previousUntil` (UTC), null for nothing from then on. Rotations
   * of earlier releases have neither member: they replaced the secret under the id that it had.
   */
  AccessKeyRotated: defineEvent(
    Reasoned.extend({ secretId: z.string().optional(), previousUntil: z.string().nullable().optional() }),
  ),
  AccessKeyRevoked: defineEvent(Reasoned),
  /** The key was used. At most one an hour is recorded. */
  AccessKeyUsed: defineEvent(z.object({ usedAt: z.string() })),
};
export type AccessKeyEvent = EventOf<typeof accessKeyEvents>;

/**
 * What the platform asks of a laboratory's system by itself: takes a message of a submission, hands out the file of a
 * bill.
 */
export const OutgoingCallKind = z.enum(['message', 'bill']);
export type OutgoingCallKind = z.infer<typeof OutgoingCallKind>;

/**
 * Why a call has failed. `address`: it is not one the platform calls; `status`: the answer's HTTP status; `refused`:
 * the laboratory's own code in the answer; `content`: the file is not what a bill may be; `infected`; `scanner`: the
 * scanner of files did not answer; `no-system`: the laboratory has none any more.
 */
export const OutgoingCallFailure = z.enum([
  'timeout',
  'connection',
  'tls',
  'too-large',
  'address',
  'status',
  'refused',
  'content',
  'infected',
  'scanner',
  'no-system',
]);
export type OutgoingCallFailure = z.infer<typeof OutgoingCallFailure>;

/** `attempt` counts from 1 over all attempts of the call, `status` is null without an answer, `ms` how long it took. */
const Attempt = z.object({
  attempt: z.number().int().min(1),
  status: z.number().int().nullable(),
  ms: z.number().int().min(0),
});
const FailedAttempt = Attempt.extend({ failure: OutgoingCallFailure });

/**
 * outgoingCall-<id of the event that asked for it>: one call to a laboratory's system (000 EM-006, 002 ILIS-009). What
 * the laboratory answers is in no event, since it may hold anything.
 */
export const outgoingCallEvents = {
  /** `revision` is that of the consignment which the call tells of. `unitId` is the laboratory. */
  OutgoingCallRequested: defineEvent(
    z.object({
      unitId: z.string(),
      kind: OutgoingCallKind,
      consignmentId: z.string(),
      consignCode: z.string(),
      revision: z.number().int().min(0),
    }),
  ),
  /** Another attempt follows by itself. */
  OutgoingCallFailed: defineEvent(FailedAttempt),
  /** No attempt follows unless somebody asks for one. */
  OutgoingCallGivenUp: defineEvent(FailedAttempt),
  OutgoingCallSucceeded: defineEvent(Attempt),
  OutgoingCallResendRequested: defineEvent(z.object({ reason: z.string() })),
};
export type OutgoingCallEvent = EventOf<typeof outgoingCallEvents>;

/**
 * Why the service stopped delivering to an endpoint: the endpoint answered 410, or the last attempt of a delivery
 * failed.
 */
export const WebhookDisabledCause = z.enum(['gone', 'exhausted']);
export type WebhookDisabledCause = z.infer<typeof WebhookDisabledCause>;

/**
 * A secret itself is in no event: it follows from its id and a key of the vault. `last4` is what people tell secrets
 * apart by.
 */
const Secret = { secretId: z.string(), last4: z.string() };

/**
 * webhook-<id>: an endpoint of a unit's own system, to which the events of the unit's feed are delivered. `types` are
 * prefixes of versioned names, e.g. `report.`; without any it receives all. Times are UTC. What was delivered is not in
 * the log.
 */
export const webhookEvents = {
  WebhookRegistered: defineEvent(
    z.object({
      unitId: z.string(),
      unitType: UnitType,
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
  /**
   * `count` deliveries are sent again: these events, those of a period (UTC, `to` excluded), or all that have failed.
   */
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
