import { decode, idOfStream, tenantEvents } from '#events';
import { type AuditTrail, trailAfter, trailFrom } from '../changes/audit-trail.js';
import type { Projection } from '../projection.js';

/** A tenant as lists show it; of its connection only that there is one. */
export type TenantRow = AuditTrail & {
  id: string;
  tenancyName: string;
  name: string;
  adminEmailAddress: string;
  isActive: boolean;
  hasConnection: boolean;
};

/** One row a tenant (002 US-014). */
export const tenants: Projection<TenantRow> = {
  name: 'tenants',
  version: 2,
  types: Object.keys(tenantEvents),
  idsOf: (event) => [idOfStream(event.stream)],
  project(row, event, id) {
    const { type, data } = decode(tenantEvents, event);
    if (type === 'TenantDeleted') return null;
    const { tenancyName, name, administrator, connection, connectionString, isActive } = data;
    const facts = {
      id,
      tenancyName,
      name,
      adminEmailAddress: administrator.email,
      isActive,
      hasConnection: connection !== '' || connectionString !== undefined,
    };
    return type === 'TenantCreated'
      ? { ...facts, ...trailFrom(event) }
      : row && { ...row, ...facts, ...trailAfter(event) };
  },
  view: {
    columns: {
      tenancyName: { type: 'text', of: (row) => row.tenancyName.toLowerCase() },
      isActive: { type: 'integer', of: (row) => Number(row.isActive) },
    },
    search: (row) => `${row.tenancyName}\n${row.name}`,
    indexes: [['tenancyName']],
  },
};
