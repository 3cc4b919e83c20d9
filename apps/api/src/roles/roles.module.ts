import { Module } from '@nestjs/common';
import { roleCommandHandlers } from './roles.commands.js';
import { RolesController } from './roles.controller.js';
import { roleQueryHandlers } from './roles.queries.js';

/** Roles and their permissions. */
@Module({
  controllers: [RolesController],
  providers: [...roleQueryHandlers, ...roleCommandHandlers],
})
export class RolesModule {}
