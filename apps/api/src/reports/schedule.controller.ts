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
import type { Language } from '#domain';
import type { Caller } from '../auth/caller.js';
import { answer } from '../http/answer.js';
import { By, In } from '../http/api-request.js';
import { Handles, type InputOf } from '../http/handles.js';
import { Input } from '../http/input.js';
import { CountConsignmentProgress, CountReports, ListConsignmentProgress, ListReports } from './schedule.queries.js';

type ListFilters = InputOf<typeof getReportScheduleNew>;
type CountFilters = InputOf<typeof getReportScheduleCountingNew>;

/** Progress by report and by consignment. The specification names each list and each count twice. */
@Controller()
export class ScheduleController {
  constructor(private readonly queries: QueryBus) {}

  @Handles(getReportScheduleNew)
  reports(@Input() filters: ListFilters, @By() caller: Caller, @In() language: Language) {
    return this.listReports(filters, caller, language);
  }

  @Handles(getReportSchedule)
  olderReports(@Input() filters: ListFilters, @By() caller: Caller, @In() language: Language) {
    return this.listReports(filters, caller, language);
  }

  @Handles(getReportScheduleCountingNew)
  async reportCounts(@Input() filters: CountFilters, @By() caller: Caller) {
    const { counts, stale } = await this.queries.execute(new CountReports(filters, caller));
    return answer(counts, { stale });
  }

  @Handles(getReportConsignScheduleNew)
  consignments(@Input() filters: ListFilters, @By() caller: Caller, @In() language: Language) {
    return this.listConsignments(filters, caller, language);
  }

  @Handles(getReportConsignSchedule)
  olderConsignments(@Input() filters: ListFilters, @By() caller: Caller, @In() language: Language) {
    return this.listConsignments(filters, caller, language);
  }

  @Handles(getReportConsignScheduleCountingNew)
  consignmentCounts(@Input() filters: CountFilters, @By() caller: Caller) {
    return this.countConsignments(filters, caller);
  }

  @Handles(getReportConsignScheduleCount)
  olderConsignmentCounts(@Input() filters: CountFilters, @By() caller: Caller) {
    return this.countConsignments(filters, caller);
  }

  private async listReports(filters: ListFilters, caller: Caller, language: Language) {
    const { page, stale } = await this.queries.execute(new ListReports(filters, caller, language));
    return answer(page, { stale });
  }

  private async listConsignments(filters: ListFilters, caller: Caller, language: Language) {
    const { page, stale } = await this.queries.execute(new ListConsignmentProgress(filters, caller, language));
    return answer(page, { stale });
  }

  private async countConsignments(filters: CountFilters, caller: Caller) {
    const { counts, stale } = await this.queries.execute(new CountConsignmentProgress(filters, caller));
    return answer(counts, { stale });
  }
}
