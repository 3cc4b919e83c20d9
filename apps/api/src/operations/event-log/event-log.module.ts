import { Module } from '@nestjs/common';
import { AuthModule } from '../../auth/auth.module.js';
import { EventEntries } from './event-entries.js';
import { EventLogController } from './event-log.controller.js';
import { eventLogQueryHandlers, EventLogSubscriptions } from './event-log.queries.js';

/** The event log for administrators, auditors and operators. */
@Module({
  imports: [AuthModule],
  controllers: [EventLogController],
  providers: [EventEntries, EventLogSubscriptions, ...eventLogQueryHandlers],
  exports: [EventEntries],
})
export class EventLogModule {}
