import { Module } from '@nestjs/common';
import { ApiDocumentController } from './api-document.controller.js';
import { EventLogModule } from './event-log/event-log.module.js';
import { HealthController } from './health.controller.js';
import { JobsModule } from './jobs/jobs.module.js';
import { MetricsController } from './metrics.controller.js';
import { ProjectionsModule } from './projections/projections.module.js';

/** Operations for operators: log, jobs, views, health and metrics. Also serves the description of the api. */
@Module({
  imports: [EventLogModule, JobsModule, ProjectionsModule],
  controllers: [HealthController, MetricsController, ApiDocumentController],
})
export class OperationsModule {}
