import { Module } from '@nestjs/common';
import { HistoryController } from './history.controller.js';
import { personalReadCommandHandlers } from './personal-reads.commands.js';
import { PersonalReadsController } from './personal-reads.controller.js';
import { personalReadQueryHandlers } from './personal-reads.queries.js';
import { proofQueryHandlers } from './proof.queries.js';
import { revisionQueryHandlers } from './revision.queries.js';
import { timelineQueryHandlers } from './timeline.queries.js';

/** The history of consignments and its readers. */
@Module({
  controllers: [HistoryController, PersonalReadsController],
  providers: [
    ...timelineQueryHandlers,
    ...revisionQueryHandlers,
    ...proofQueryHandlers,
    ...personalReadCommandHandlers,
    ...personalReadQueryHandlers,
  ],
})
export class HistoryModule {}
