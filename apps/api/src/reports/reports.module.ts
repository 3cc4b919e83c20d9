import { Module } from '@nestjs/common';
import { AuthModule } from '../auth/auth.module.js';
import { FilesModule } from '../files/files.module.js';
import { QrCodesModule } from '../qr-codes/qr-codes.module.js';
import { PickUpController } from './pick-up.controller.js';
import { pickUpHandlers } from './pick-up.handlers.js';
import { reportCommandHandlers } from './reports.commands.js';
import { ReportsController } from './reports.controller.js';
import { reportQueryHandlers } from './reports.queries.js';
import { ScheduleController } from './schedule.controller.js';
import { scheduleQueryHandlers } from './schedule.queries.js';

/** Reports: their life cycle, progress and pick-up. */
@Module({
  imports: [AuthModule, FilesModule, QrCodesModule],
  controllers: [ReportsController, ScheduleController, PickUpController],
  providers: [...reportCommandHandlers, ...reportQueryHandlers, ...scheduleQueryHandlers, ...pickUpHandlers],
})
export class ReportsModule {}
