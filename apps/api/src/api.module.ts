import { Module, type DynamicModule, type Provider } from '@nestjs/common';
import { APP_FILTER, APP_GUARD, APP_INTERCEPTOR } from '@nestjs/core';
import { CqrsModule } from '@nestjs/cqrs';
import type { FileScanner } from '#engines';
import type { Outbound } from '#outbound';
import { AccountsModule } from './accounts/accounts.module.js';
import { AccessGuard, UnopenedUnitGuard } from './auth/access.guard.js';
import { AuthModule } from './auth/auth.module.js';
import { Tokens } from './auth/tokens.js';
import { CatalogueAdminModule } from './catalogue-admin/catalogue-admin.module.js';
import { CatalogueModule } from './catalogue/catalogue.module.js';
import { ConsignmentsModule } from './consignments/consignments.module.js';
import { DashboardModule } from './dashboard/dashboard.module.js';
import { Decisions } from './commands/decisions.js';
import { EnumerationsModule } from './enumerations/enumerations.module.js';
import { FilesModule } from './files/files.module.js';
import { HistoryModule } from './history/history.module.js';
import { EnvelopeInterceptor } from './http/envelope.js';
import { EventStreams } from './http/event-streams.js';
import { FailureFilter } from './http/failure.js';
import { ReadYourWrites } from './http/read-your-writes.js';
import { TextCharactersGuard } from './http/text-characters.guard.js';
import { InstructionsModule } from './instructions/instructions.module.js';
import { LabSystemsModule } from './lab-systems/lab-systems.module.js';
import { NoticesModule } from './notices/notices.module.js';
import { NotificationsModule } from './notifications/notifications.module.js';
import { Metrics } from './operations/metrics.js';
import { OperationsModule } from './operations/operations.module.js';
import { PhoneUploadsModule } from './phone-uploads/phone-uploads.module.js';
import { PrintModule } from './print/print.module.js';
import { ProjectsModule } from './projects/projects.module.js';
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
} from './injection-tokens.js';
import { QrCodesModule } from './qr-codes/qr-codes.module.js';
import { ReportsModule } from './reports/reports.module.js';
import { RolesModule } from './roles/roles.module.js';
import { SamplesModule } from './samples/samples.module.js';
import { SessionsModule } from './sessions/sessions.module.js';
import { TenantsModule } from './tenants/tenants.module.js';
import { UnitsModule } from './units/units.module.js';
import { UsersModule } from './users/users.module.js';

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

/** Providers that controllers and handlers of every area share. */
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
      Decisions,
      EventStreams,
    ];
    return {
      module: SharedModule,
      global: true,
      imports: [CqrsModule.forRoot(), AuthModule],
      providers,
      exports: providers,
    };
  }
}

/** One module per area. The guards, the interceptor and the filter apply to all of them. */
@Module({
  imports: [
    AuthModule,
    SessionsModule,
    AccountsModule,
    UsersModule,
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
    OperationsModule,
  ],
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
