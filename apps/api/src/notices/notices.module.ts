import { Module } from '@nestjs/common';
import { AuthModule } from '../auth/auth.module.js';
import { noticeCommandHandlers } from './notices.commands.js';
import { NoticesController } from './notices.controller.js';
import { noticeQueryHandlers } from './notices.queries.js';

/** Notices that are shown at login. */
@Module({
  imports: [AuthModule],
  controllers: [NoticesController],
  providers: [...noticeQueryHandlers, ...noticeCommandHandlers],
})
export class NoticesModule {}
