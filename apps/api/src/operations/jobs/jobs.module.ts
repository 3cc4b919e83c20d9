import { Module } from '@nestjs/common';
import { EventLogModule } from '../event-log/event-log.module.js';
import { jobCommandHandlers } from './jobs.commands.js';
import { JobsController } from './jobs.controller.js';
import { JobRows, jobQueryHandlers } from './jobs.queries.js';

/** Operations for the jobs of the worker: list, retry and cancel. */
@Module({
  imports: [EventLogModule],
  controllers: [JobsController],
  providers: [JobRows, ...jobCommandHandlers, ...jobQueryHandlers],
})
export class JobsModule {}
