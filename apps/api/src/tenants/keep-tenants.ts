import { Controller, Inject } from '@nestjs/common';
import { v5 } from 'uuid';
import { createTenant, deleteTenant, isTenantAvailable, readTenant, updateTenant } from '#contract';
import { load, problem, refuseIf, RuleBroken, sameId, tenant, type CommandContext, type Handled } from '#domain';
import type { Engines } from '#engines';
import type { Tenant } from '#events';
import { Decisions } from '../decisions/decisions.js';
import { answer } from '../http/answer.js';
import { Command } from '../http/command.js';
import { Handles, type InputOf } from '../http/handles.js';
import { Input } from '../http/input.js';
import { ENGINES } from '../provided.js';
import { DEFAULT_TENANT } from './default-tenant.js';

const NAMES = '5f3c7c0e-8f4b-5f0f-9d6a-3a1f4c2e9b10';
/** Id of a tenant, which follows from its name in whatever case. */
const tenantId = (tenancyName: string): string => v5(tenancyName.toLowerCase(), NAMES);
const AVAILABLE = { active: 1, inactive: 2, missing: 3 } as const;
const isDefault = (tenancyName: string): boolean => tenancyName.toLowerCase() === DEFAULT_TENANT.tenancyName.toLowerCase();

/** Records of tenants (002 AU-017, US-014). What they may see is decided by unit, never by tenant (record 31). */
@Controller()
export class KeepTenants {
  constructor(@Inject(ENGINES) private readonly engines: Engines, private readonly decisions: Decisions) {}

  @Handles(isTenantAvailable)
  async available(@Input() { tenancyName }: InputOf<typeof isTenantAvailable>) {
    if (isDefault(tenancyName)) return { state: AVAILABLE.active, tenantId: DEFAULT_TENANT.id };
    const id = tenantId(tenancyName);
    const { state } = await load(this.engines.eventStore, tenant, id);
    if (!state) return { state: AVAILABLE.missing, tenantId: null };
    return state.isActive ? { state: AVAILABLE.active, tenantId: id } : { state: AVAILABLE.inactive, tenantId: null };
  }

  @Handles(createTenant)
  async create(@Input() typed: InputOf<typeof createTenant>, @Command() context: CommandContext) {
    refuseIf(isDefault(typed.tenancyName) ? problem('RECORD_EXISTS', {}, 'tenancyName') : null);
    const { tenancyName, name, adminEmailAddress, connectionString, isActive } = typed;
    const id = tenantId(tenancyName);
    return after(id, await this.decisions.decide(tenant, id, { type: 'CreateTenant', tenant: { tenancyName, name: name || tenancyName, adminEmailAddress, connectionString, isActive } }, context));
  }

  @Handles(readTenant)
  async read(@Input() { id }: InputOf<typeof readTenant>) {
    if (sameId(id, DEFAULT_TENANT.id)) return { ...DEFAULT_TENANT, adminEmailAddress: '', connectionString: '', isActive: true };
    const { state, head } = await load(this.engines.eventStore, tenant, id);
    if (!state) throw new RuleBroken(problem('NO_SUCH_TENANT'));
    return answer({ id, ...state }, { revision: head.revision });
  }

  @Handles(updateTenant)
  async update(@Input() { id, name, adminEmailAddress, connectionString, isActive }: InputOf<typeof updateTenant>, @Command() context: CommandContext) {
    return after(id, await this.decisions.decide(tenant, id, { type: 'ChangeTenant', tenant: { name, adminEmailAddress, connectionString, isActive } }, context));
  }

  @Handles(deleteTenant)
  async delete(@Input() { id, reason }: InputOf<typeof deleteTenant>, @Command() context: CommandContext) {
    const { position } = await this.decisions.decide(tenant, id, { type: 'DeleteTenant', reason }, context);
    return answer(true as const, { position });
  }
}

const after = (id: string, { state, revision, position }: Handled<Tenant | null>) => {
  if (!state) throw new RuleBroken(problem('NO_SUCH_TENANT'));
  return answer({ id, ...state }, { revision, position });
};
