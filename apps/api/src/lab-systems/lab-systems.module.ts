import { Module, type Type } from '@nestjs/common';
import { accessKeyCommandHandlers } from './access-keys.commands.js';
import { AccessKeysController } from './access-keys.controller.js';
import { accessKeyQueryHandlers } from './access-keys.queries.js';
import { FeedController } from './feed.controller.js';
import { FeedNews } from './feed-news.js';
import { feedQueryHandlers, UnitFeeds } from './feed.queries.js';
import { UnitSystems } from './unit-systems.js';

export const labSystemControllers: Type[] = [AccessKeysController, FeedController];

/** Machine access of the own systems of units: keys, the calls of the specification, the event feed and webhooks. */
@Module({
  controllers: labSystemControllers,
  providers: [
    FeedNews,
    UnitFeeds,
    UnitSystems,
    ...accessKeyCommandHandlers,
    ...accessKeyQueryHandlers,
    ...feedQueryHandlers,
  ],
})
export class LabSystemsModule {}
