import { Controller } from '@nestjs/common';
import { CommandBus, QueryBus } from '@nestjs/cqrs';
import { createTenant, deleteTenant, getTenants, isTenantAvailable, readTenant, updateTenant } from '#contract';
import type { CommandContext } from '#domain';
import { Command } from '../http/command.js';
import { Handles, type InputOf } from '../http/handles.js';
import { Input } from '../http/input.js';
import { CreateTenant, DeleteTenant, UpdateTenant } from './tenants.commands.js';
import { CheckTenantAvailable, GetTenant, ListTenants } from './tenants.queries.js';

/** Records of tenants (002 AU-017, US-014). What they may see is decided by unit, never by tenant (ADR-016). */
@Controller()
export class TenantsController {
  constructor(
    private readonly commands: CommandBus,
    private readonly queries: QueryBus,
  ) {}

  @Handles(isTenantAvailable)
  available(@Input() input: InputOf<typeof isTenantAvailable>) {
    return this.queries.execute(new CheckTenantAvailable(input));
  }

  @Handles(getTenants)
  list(@Input() input: InputOf<typeof getTenants>) {
    return this.queries.execute(new ListTenants(input));
  }

  @Handles(readTenant)
  get(@Input() input: InputOf<typeof readTenant>) {
    return this.queries.execute(new GetTenant(input));
  }

  @Handles(createTenant)
  create(@Input() input: InputOf<typeof createTenant>, @Command() context: CommandContext) {
    return this.commands.execute(new CreateTenant(input, context));
  }

  @Handles(updateTenant)
  update(@Input() input: InputOf<typeof updateTenant>, @Command() context: CommandContext) {
    return this.commands.execute(new UpdateTenant(input, context));
  }

  @Handles(deleteTenant)
  delete(@Input() input: InputOf<typeof deleteTenant>, @Command() context: CommandContext) {
    return this.commands.execute(new DeleteTenant(input, context));
  }
}
