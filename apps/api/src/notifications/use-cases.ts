import type { Type } from '@nestjs/common';
import { ChooseChannels } from './choose-channels.js';
import { OwnNotifications } from './own-notifications.js';
import { SentNotifications } from './sent-notifications.js';

export const notificationUseCases: Type[] = [OwnNotifications, SentNotifications, ChooseChannels];
