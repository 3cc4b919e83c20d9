import { z } from 'zod';
import { defineEvent, type EventOf } from './define-event.js';
import { UnitType } from './unit.events.js';

/** Scopes of an access key. Each operation that machines may call requires one of them. */
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

const WithReason = z.object({ reason: z.string() });

/**
 * accessKey-<id>: a key with which the system of a unit calls the platform. Its secret is not in events: the vault
 * stores its SHA-256. `expiresAt` is UTC; null for a key that is valid until it is revoked.
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
  /** A new name, new scopes, or both. Unchanged members are missing. */
  AccessKeyChanged: defineEvent(
    z.object({ name: z.string().optional(), scopes: z.array(Scope).min(1).optional(), reason: z.string() }),
  ),
  /**
   * The secret was replaced. The previous one is valid until `previousUntil` (UTC); null if it is invalid at once.
   * Rotations of earlier releases do not have these members: they replaced the secret under the same id.
   */
  AccessKeyRotated: defineEvent(
    WithReason.extend({ secretId: z.string().optional(), previousUntil: z.string().nullable().optional() }),
  ),
  AccessKeyRevoked: defineEvent(WithReason),
  /** The key was used; recorded at most once an hour. */
  AccessKeyUsed: defineEvent(z.object({ usedAt: z.string() })),
};
export type AccessKeyEvent = EventOf<typeof accessKeyEvents>;

/**
 * Calls that the platform makes to the system of a laboratory by itself: to send the message of a submission, and to
 * fetch the file of a bill.
 */
export const OutgoingCallKind = z.enum(['message', 'bill']);
export type OutgoingCallKind = z.infer<typeof OutgoingCallKind>;

/**
 * Why a call failed. `address`: the platform does not call this address; `status`: the HTTP status of the response;
 * `refused`: the code of the laboratory in the response; `content`: the file is not a valid bill; `infected`;
 * `scanner`: the file scanner did not respond; `no-system`: the laboratory no longer has a system.
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

/** `attempt` counts all attempts of the call from 1; `status` is null without a response; `ms` is the duration. */
const Attempt = z.object({
  attempt: z.number().int().min(1),
  status: z.number().int().nullable(),
  ms: z.number().int().min(0),
});
const FailedAttempt = Attempt.extend({ failure: OutgoingCallFailure });

/**
 * outgoingCall-<id of the event that requested it>: one call to the system of a laboratory (000 EM-006, 002 ILIS-009).
 * The response of the laboratory is not in events, because it may contain anything.
 */
export const outgoingCallEvents = {
  /** `revision` is the revision of the consignment that the call is about. `unitId` is the laboratory. */
  OutgoingCallRequested: defineEvent(
    z.object({
      unitId: z.string(),
      kind: OutgoingCallKind,
      consignmentId: z.string(),
      consignCode: z.string(),
      revision: z.number().int().min(0),
    }),
  ),
  /** Another attempt follows automatically. */
  OutgoingCallFailed: defineEvent(FailedAttempt),
  /** No attempt follows unless a user requests one. */
  OutgoingCallGivenUp: defineEvent(FailedAttempt),
  OutgoingCallSucceeded: defineEvent(Attempt),
  OutgoingCallResendRequested: defineEvent(z.object({ reason: z.string() })),
};
export type OutgoingCallEvent = EventOf<typeof outgoingCallEvents>;

/**
 * Why the service stopped delivering to an endpoint: the endpoint responded with 410, or the last attempt of a delivery
 * failed.
 */
export const WebhookDisabledCause = z.enum(['gone', 'exhausted']);
export type WebhookDisabledCause = z.infer<typeof WebhookDisabledCause>;

/**
 * The secret itself is not in events: it is derived from its id and a key of the vault. Users distinguish secrets by
 * `last4`.
 */
const Secret = { secretId: z.string(), last4: z.string() };

/**
 * webhook-<id>: an endpoint of the system of a unit, to which the events in the feed of the unit are delivered. `types`
 * are prefixes of versioned names, e.g. `report.`; without any it receives all events. Times are UTC. Deliveries are
 * not in the log.
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
  /** Unchanged members are missing. */
  WebhookChanged: defineEvent(
    z.object({
      url: z.string().optional(),
      types: z.array(z.string()).optional(),
      description: z.string().optional(),
    }),
  ),
  WebhookPaused: defineEvent(z.object({})),
  WebhookResumed: defineEvent(z.object({})),
  /** Recorded by the service. */
  WebhookDisabled: defineEvent(z.object({ cause: WebhookDisabledCause })),
  /** Both secrets sign until `previousUntil`, after that only the new one. */
  WebhookSecretRotated: defineEvent(z.object({ ...Secret, previousSecretId: z.string(), previousUntil: z.string() })),
  /** A replaced secret ends before `previousUntil`. */
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
  WebhookDeleted: defineEvent(WithReason),
};
export type WebhookEvent = EventOf<typeof webhookEvents>;
