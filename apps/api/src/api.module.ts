import { Module, type DynamicModule } from '@nestjs/common';
import { APP_FILTER, APP_GUARD, APP_INTERCEPTOR } from '@nestjs/core';
import { CqrsModule } from '@nestjs/cqrs';
import type { Engines } from '#engines';
import { AccessGuard } from './auth/access.guard.js';
import { Passwords } from './auth/passwords.js';
import { Sessions } from './auth/sessions.js';
import { SignInAttempts } from './auth/sign-in-attempts.js';
import { Tokens } from './auth/tokens.js';
import { Users } from './auth/users.js';
import { Verifications } from './auth/verifications.js';
import { CatalogueTree } from './catalogue/catalogue-tree.js';
import { DecideHandler } from './decisions/decide.js';
import { Decisions } from './decisions/decisions.js';
import { FileLinks } from './files/file-links.js';
import { UploadTickets } from './files/upload-tickets.js';
import { AnswerInterceptor } from './http/answer.interceptor.js';
import { EventStreams } from './http/event-streams.js';
import { FailureFilter } from './http/failure.filter.js';
import { EventEntries } from './operations/event-log/event-entries.js';
import { JobRows } from './operations/jobs/job-rows.js';
import { ApiDocument } from './operations/api-document.js';
import { Health } from './operations/health.js';
import { Metrics } from './operations/metrics.js';
import { MetricsPage } from './operations/metrics-page.js';
import { ViewMeasures } from './operations/projections/view-measures.js';
import { ViewOrders } from './operations/projections/view-orders.js';
import { ViewsAsTheyStand } from './operations/projections/views-as-they-stand.js';
import { CLOCK, ENGINES, LOG, OPTIONS, type ApiOptions, type Clock, type Log } from './provided.js';
import { QrKeys } from './signing/qr-keys.js';
import { useCases } from './use-cases.js';

export type Provided = { engines: Engines; tokens: Tokens; metrics: Metrics; clock: Clock; log: Log; options: ApiOptions };

@Module({})
export class ApiModule {
  static of({ engines, tokens, metrics, clock, log, options }: Provided): DynamicModule {
    return {
      module: ApiModule,
      imports: [CqrsModule.forRoot()],
      controllers: [...useCases, Health, MetricsPage, ApiDocument],
      providers: [
        { provide: ENGINES, useValue: engines },
        { provide: CLOCK, useValue: clock },
        { provide: LOG, useValue: log },
        { provide: OPTIONS, useValue: options },
        { provide: Tokens, useValue: tokens },
        { provide: Metrics, useValue: metrics },
        { provide: APP_GUARD, useClass: AccessGuard },
        { provide: APP_INTERCEPTOR, useClass: AnswerInterceptor },
        { provide: APP_FILTER, useClass: FailureFilter },
        CatalogueTree,
        DecideHandler,
        Decisions,
        EventEntries,
        EventStreams,
        FileLinks,
        JobRows,
        Passwords,
        QrKeys,
        Sessions,
        SignInAttempts,
        UploadTickets,
        Users,
        Verifications,
        ViewMeasures,
        ViewOrders,
        ViewsAsTheyStand,
      ],
    };
  }
}
