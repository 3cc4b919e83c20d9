import { z } from 'zod';
import { atLeast, Guid, listOf, operation, page } from './operation.js';
import { email, line, opaque, paragraphs, search } from './texts.js';

const S = '/api/services/app/Tenant/';
const tenantShape = {
  name: line(200).default(''),
  adminEmailAddress: email.default(''),
  connectionString: opaque(500).default(''),
  isActive: z.boolean().default(true),
};

/** A record of a tenant. Data is separated by unit, independent of the tenant (ADR-016). */
export const Tenant = z.object({
  id: z.string(),
  tenancyName: z.string(),
  name: z.string(),
  adminEmailAddress: z.string(),
  connectionString: z.string(),
  isActive: z.boolean(),
});
export type Tenant = z.infer<typeof Tenant>;
/** A tenant in lists. The connection itself is left out. `revision` is for If-Match. */
export const TenantRow = z.object({
  id: z.string(),
  revision: z.number(),
  tenancyName: z.string(),
  name: z.string(),
  adminEmailAddress: z.string(),
  isActive: z.boolean(),
  hasConnection: z.boolean(),
  creationTime: z.string(),
  lastModificationTime: z.string(),
});
export type TenantRow = z.infer<typeof TenantRow>;

/** state: 1 available, 2 not active, 3 not found (then tenantId is null). */
export const isTenantAvailable = operation({
  name: 'IsTenantAvailable',
  method: 'POST',
  path: '/api/services/app/Account/IsTenantAvailable',
  summary: 'Whether there is an active tenant of this name',
  source: 'AU-017',
  body: z.object({ tenancyName: line(100, 1) }),
  result: z.object({ state: z.literal([1, 2, 3]), tenantId: z.string().nullable() }),
});
export const createTenant = operation({
  name: 'CreateTenant',
  method: 'POST',
  path: `${S}create`,
  summary: 'Makes a tenant',
  source: 'US-014',
  body: z.object({ tenancyName: line(100).default(''), ...tenantShape }),
  result: Tenant,
});
export const readTenant = operation({
  name: 'ReadTenant',
  method: 'GET',
  path: `${S}read`,
  summary: 'A tenant',
  source: 'US-014',
  query: z.object({ id: Guid }),
  result: Tenant,
});
export const updateTenant = operation({
  name: 'UpdateTenant',
  method: 'PUT',
  path: `${S}update`,
  summary: 'Changes a tenant; its tenancyName stays',
  source: 'US-014',
  body: z.object({ id: Guid, ...tenantShape, reason: paragraphs(200).default('') }),
  result: Tenant,
});
export const getTenants = operation({
  name: 'GetTenants',
  method: 'GET',
  path: `${S}GetAll`,
  summary: 'Tenants page by page; search matches name and tenancyName',
  source: 'US-014',
  query: z.object({
    ...page,
    ...atLeast,
    search: search(200).default(''),
    isActive: z.stringbool().optional(),
  }),
  result: listOf(TenantRow),
});
export const deleteTenant = operation({
  name: 'DeleteTenant',
  method: 'DELETE',
  path: `${S}delete`,
  summary: 'Deletes a tenant',
  source: 'US-014',
  query: z.object({ id: Guid, reason: paragraphs(200).default('') }),
  result: z.literal(true),
});
