import { Module } from '@nestjs/common';
import { AuthModule } from '../auth/auth.module.js';
import { CatalogueModule } from '../catalogue/catalogue.module.js';
import { FilesModule } from '../files/files.module.js';
import { SessionsModule } from '../sessions/sessions.module.js';
import { accessKeyCommandHandlers } from './access-keys.commands.js';
import { AccessKeysController } from './access-keys.controller.js';
import { accessKeyQueryHandlers } from './access-keys.queries.js';
import { FeedNews } from './feed-news.js';
import { FeedController } from './feed.controller.js';
import { feedQueryHandlers, UnitFeeds } from './feed.queries.js';
import { ilisCommandHandlers } from './ilis.commands.js';
import { IlisController } from './ilis.controller.js';
import { ilisQueryHandlers } from './ilis.queries.js';
import { PushAuthentication } from './lab-callers.js';
import { CheckLabCatalogueHandler, GetLabExchangesHandler, PushRecords } from './exchanges.js';
import { OutgoingController } from './outgoing.controller.js';
import { outgoingHandlers } from './outgoing.handlers.js';
import { ReportCallsController } from './report-calls.controller.js';
import { reportCallHandlers } from './report-calls.handlers.js';
import { syncHandlers } from './sync.commands.js';
import { SyncController } from './sync.controller.js';
import { UnitQuotas } from './unit-quotas.js';
import { UnitConnections } from './unit-systems.js';
import { webhookDeliveryCommandHandlers } from './webhook-deliveries.commands.js';
import { WebhookDeliveriesController } from './webhook-deliveries.controller.js';
import { webhookDeliveryQueryHandlers } from './webhook-deliveries.queries.js';
import { webhookCommandHandlers } from './webhooks.commands.js';
import { WebhooksController } from './webhooks.controller.js';
import { webhookQueryHandlers } from './webhooks.queries.js';

/** Machine access for the systems of units: keys, operations of the specification, event feed and webhooks. */
@Module({
  imports: [AuthModule, CatalogueModule, FilesModule, SessionsModule],
  controllers: [
    AccessKeysController,
    FeedController,
    IlisController,
    OutgoingController,
    ReportCallsController,
    SyncController,
    WebhooksController,
    WebhookDeliveriesController,
  ],
  providers: [
    FeedNews,
    PushAuthentication,
    PushRecords,
    GetLabExchangesHandler,
    CheckLabCatalogueHandler,
    UnitFeeds,
    UnitQuotas,
    UnitConnections,
    ...accessKeyCommandHandlers,
    ...accessKeyQueryHandlers,
    ...feedQueryHandlers,
    ...ilisCommandHandlers,
    ...ilisQueryHandlers,
    ...webhookCommandHandlers,
    ...webhookQueryHandlers,
    ...outgoingHandlers,
    ...webhookDeliveryCommandHandlers,
    ...webhookDeliveryQueryHandlers,
    ...reportCallHandlers,
    ...syncHandlers,
  ],
})
export class LabSystemsModule {}
