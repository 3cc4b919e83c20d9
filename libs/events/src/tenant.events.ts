import { z } from 'zod';
import { defineEvent, type EventOf } from './define-event.js';

/** A tenant as it is recorded. Data is kept apart by unit; a tenant is a record (DECISIONS 31). */
export const Tenant = z.object({ tenancyName: z.string(), name: z.string(), adminEmailAddress: z.string(), connectionString: z.string(), isActive: z.boolean() });
export type Tenant = z.infer<typeof Tenant>;

/** tenant-<v5 of its tenancyName in lower case>, so that a name exists once. */
export const tenantEvents = {
  TenantCreated: defineEvent(Tenant),
  TenantChanged: defineEvent(Tenant),
  TenantDeleted: defineEvent(z.object({ reason: z.string() })),
};
export type TenantEvent = EventOf<typeof tenantEvents>;

/** labSystem-<testing unit>: the secret by which a unit's own system signs its people in. The secret itself follows from `version` and a secret of the vault. */
export const labSystemEvents = {
  LabSystemCodeIssued: defineEvent(z.object({ version: z.number() })),
  LabSystemCodeWithdrawn: defineEvent(z.object({ reason: z.string() })),
};
export type LabSystemEvent = EventOf<typeof labSystemEvents>;
