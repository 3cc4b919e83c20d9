import type { Type } from '@nestjs/common';
import { FollowEvents } from './follow-events.js';
import { GetEvent } from './get-event.js';
import { ListEvents } from './list-events.js';

export const eventLogUseCases: Type[] = [ListEvents, GetEvent, FollowEvents];
