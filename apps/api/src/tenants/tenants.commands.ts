import { Inject } from '@nestjs/common';
import { Command, CommandHandler, type ICommandHandler } from '@nestjs/cqrs';
import { createTenant, deleteTenant, updateTenant, type ResultOf } from '#contract';
import type { CommandContext, CommandResult } from '#domain/event-sourcing';
import { problem, refuseIf, RuleBroken } from '#domain/rules';
import { tenant } from '#domain/tenants';
import type { Engines, Vault } from '#engines';
import type { Tenant } from '#events';
import { Decisions } from '../commands/decisions.js';
import { withMeta, type OperationReturn, type InputOf } from '../http/operation-handlers.js';
import { ENGINES } from '../injection-tokens.js';
import { storeConnection } from './tenant-connection.js';
import { isDefault, tenantId, toApiTenant } from './tenants.queries.js';

const toAdministrator = (email: string): Tenant['administrator'] => ({ name: '', phone: '', email });

const EMPTY_TENANT: Tenant = {
  tenancyName: '',
  name: '',
  administrator: toAdministrator(''),
  connection: '',
  isActive: true,
};

export class CreateTenant extends Command<OperationReturn<ResultOf<typeof createTenant>>> {
  constructor(
    readonly input: InputOf<typeof createTenant>,
    readonly context: CommandContext,
  ) {
    super();
  }
}

@CommandHandler(CreateTenant)
export class CreateTenantHandler implements ICommandHandler<CreateTenant> {
  constructor(
    @Inject(ENGINES) private readonly engines: Engines,
    private readonly decisions: Decisions,
  ) {}

  async execute({ input: request, context }: CreateTenant) {
    refuseIf(isDefault(request.tenancyName) ? problem('RECORD_EXISTS', {}, 'tenancyName') : null);
    const { tenancyName, name, adminEmailAddress, connectionString, isActive } = request;
    const id = tenantId(tenancyName);
    const result = await this.decisions.decide(
      tenant,
      id,
      async (current) => {
        // Invalid input is refused before a secret is stored.
        tenant.decider.decide({ type: 'CreateTenant', tenant: { ...EMPTY_TENANT, tenancyName } }, current);
        return {
          type: 'CreateTenant' as const,
          tenant: {
            tenancyName,
            name: name || tenancyName,
            administrator: toAdministrator(adminEmailAddress),
            ...(await storeConnection(this.engines.vault, id, connectionString, null, context)),
            isActive,
          },
        };
      },
      context,
    );
    return tenantAfter(this.engines.vault, id, result);
  }
}

export class UpdateTenant extends Command<OperationReturn<ResultOf<typeof updateTenant>>> {
  constructor(
    readonly input: InputOf<typeof updateTenant>,
    readonly context: CommandContext,
  ) {
    super();
  }
}

@CommandHandler(UpdateTenant)
export class UpdateTenantHandler implements ICommandHandler<UpdateTenant> {
  constructor(
    @Inject(ENGINES) private readonly engines: Engines,
    private readonly decisions: Decisions,
  ) {}

  async execute({ input: { id, name, adminEmailAddress, connectionString, isActive, reason }, context }: UpdateTenant) {
    const result = await this.decisions.decide(
      tenant,
      id,
      async (current) => {
        if (!current) throw new RuleBroken(problem('NO_SUCH_TENANT'));
        return {
          type: 'ChangeTenant' as const,
          tenant: {
            name,
            administrator: toAdministrator(adminEmailAddress),
            ...(await storeConnection(this.engines.vault, id, connectionString, current, context)),
            isActive,
          },
          reason,
        };
      },
      context,
    );
    return tenantAfter(this.engines.vault, id, result);
  }
}

export class DeleteTenant extends Command<OperationReturn<ResultOf<typeof deleteTenant>>> {
  constructor(
    readonly input: InputOf<typeof deleteTenant>,
    readonly context: CommandContext,
  ) {
    super();
  }
}

@CommandHandler(DeleteTenant)
export class DeleteTenantHandler implements ICommandHandler<DeleteTenant> {
  constructor(private readonly decisions: Decisions) {}

  async execute({ input: { id, reason }, context }: DeleteTenant) {
    const { position } = await this.decisions.decide(tenant, id, { type: 'DeleteTenant', reason }, context);
    return withMeta(true as const, { position });
  }
}

export const tenantCommandHandlers = [CreateTenantHandler, UpdateTenantHandler, DeleteTenantHandler];

const tenantAfter = async (vault: Vault, id: string, { state, revision, position }: CommandResult<Tenant | null>) => {
  if (!state) throw new RuleBroken(problem('NO_SUCH_TENANT'));
  return withMeta(await toApiTenant(vault, id, state), { revision, position });
};
