import { Module, type DynamicModule, type Provider } from '@nestjs/common';
import { APP_FILTER, APP_GUARD, APP_INTERCEPTOR } from '@nestjs/core';
import { CqrsModule } from '@nestjs/cqrs';
import type { FileScanner } from '#engines';
import type { Outbound } from '#outbound';
import { UnitManagerAccess } from './users/acting-for-colleagues.js';
import { AccessGuard } from './auth/access.guard.js';
import { AccessKeys } from './auth/access-keys.js';
import { UnopenedUnitGuard } from './auth/unopened-unit.guard.js';
import { NetworkCodeLimits } from './accounts/codes-by-network.js';
import { Passwords } from './auth/passwords.js';
import { Sessions } from './auth/sessions.js';
import { SignInAttempts } from './auth/sign-in-attempts.js';
import { Tokens } from './auth/tokens.js';
import { Users } from './auth/users.js';
import { Verifications } from './auth/verifications.js';
import { SignInCompletion } from './auth/welcome.js';
import { DecideHandler, Decisions } from './decisions/decisions.js';
import { EnvelopeInterceptor } from './http/answer.interceptor.js';
import { EventStreams } from './http/event-streams.js';
import { FailureFilter } from './http/failure.filter.js';
import { TextCharactersGuard } from './http/readable.guard.js';
import { ReadYourWrites } from './http/own-writes.js';
import { EventEntries } from './operations/event-log/event-entries.js';
import { JobRows } from './operations/jobs/job-rows.js';
import { ApiDocument } from './operations/api-document.js';
import { Health } from './operations/health.js';
import { Metrics } from './operations/metrics.js';
import { MetricsPage } from './operations/metrics-page.js';
import { ViewProgress } from './operations/projections/view-measures.js';
import { ViewOperationCommands } from './operations/projections/view-orders.js';
import { ViewStatusReader } from './operations/projections/views-as-they-stand.js';
import {
  CLOCK,
  ENGINES,
  LOGGER,
  OPTIONS,
  OUTBOUND,
  SCANNER,
  type ApiOptions,
  type Clock,
  type Log,
} from './provided.js';
import { EmbeddingCodeLimit } from './session/embedding/codes-per-unit.js';
import { EmbeddingCodes } from './session/embedding/embedding-codes.js';
import { ExternalIdentities } from './session/external/external-identities.js';
import { ProjectsModule } from './projects/projects.module.js';
import { NoticesModule } from './notices/notices.module.js';
import { InstructionsModule } from './instructions/instructions.module.js';
import { EnumerationsModule } from './enumerations/enumerations.module.js';
import { HistoryModule } from './history/history.module.js';
import { RolesModule } from './roles/roles.module.js';
import { TenantsModule } from './tenants/tenants.module.js';
import { CatalogueModule } from './catalogue/catalogue.module.js';
import { CatalogueAdminModule } from './catalogue-admin/catalogue-admin.module.js';
import { FilesModule } from './files/files.module.js';
import { UnitsModule } from './units/units.module.js';
import { ConsignmentsModule } from './consignments/consignments.module.js';
import { DashboardModule } from './dashboard/dashboard.module.js';
import { NotificationsModule } from './notifications/notifications.module.js';
import { PhoneUploadsModule } from './phone-uploads/phone-uploads.module.js';
import { PrintModule } from './print/print.module.js';
import { QrCodesModule } from './qr-codes/qr-codes.module.js';
import { ReportsModule } from './reports/reports.module.js';
import { SamplesModule } from './samples/samples.module.js';
import { LabSystemsModule } from './lab-systems/lab-systems.module.js';
import { LabSystemAuthentication } from './session/lab-system-door.js';
import { useCases } from './use-cases.js';

export type ApiProviders = {
  ownWrites: ReadYourWrites;
  tokens: Tokens;
  metrics: Metrics;
  clock: Clock;
  log: Log;
  options: ApiOptions;
  scanner: FileScanner;
  outbound: Outbound;
};

/** What controllers and handlers of every area share. */
@Module({})
class SharedModule {
  static of({ ownWrites, tokens, metrics, clock, log, options, scanner, outbound }: ApiProviders): DynamicModule {
    const providers: Provider[] = [
      { provide: ENGINES, useValue: ownWrites.engines },
      { provide: ReadYourWrites, useValue: ownWrites },
      { provide: CLOCK, useValue: clock },
      { provide: LOGGER, useValue: log },
      { provide: OPTIONS, useValue: options },
      { provide: SCANNER, useValue: scanner },
      { provide: OUTBOUND, useValue: outbound },
      { provide: Tokens, useValue: tokens },
      { provide: Metrics, useValue: metrics },
      AccessKeys,
      UnitManagerAccess,
      NetworkCodeLimits,
      EmbeddingCodeLimit,
      DecideHandler,
      Decisions,
      EmbeddingCodes,
      EventEntries,
      EventStreams,
      ExternalIdentities,
      JobRows,
      LabSystemAuthentication,
      Passwords,
      Sessions,
      SignInAttempts,
      Users,
      Verifications,
      ViewProgress,
      ViewOperationCommands,
      ViewStatusReader,
      SignInCompletion,
    ];
    return {
      module: SharedModule,
      global: true,
      imports: [CqrsModule.forRoot(), FilesModule, CatalogueModule],
      providers,
      exports: [...providers, FilesModule, CatalogueModule],
    };
  }
}

/** One module per area; the guards, the interceptor and the filter hold for all of them. */
@Module({
  imports: [
    UnitsModule,
    FilesModule,
    CatalogueAdminModule,
    CatalogueModule,
    TenantsModule,
    RolesModule,
    HistoryModule,
    EnumerationsModule,
    InstructionsModule,
    NoticesModule,
    ProjectsModule,
    ConsignmentsModule,
    SamplesModule,
    ReportsModule,
    QrCodesModule,
    PhoneUploadsModule,
    PrintModule,
    NotificationsModule,
    DashboardModule,
    LabSystemsModule,
  ],
  controllers: [...useCases, Health, MetricsPage, ApiDocument],
  providers: [
    { provide: APP_GUARD, useClass: AccessGuard },
    { provide: APP_GUARD, useClass: UnopenedUnitGuard },
    { provide: APP_GUARD, useClass: TextCharactersGuard },
    { provide: APP_INTERCEPTOR, useClass: EnvelopeInterceptor },
    { provide: APP_FILTER, useClass: FailureFilter },
  ],
})
export class ApiModule {
  static of(provided: ApiProviders): DynamicModule {
    return { module: ApiModule, imports: [SharedModule.of(provided)] };
  }
}
