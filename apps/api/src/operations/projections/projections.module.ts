import { Module } from '@nestjs/common';
import { AuthModule } from '../../auth/auth.module.js';
import { projectionCommandHandlers } from './projections.commands.js';
import { ProjectionsController } from './projections.controller.js';
import { projectionQueryHandlers } from './projections.queries.js';
import { rowRebuildHandlers } from './row-rebuilds.handlers.js';
import { ViewProgress } from './view-progress.js';

/** Operations for views: status, rebuild and switch of builds. */
@Module({
  imports: [AuthModule],
  controllers: [ProjectionsController],
  providers: [ViewProgress, ...projectionCommandHandlers, ...projectionQueryHandlers, ...rowRebuildHandlers],
})
export class ProjectionsModule {}
