import { decode, idOfStream, type Tenant, type TenantEvent, tenantEvents } from '#events';
import { type AuditTrail, updateAuditTrail, createAuditTrail } from '../changes/changes.js';
import type { Aggregate } from '../event-sourcing/handle.js';
import type { Projection } from '../event-sourcing/projection.js';
import { isJsonEqual } from '../rules/equality.js';
import { type Problem, problem, refuseIf, RuleBroken } from '../rules/rule-broken.js';

export type TenantCommand =
  | { type: 'CreateTenant'; tenant: Tenant }
  | { type: 'ChangeTenant'; tenant: Omit<Tenant, 'tenancyName'>; reason?: string }
  | { type: 'DeleteTenant'; reason: string };

const NAME = /^[A-Za-z][A-Za-z0-9_-]{1,63}$/;
const EMAIL = /^[^\s@]+@[^\s@]+\.[^\s@]+$/;

/**
 * The problems of a tenant's raw input; empty if it is valid. The name is restricted because it is part of addresses
 * (002 US-014).
 */
export const tenantProblems = ({
  tenancyName,
  adminEmailAddress,
}: {
  tenancyName: string;
  adminEmailAddress: string;
}): Problem[] => [
  ...(NAME.test(tenancyName) ? [] : [problem('TENANCY_NAME_INVALID', {}, 'tenancyName')]),
  ...(adminEmailAddress === '' || EMAIL.test(adminEmailAddress)
    ? []
    : [problem('EMAIL_INVALID', {}, 'adminEmailAddress')]),
];
const REASON_MAX = 200;

/**
 * Stream tenant-<v5 of its name>. The state is null before the tenant is created and after it is deleted.
 * @throws RuleBroken RECORD_EXISTS, NO_SUCH_TENANT, TENANCY_NAME_INVALID, EMAIL_INVALID, TEXT_TOO_LONG (002 US-014).
 */
export const tenant: Aggregate<typeof tenantEvents, TenantCommand, Tenant | null> = {
  category: 'tenant',
  events: tenantEvents,
  decider: {
    initialState: null,
    decide(command, state): TenantEvent[] {
      if (command.type === 'CreateTenant') {
        refuseIf(state && problem('RECORD_EXISTS', {}, 'tenancyName'));
        refuseIf(
          tenantProblems({
            tenancyName: command.tenant.tenancyName,
            adminEmailAddress: command.tenant.administrator.email,
          }),
        );
        return [{ type: 'TenantCreated', data: command.tenant }];
      }
      if (!state) throw new RuleBroken(problem('NO_SUCH_TENANT'));
      switch (command.type) {
        case 'ChangeTenant': {
          const after = { ...command.tenant, tenancyName: state.tenancyName };
          if (isJsonEqual(after, state)) return [];
          const reason = command.reason?.trim() ?? '';
          refuseIf(reason.length > REASON_MAX ? problem('TEXT_TOO_LONG', { max: REASON_MAX }, 'reason') : null);
          return [{ type: 'TenantChanged', data: { ...after, ...(reason === '' ? {} : { reason }) } }];
        }
        case 'DeleteTenant': {
          const reason = command.reason.trim();
          refuseIf(reason.length > REASON_MAX ? problem('TEXT_TOO_LONG', { max: REASON_MAX }, 'reason') : null);
          return [{ type: 'TenantDeleted', data: { reason } }];
        }
      }
    },
    evolve: (_state, event) => {
      if (event.type === 'TenantDeleted') return null;
      if (event.type === 'TenantCreated') return event.data;
      const { reason: _, ...facts } = event.data;
      return facts;
    },
  },
};

/**
 * The members that the history compares. The connection is masked, so that the history shows that it changed but not
 * its value.
 */
export const toApiTenant = ({ administrator, connection, connectionString, ...facts }: Tenant): object => ({
  ...facts,
  adminEmailAddress: administrator.email,
  connectionString: connection === '' ? (connectionString ? HIDDEN : '') : `${HIDDEN} ${connection.slice(-4)}`,
});
const HIDDEN = '******';

/** A tenant in lists. The connection itself is left out; `hasConnection` says whether there is one. */
export type TenantRow = AuditTrail & {
  id: string;
  tenancyName: string;
  name: string;
  adminEmailAddress: string;
  isActive: boolean;
  hasConnection: boolean;
};

/** One row per tenant (002 US-014). */
export const tenants: Projection<TenantRow> = {
  name: 'tenants',
  version: 3,
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
      ? { ...facts, ...createAuditTrail(event) }
      : row && { ...row, ...facts, ...updateAuditTrail(event) };
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
