import { Controller, Inject } from '@nestjs/common';
import { getReportSchedule, getReportScheduleCountingNew, getReportScheduleNew } from '#contract';
import { consignmentProgress, reportList, type ConsignmentProgressRow, type Language, type ReportRow } from '#domain';
import type { Engines } from '#engines';
import type { Caller } from '../auth/caller.js';
import { answer } from '../http/answer.js';
import { By, In } from '../http/api-request.js';
import { fresh } from '../http/fresh.js';
import { Handles, type InputOf } from '../http/handles.js';
import { Input } from '../http/input.js';
import { ENGINES } from '../provided.js';
import { countedByStatus } from './counted-by-status.js';
import { reportItem } from './schedule-items.js';
import { scheduleConditions } from './schedule-query.js';
import { shownTo } from './shown-to.js';

type Asked = InputOf<typeof getReportScheduleNew>;

/** Progress by report, newest first. */
@Controller()
export class ListReports {
  constructor(@Inject(ENGINES) private readonly engines: Engines) {}

  @Handles(getReportScheduleNew)
  schedule(@Input() asked: Asked, @By() caller: Caller, @In() language: Language) {
    return this.list(asked, caller, language);
  }

  @Handles(getReportSchedule)
  olderSchedule(@Input() asked: Asked, @By() caller: Caller, @In() language: Language) {
    return this.list(asked, caller, language);
  }

  @Handles(getReportScheduleCountingNew)
  async counts(@Input() asked: InputOf<typeof getReportScheduleCountingNew>, @By() caller: Caller) {
    const facts = await fresh(this.engines.views, reportList, asked.atLeast);
    return answer(await countedByStatus(this.engines.views, reportList, { where: scheduleConditions(caller, asked), search: asked.keyword }), facts);
  }

  private async list(asked: Asked, caller: Caller, language: Language) {
    const { views } = this.engines;
    const [facts, ofConsignments] = await Promise.all([fresh(views, reportList, asked.atLeast), fresh(views, consignmentProgress, asked.atLeast)]);
    const { rows, total, totalIsCapped } = await views.find<ReportRow>(reportList, {
      where: scheduleConditions(caller, asked),
      search: asked.keyword,
      sort: [{ column: 'registeredAt', direction: 'desc' }],
      skip: asked.skipCount,
      limit: asked.maxResultCount,
    });
    const consignments = await views.getMany<ConsignmentProgressRow>(consignmentProgress, [...new Set(rows.map(({ consignmentId }) => consignmentId))]);
    const shown = await shownTo(this.engines.eventStore, caller, language);
    const items = rows.map((row) => reportItem(row, consignments.find(({ id }) => id === row.consignmentId), shown));
    return answer({ items, totalCount: total, totalIsCapped }, { stale: facts.stale || ofConsignments.stale });
  }
}
