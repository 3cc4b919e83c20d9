import { Inject } from '@nestjs/common';
import { Query, QueryHandler, type IQueryHandler } from '@nestjs/cqrs';
import { v5 } from 'uuid';
import { getTenants, isTenantAvailable, readTenant, type ResultOf } from '#contract';
import { load } from '#domain/event-sourcing';
import { problem, RuleBroken, sameId } from '#domain/rules';
import { tenant, tenants, type TenantRow } from '#domain/tenants';
import type { Engines, Vault } from '#engines';
import type { Tenant } from '#events';
import { withMeta, type OperationReturn, type InputOf } from '../http/operation-handlers.js';
import { waitForView } from '../http/wait-for-view.js';
import { ENGINES } from '../injection-tokens.js';
import { DEFAULT_TENANT } from './default-tenant.js';
import { readConnection } from './tenant-connection.js';

const NAMES = '5f3c7c0e-8f4b-5f0f-9d6a-3a1f4c2e9b10';

const AVAILABLE = { active: 1, inactive: 2, missing: 3 } as const;

export class CheckTenantAvailable extends Query<OperationReturn<ResultOf<typeof isTenantAvailable>>> {
  constructor(readonly input: InputOf<typeof isTenantAvailable>) {
    super();
  }
}

@QueryHandler(CheckTenantAvailable)
export class CheckTenantAvailableHandler implements IQueryHandler<CheckTenantAvailable> {
  constructor(@Inject(ENGINES) private readonly engines: Engines) {}

  async execute({ input: { tenancyName } }: CheckTenantAvailable) {
    if (isDefault(tenancyName)) return { state: AVAILABLE.active, tenantId: DEFAULT_TENANT.id };
    const id = tenantId(tenancyName);
    const { state } = await load(this.engines.eventStore, tenant, id);
    if (!state) return { state: AVAILABLE.missing, tenantId: null };
    return state.isActive ? { state: AVAILABLE.active, tenantId: id } : { state: AVAILABLE.inactive, tenantId: null };
  }
}

export class ListTenants extends Query<OperationReturn<ResultOf<typeof getTenants>>> {
  constructor(readonly input: InputOf<typeof getTenants>) {
    super();
  }
}

@QueryHandler(ListTenants)
export class ListTenantsHandler implements IQueryHandler<ListTenants> {
  constructor(@Inject(ENGINES) private readonly engines: Engines) {}

  async execute({ input: { search, isActive, skipCount, maxResultCount, atLeast } }: ListTenants) {
    const { views } = this.engines;
    const { stale } = await waitForView(views, tenants, atLeast);
    const { rows, total, totalIsCapped } = await views.find<TenantRow>(tenants, {
      where: isActive === undefined ? [] : [{ column: 'isActive', eq: Number(isActive) }],
      search,
      sort: [{ column: 'tenancyName', direction: 'asc' }],
      skip: skipCount,
      limit: maxResultCount,
    });
    return withMeta(
      { items: rows.map(({ creatorId: _, lastModifierId: __, ...row }) => row), totalCount: total, totalIsCapped },
      { stale },
    );
  }
}

export class GetTenant extends Query<OperationReturn<ResultOf<typeof readTenant>>> {
  constructor(readonly input: InputOf<typeof readTenant>) {
    super();
  }
}

@QueryHandler(GetTenant)
export class GetTenantHandler implements IQueryHandler<GetTenant> {
  constructor(@Inject(ENGINES) private readonly engines: Engines) {}

  async execute({ input: { id } }: GetTenant) {
    if (sameId(id, DEFAULT_TENANT.id))
      return { ...DEFAULT_TENANT, adminEmailAddress: '', connectionString: '', isActive: true };
    const { state, head } = await load(this.engines.eventStore, tenant, id);
    if (!state) throw new RuleBroken(problem('NO_SUCH_TENANT'));
    return withMeta(await toApiTenant(this.engines.vault, id, state), { revision: head.revision });
  }
}

export const tenantQueryHandlers = [CheckTenantAvailableHandler, ListTenantsHandler, GetTenantHandler];

/** Id of a tenant, derived from its case-folded name. */
export const tenantId = (tenancyName: string): string => v5(tenancyName.toLowerCase(), NAMES);

export const isDefault = (tenancyName: string): boolean =>
  tenancyName.toLowerCase() === DEFAULT_TENANT.tenancyName.toLowerCase();

export const toApiTenant = async (vault: Vault, id: string, tenant: Tenant) => {
  const { tenancyName, name, administrator, isActive } = tenant;
  return {
    id,
    tenancyName,
    name,
    adminEmailAddress: administrator.email,
    connectionString: await readConnection(vault, tenant),
    isActive,
  };
};
