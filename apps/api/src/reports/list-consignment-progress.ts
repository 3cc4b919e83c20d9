import { Controller, Inject } from '@nestjs/common';
import { ROLE } from '#events';
import {
  getReportConsignSchedule,
  getReportConsignScheduleCount,
  getReportConsignScheduleCountingNew,
  getReportConsignScheduleNew,
} from '#contract';
import { consignmentProgress, LISTED, type ConsignmentProgressRow, type Language } from '#domain';
import type { Condition, Engines } from '#engines';
import { has, type Caller } from '../auth/caller.js';
import { answer } from '../http/answer.js';
import { By, In } from '../http/api-request.js';
import { fresh } from '../http/fresh.js';
import { Handles, type InputOf } from '../http/handles.js';
import { Input } from '../http/input.js';
import { ENGINES } from '../provided.js';
import { countedByStatus } from './counted-by-status.js';
import { consignmentItem } from './schedule-items.js';
import { scheduleConditions } from './schedule-query.js';
import { shownTo } from './shown-to.js';

type Asked = InputOf<typeof getReportConsignScheduleNew>;
type Counted = InputOf<typeof getReportConsignScheduleCountingNew>;

/** What is deleted only auditors find (ADR-027). */
const listedFor = (caller: Caller): Condition => ({
  column: 'listed',
  in: has(caller, ROLE.auditor) ? [LISTED.forAll, LISTED.forAuditors] : [LISTED.forAll],
});

/** Progress by consignment, those accepted last first; also of those that have no report yet. */
@Controller()
export class ListConsignmentProgress {
  constructor(@Inject(ENGINES) private readonly engines: Engines) {}

  @Handles(getReportConsignScheduleNew)
  schedule(@Input() asked: Asked, @By() caller: Caller, @In() language: Language) {
    return this.list(asked, caller, language);
  }

  @Handles(getReportConsignSchedule)
  olderSchedule(@Input() asked: Asked, @By() caller: Caller, @In() language: Language) {
    return this.list(asked, caller, language);
  }

  @Handles(getReportConsignScheduleCountingNew)
  counts(@Input() asked: Counted, @By() caller: Caller) {
    return this.count(asked, caller);
  }

  @Handles(getReportConsignScheduleCount)
  olderCounts(@Input() asked: Counted, @By() caller: Caller) {
    return this.count(asked, caller);
  }

  private async list(asked: Asked, caller: Caller, language: Language) {
    const { views } = this.engines;
    const facts = await fresh(views, consignmentProgress, asked.atLeast);
    const { rows, total, totalIsCapped } = await views.find<ConsignmentProgressRow>(consignmentProgress, {
      where: [listedFor(caller), ...scheduleConditions(caller, asked)],
      search: asked.keyword,
      sort: [{ column: 'acceptedAt', direction: 'desc' }],
      skip: asked.skipCount,
      limit: asked.maxResultCount,
    });
    const shown = await shownTo(this.engines.eventStore, caller, language);
    return answer({ items: rows.map((row) => consignmentItem(row, shown)), totalCount: total, totalIsCapped }, facts);
  }

  private async count(asked: Counted, caller: Caller) {
    const facts = await fresh(this.engines.views, consignmentProgress, asked.atLeast);
    return answer(
      await countedByStatus(this.engines.views, consignmentProgress, {
        where: [listedFor(caller), ...scheduleConditions(caller, asked)],
        search: asked.keyword,
      }),
      facts,
    );
  }
}
