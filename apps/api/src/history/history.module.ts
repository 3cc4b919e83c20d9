import { Module } from '@nestjs/common';
import { AuthModule } from '../auth/auth.module.js';
import { HistoryController } from './history.controller.js';
import { PersonalReadsController } from './personal-reads.controller.js';
import { personalReadHandlers } from './personal-reads.handlers.js';
import { proofQueryHandlers } from './proof.queries.js';
import { revisionQueryHandlers } from './revision.queries.js';
import { timelineQueryHandlers } from './timeline.queries.js';

/** The history of consignments and its readers. */
@Module({
  imports: [AuthModule],
  controllers: [HistoryController, PersonalReadsController],
  providers: [...timelineQueryHandlers, ...revisionQueryHandlers, ...proofQueryHandlers, ...personalReadHandlers],
})
export class HistoryModule {}
