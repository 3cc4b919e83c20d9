import { z } from 'zod';
import { defineEvent, type EventOf } from './define-event.js';
import { Person, personal } from './personal.js';

/**
 * A tenant as it is recorded. Data is kept apart by unit; a tenant is a record (ADR-016). How to reach its database is a secret: the
 * vault holds it under the name `connection`, empty for none; `connectionString` is what events before that said in clear.
 */
export const Tenant = z.object({
  tenancyName: z.string(),
  name: z.string(),
  administrator: personal(Person.extend({ email: z.string() }), 'contact'),
  connection: z.string(),
  connectionString: z.string().optional(),
  isActive: z.boolean(),
});
export type Tenant = z.infer<typeof Tenant>;

const withoutAddress = ({
  adminEmailAddress,
  connectionString,
  ...tenant
}: {
  adminEmailAddress: string;
  connectionString: string;
}) => ({
  ...tenant,
  administrator: { name: '', phone: '', email: adminEmailAddress },
  connection: '',
  ...(connectionString === '' ? {} : { connectionString }),
});

/** tenant-<v5 of its tenancyName in lower case>, so that a name exists once. */
export const tenantEvents = {
  TenantCreated: defineEvent(Tenant, [withoutAddress]),
  /** `reason` where it was switched off. */
  TenantChanged: defineEvent(Tenant.extend({ reason: z.string().optional() }), [withoutAddress]),
  TenantDeleted: defineEvent(z.object({ reason: z.string() })),
};
export type TenantEvent = EventOf<typeof tenantEvents>;

/** labSystem-<testing unit>: the secret by which a unit's own system signs its people in. The secret itself follows from `version` and a secret of the vault. */
export const labSystemEvents = {
  LabSystemCodeIssued: defineEvent(z.object({ version: z.number() })),
  LabSystemCodeWithdrawn: defineEvent(z.object({ reason: z.string() })),
};
export type LabSystemEvent = EventOf<typeof labSystemEvents>;
