import { Controller, Inject } from '@nestjs/common';
import { v5 } from 'uuid';
import { createTenant, deleteTenant, getTenants, isTenantAvailable, readTenant, updateTenant } from '#contract';
import {
  load,
  problem,
  refuseIf,
  RuleBroken,
  sameId,
  tenant,
  tenants,
  type CommandContext,
  type Handled,
  type TenantRow,
} from '#domain';
import type { Engines, Vault } from '#engines';
import type { Tenant } from '#events';
import { Decisions } from '../decisions/decisions.js';
import { answer } from '../http/answer.js';
import { Command } from '../http/command.js';
import { fresh } from '../http/fresh.js';
import { Handles, type InputOf } from '../http/handles.js';
import { Input } from '../http/input.js';
import { ENGINES } from '../provided.js';
import { DEFAULT_TENANT } from './default-tenant.js';
import { connectionOf, keptConnection } from './tenant-connection.js';

const NAMES = '5f3c7c0e-8f4b-5f0f-9d6a-3a1f4c2e9b10';
/** Id of a tenant, which follows from its name in whatever case. */
const tenantId = (tenancyName: string): string => v5(tenancyName.toLowerCase(), NAMES);
const AVAILABLE = { active: 1, inactive: 2, missing: 3 } as const;
const isDefault = (tenancyName: string): boolean =>
  tenancyName.toLowerCase() === DEFAULT_TENANT.tenancyName.toLowerCase();

/** Records of tenants (002 AU-017, US-014). What they may see is decided by unit, never by tenant (ADR-016). */
@Controller()
export class KeepTenants {
  constructor(
    @Inject(ENGINES) private readonly engines: Engines,
    private readonly decisions: Decisions,
  ) {}

  @Handles(isTenantAvailable)
  async available(@Input() { tenancyName }: InputOf<typeof isTenantAvailable>) {
    if (isDefault(tenancyName)) return { state: AVAILABLE.active, tenantId: DEFAULT_TENANT.id };
    const id = tenantId(tenancyName);
    const { state } = await load(this.engines.eventStore, tenant, id);
    if (!state) return { state: AVAILABLE.missing, tenantId: null };
    return state.isActive ? { state: AVAILABLE.active, tenantId: id } : { state: AVAILABLE.inactive, tenantId: null };
  }

  @Handles(getTenants)
  async list(@Input() { search, isActive, skipCount, maxResultCount, atLeast }: InputOf<typeof getTenants>) {
    const { views } = this.engines;
    const { stale } = await fresh(views, tenants, atLeast);
    const { rows, total, totalIsCapped } = await views.find<TenantRow>(tenants, {
      where: isActive === undefined ? [] : [{ column: 'isActive', eq: Number(isActive) }],
      search,
      sort: [{ column: 'tenancyName', direction: 'asc' }],
      skip: skipCount,
      limit: maxResultCount,
    });
    return answer(
      { items: rows.map(({ creatorId: _, lastModifierId: __, ...row }) => row), totalCount: total, totalIsCapped },
      { stale },
    );
  }

  @Handles(createTenant)
  async create(@Input() typed: InputOf<typeof createTenant>, @Command() context: CommandContext) {
    refuseIf(isDefault(typed.tenancyName) ? problem('RECORD_EXISTS', {}, 'tenancyName') : null);
    const { tenancyName, name, adminEmailAddress, connectionString, isActive } = typed;
    const id = tenantId(tenancyName);
    const created = await this.decisions.decide(
      tenant,
      id,
      async (before) => {
        tenant.decider.decide({ type: 'CreateTenant', tenant: { ...NOTHING_SAID, tenancyName } }, before); // whatever is wrong is said before a secret is kept
        return {
          type: 'CreateTenant' as const,
          tenant: {
            tenancyName,
            name: name || tenancyName,
            administrator: administratorAt(adminEmailAddress),
            ...(await keptConnection(this.engines.vault, id, connectionString, null, context)),
            isActive,
          },
        };
      },
      context,
    );
    return after(this.engines.vault, id, created);
  }

  @Handles(readTenant)
  async read(@Input() { id }: InputOf<typeof readTenant>) {
    if (sameId(id, DEFAULT_TENANT.id))
      return { ...DEFAULT_TENANT, adminEmailAddress: '', connectionString: '', isActive: true };
    const { state, head } = await load(this.engines.eventStore, tenant, id);
    if (!state) throw new RuleBroken(problem('NO_SUCH_TENANT'));
    return answer(await shown(this.engines.vault, id, state), { revision: head.revision });
  }

  @Handles(updateTenant)
  async update(
    @Input() { id, name, adminEmailAddress, connectionString, isActive, reason }: InputOf<typeof updateTenant>,
    @Command() context: CommandContext,
  ) {
    const changed = await this.decisions.decide(
      tenant,
      id,
      async (before) => {
        if (!before) throw new RuleBroken(problem('NO_SUCH_TENANT'));
        return {
          type: 'ChangeTenant' as const,
          tenant: {
            name,
            administrator: administratorAt(adminEmailAddress),
            ...(await keptConnection(this.engines.vault, id, connectionString, before, context)),
            isActive,
          },
          reason,
        };
      },
      context,
    );
    return after(this.engines.vault, id, changed);
  }

  @Handles(deleteTenant)
  async delete(@Input() { id, reason }: InputOf<typeof deleteTenant>, @Command() context: CommandContext) {
    const { position } = await this.decisions.decide(tenant, id, { type: 'DeleteTenant', reason }, context);
    return answer(true as const, { position });
  }
}

const administratorAt = (email: string): Tenant['administrator'] => ({ name: '', phone: '', email });
const NOTHING_SAID: Tenant = {
  tenancyName: '',
  name: '',
  administrator: administratorAt(''),
  connection: '',
  isActive: true,
};

const shown = async (vault: Vault, id: string, tenant: Tenant) => {
  const { tenancyName, name, administrator, isActive } = tenant;
  return {
    id,
    tenancyName,
    name,
    adminEmailAddress: administrator.email,
    connectionString: await connectionOf(vault, tenant),
    isActive,
  };
};

const after = async (vault: Vault, id: string, { state, revision, position }: Handled<Tenant | null>) => {
  if (!state) throw new RuleBroken(problem('NO_SUCH_TENANT'));
  return answer(await shown(vault, id, state), { revision, position });
};
