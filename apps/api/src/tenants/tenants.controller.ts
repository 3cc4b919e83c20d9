import { Controller } from '@nestjs/common';
import { CommandBus, QueryBus } from '@nestjs/cqrs';
import { createTenant, deleteTenant, getTenants, isTenantAvailable, readTenant, updateTenant } from '#contract';
import type { CommandContext } from '#domain/event-sourcing';
import { CurrentCommand } from '../http/command-context.js';
import { HandlesOperation, type InputOf } from '../http/operation-handlers.js';
import { Input } from '../http/input.js';
import { CreateTenant, DeleteTenant, UpdateTenant } from './tenants.commands.js';
import { CheckTenantAvailable, GetTenant, ListTenants } from './tenants.queries.js';

/** Records of tenants (002 AU-017, US-014). Access to data depends on the unit, never on the tenant (ADR-016). */
@Controller()
export class TenantsController {
  constructor(
    private readonly commands: CommandBus,
    private readonly queries: QueryBus,
  ) {}

  @HandlesOperation(isTenantAvailable)
  available(@Input() input: InputOf<typeof isTenantAvailable>) {
    return this.queries.execute(new CheckTenantAvailable(input));
  }

  @HandlesOperation(getTenants)
  list(@Input() input: InputOf<typeof getTenants>) {
    return this.queries.execute(new ListTenants(input));
  }

  @HandlesOperation(readTenant)
  get(@Input() input: InputOf<typeof readTenant>) {
    return this.queries.execute(new GetTenant(input));
  }

  @HandlesOperation(createTenant)
  create(@Input() input: InputOf<typeof createTenant>, @CurrentCommand() context: CommandContext) {
    return this.commands.execute(new CreateTenant(input, context));
  }

  @HandlesOperation(updateTenant)
  update(@Input() input: InputOf<typeof updateTenant>, @CurrentCommand() context: CommandContext) {
    return this.commands.execute(new UpdateTenant(input, context));
  }

  @HandlesOperation(deleteTenant)
  delete(@Input() input: InputOf<typeof deleteTenant>, @CurrentCommand() context: CommandContext) {
    return this.commands.execute(new DeleteTenant(input, context));
  }
}
