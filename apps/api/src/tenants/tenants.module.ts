import { Module } from '@nestjs/common';
import { tenantCommandHandlers } from './tenants.commands.js';
import { TenantsController } from './tenants.controller.js';
import { tenantQueryHandlers } from './tenants.queries.js';

/** Records of tenants. */
@Module({
  controllers: [TenantsController],
  providers: [...tenantQueryHandlers, ...tenantCommandHandlers],
})
export class TenantsModule {}
