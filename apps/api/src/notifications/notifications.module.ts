import { Module } from '@nestjs/common';
import { AuthModule } from '../auth/auth.module.js';
import { NotificationsController } from './notifications.controller.js';
import { Inboxes, notificationHandlers } from './notifications.handlers.js';
import { SentNotificationsController } from './sent-notifications.controller.js';
import { sentNotificationHandlers } from './sent-notifications.handlers.js';

/** Notifications of users, and the delivery of those of a unit. */
@Module({
  imports: [AuthModule],
  controllers: [NotificationsController, SentNotificationsController],
  providers: [Inboxes, ...notificationHandlers, ...sentNotificationHandlers],
})
export class NotificationsModule {}
