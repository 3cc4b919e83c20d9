import { Module } from '@nestjs/common';
import { projectCommandHandlers } from './projects.commands.js';
import { ProjectsController } from './projects.controller.js';
import { projectQueryHandlers } from './projects.queries.js';

/** Projects that consignments belong to. */
@Module({
  controllers: [ProjectsController],
  providers: [...projectQueryHandlers, ...projectCommandHandlers],
})
export class ProjectsModule {}
