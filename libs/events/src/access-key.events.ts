import { z } from 'zod';
import { defineEvent, type EventOf } from './define-event.js';

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
 * accessKey-<id>: a key by which a unit's own system calls the platform. Its secret is no event: the vault keeps the SHA-256 of it.
 * `expiresAt` is UTC, null for a key that holds until it is revoked.
 */
export const accessKeyEvents = {
  AccessKeyIssued: defineEvent(
    z.object({
      unitId: z.string(),
      unitType: z.literal([1, 2]),
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
   * The secret was replaced. The one before opens until `previousUntil` (UTC), null for nothing from then on. Rotations of earlier
   * releases have neither member: they replaced the secret under the id that it had.
   */
  AccessKeyRotated: defineEvent(
    Reasoned.extend({ secretId: z.string().optional(), previousUntil: z.string().nullable().optional() }),
  ),
  AccessKeyRevoked: defineEvent(Reasoned),
  /** The key was used. At most one an hour is recorded. */
  AccessKeyUsed: defineEvent(z.object({ usedAt: z.string() })),
};
export type AccessKeyEvent = EventOf<typeof accessKeyEvents>;
