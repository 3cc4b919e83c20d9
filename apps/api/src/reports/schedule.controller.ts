import { Controller } from '@nestjs/common';
import { QueryBus } from '@nestjs/cqrs';
import {
  getReportConsignSchedule,
  getReportConsignScheduleCount,
  getReportConsignScheduleCountingNew,
  getReportConsignScheduleNew,
  getReportSchedule,
  getReportScheduleCountingNew,
  getReportScheduleNew,
} from '#contract';
import type { Language } from '#domain/text';
import type { Caller } from '../auth/caller.js';
import { withMeta, HandlesOperation, type InputOf } from '../http/operation-handlers.js';
import { CurrentUser, RequestLanguage } from '../http/api-request.js';
import { Input } from '../http/input.js';
import { CountConsignmentProgress, CountReports, ListConsignmentProgress, ListReports } from './schedule.queries.js';

type ListFilters = InputOf<typeof getReportScheduleNew>;
type CountFilters = InputOf<typeof getReportScheduleCountingNew>;

/** Progress by report and by consignment. The specification has two names for most lists and counts. */
@Controller()
export class ScheduleController {
  constructor(private readonly queries: QueryBus) {}

  @HandlesOperation(getReportScheduleNew)
  reports(@Input() filters: ListFilters, @CurrentUser() caller: Caller, @RequestLanguage() language: Language) {
    return this.listReports(filters, caller, language);
  }

  @HandlesOperation(getReportSchedule)
  olderReports(@Input() filters: ListFilters, @CurrentUser() caller: Caller, @RequestLanguage() language: Language) {
    return this.listReports(filters, caller, language);
  }

  @HandlesOperation(getReportScheduleCountingNew)
  async reportCounts(@Input() filters: CountFilters, @CurrentUser() caller: Caller) {
    const { counts, stale } = await this.queries.execute(new CountReports(filters, caller));
    return withMeta(counts, { stale });
  }

  @HandlesOperation(getReportConsignScheduleNew)
  consignments(@Input() filters: ListFilters, @CurrentUser() caller: Caller, @RequestLanguage() language: Language) {
    return this.listConsignments(filters, caller, language);
  }

  @HandlesOperation(getReportConsignSchedule)
  olderConsignments(
    @Input() filters: ListFilters,
    @CurrentUser() caller: Caller,
    @RequestLanguage() language: Language,
  ) {
    return this.listConsignments(filters, caller, language);
  }

  @HandlesOperation(getReportConsignScheduleCountingNew)
  consignmentCounts(@Input() filters: CountFilters, @CurrentUser() caller: Caller) {
    return this.countConsignments(filters, caller);
  }

  @HandlesOperation(getReportConsignScheduleCount)
  olderConsignmentCounts(@Input() filters: CountFilters, @CurrentUser() caller: Caller) {
    return this.countConsignments(filters, caller);
  }

  private async listReports(filters: ListFilters, caller: Caller, language: Language) {
    const { page, stale } = await this.queries.execute(new ListReports(filters, caller, language));
    return withMeta(page, { stale });
  }

  private async listConsignments(filters: ListFilters, caller: Caller, language: Language) {
    const { page, stale } = await this.queries.execute(new ListConsignmentProgress(filters, caller, language));
    return withMeta(page, { stale });
  }

  private async countConsignments(filters: CountFilters, caller: Caller) {
    const { counts, stale } = await this.queries.execute(new CountConsignmentProgress(filters, caller));
    return withMeta(counts, { stale });
  }
}
