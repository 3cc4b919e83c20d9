import { Controller, Inject } from '@nestjs/common';
import { ROLE } from '#events';
import { getReportSchedule, getReportScheduleCountingNew, getReportScheduleNew } from '#contract';
import {
  consignmentProgress,
  LISTED,
  reportList,
  type ConsignmentProgressRow,
  type Language,
  type ReportRow,
} from '#domain';
import type { Condition, Engines } from '#engines';
import { has, type Caller } from '../auth/caller.js';
import { answer } from '../http/answer.js';
import { By, In } from '../http/api-request.js';
import { fresh } from '../http/fresh.js';
import { Handles, type InputOf } from '../http/handles.js';
import { Input } from '../http/input.js';
import { ENGINES } from '../provided.js';
import { countedByStatus } from './counted-by-status.js';
import { readsAsClient } from './find-report.js';
import { reportItem } from './schedule-items.js';
import { ofUnit, scheduleConditions } from './schedule-query.js';
import { shownTo } from './shown-to.js';

type Asked = InputOf<typeof getReportScheduleNew>;

/** A client never hears of what was declared void before its publication. */
const notWithheld = (caller: Caller): Condition[] => (readsAsClient(caller) ? [{ column: 'withheld', eq: 0 }] : []);

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
    const facts = await this.fresh(asked);
    return answer(
      await countedByStatus(this.engines.views, reportList, {
        where: await this.conditions(asked, caller),
        search: asked.keyword,
      }),
      facts,
    );
  }

  private async list(asked: Asked, caller: Caller, language: Language) {
    const { views } = this.engines;
    const facts = await this.fresh(asked);
    const { rows, total, totalIsCapped } = await views.find<ReportRow>(reportList, {
      where: await this.conditions(asked, caller),
      search: asked.keyword,
      sort: [{ column: 'position', direction: 'desc' }],
      skip: asked.skipCount,
      limit: asked.maxResultCount,
    });
    const consignments = await views.getMany<ConsignmentProgressRow>(consignmentProgress, [
      ...new Set(rows.map(({ consignmentId }) => consignmentId)),
    ]);
    const shown = await shownTo(this.engines.eventStore, caller, language);
    const items = rows.map((row) =>
      reportItem(
        row,
        consignments.find(({ id }) => id === row.consignmentId),
        shown,
      ),
    );
    return answer({ items, totalCount: total, totalIsCapped }, facts);
  }

  /** Both views answer: reports by the one, what their consignments say by the other. */
  private async fresh({ atLeast }: Pick<Asked, 'atLeast'>) {
    const [reports, consignments] = await Promise.all([
      fresh(this.engines.views, reportList, atLeast),
      fresh(this.engines.views, consignmentProgress, atLeast),
    ]);
    return { stale: reports.stale || consignments.stale };
  }

  /** A consignment names no reports when it is deleted: those few that had any are left out by their ids, but for auditors (ADR-027). */
  private async conditions(asked: Parameters<typeof scheduleConditions>[1], caller: Caller): Promise<Condition[]> {
    const where = [...scheduleConditions(caller, asked), ...notWithheld(caller)];
    if (has(caller, ROLE.auditor)) return where;
    const { rows } = await this.engines.views.find<ConsignmentProgressRow>(consignmentProgress, {
      where: [{ column: 'listed', eq: LISTED.forAuditors }, ...ofUnit(caller)],
    });
    return rows.length === 0 ? where : [...where, { column: 'consignmentId', notIn: rows.map(({ id }) => id) }];
  }
}
