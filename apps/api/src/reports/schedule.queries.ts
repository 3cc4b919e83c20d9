import { Inject } from '@nestjs/common';
import { Query, QueryHandler, type IQueryHandler } from '@nestjs/cqrs';
import type { getReportScheduleCountingNew, getReportScheduleNew, ResultOf } from '#contract';
import {
  consignmentProgress,
  LIST_VISIBILITY,
  reportList,
  SCHEDULE_STATUSES,
  type ConsignmentProgressRow,
  type ReportRow,
} from '#domain/report';
import type { Language } from '#domain/text';
import type { Condition, Engines, ViewName, ViewQuery, Views } from '#engines';
import { ROLE } from '#events';
import { hasRole, type Caller } from '../auth/caller.js';
import { waitForView } from '../http/wait-for-view.js';
import type { InputOf } from '../http/operation-handlers.js';
import { ENGINES } from '../injection-tokens.js';
import { isClientView } from './find-report.js';
import { consignmentItem, reportItem, loadScheduleContext } from './schedule-items.js';
import { callerConditions, scheduleConditions } from './schedule-query.js';

type ListFilters = InputOf<typeof getReportScheduleNew>;
type CountFilters = InputOf<typeof getReportScheduleCountingNew>;
type Schedule = { page: ResultOf<typeof getReportScheduleNew>; stale: boolean };
type Counts = { counts: ResultOf<typeof getReportScheduleCountingNew>; stale: boolean };

/** Progress by report, newest first. */
export class ListReports extends Query<Schedule> {
  constructor(
    readonly filters: ListFilters,
    readonly caller: Caller,
    readonly language: Language,
  ) {
    super();
  }
}

@QueryHandler(ListReports)
export class ListReportsHandler implements IQueryHandler<ListReports> {
  constructor(@Inject(ENGINES) private readonly engines: Engines) {}

  async execute({ filters, caller, language }: ListReports): Promise<Schedule> {
    const { views } = this.engines;
    const { stale } = await waitForBothViews(views, filters);
    const { rows, total, totalIsCapped } = await views.find<ReportRow>(reportList, {
      where: await reportConditions(views, filters, caller),
      search: filters.keyword,
      sort: [{ column: 'position', direction: 'desc' }],
      skip: filters.skipCount,
      limit: filters.maxResultCount,
    });
    const consignments = await views.getMany<ConsignmentProgressRow>(consignmentProgress, [
      ...new Set(rows.map(({ consignmentId }) => consignmentId)),
    ]);
    const context = await loadScheduleContext(this.engines.eventStore, caller, language);
    const items = rows.map((row) =>
      reportItem(
        row,
        consignments.find(({ id }) => id === row.consignmentId),
        context,
      ),
    );
    return { page: { items, totalCount: total, totalIsCapped }, stale };
  }
}

/** The number of reports by status. */
export class CountReports extends Query<Counts> {
  constructor(
    readonly filters: CountFilters,
    readonly caller: Caller,
  ) {
    super();
  }
}

@QueryHandler(CountReports)
export class CountReportsHandler implements IQueryHandler<CountReports> {
  constructor(@Inject(ENGINES) private readonly engines: Engines) {}

  async execute({ filters, caller }: CountReports): Promise<Counts> {
    const { views } = this.engines;
    const { stale } = await waitForBothViews(views, filters);
    const where = await reportConditions(views, filters, caller);
    return { counts: await countedByStatus(views, reportList, { where, search: filters.keyword }), stale };
  }
}

/** Waits for both views: reports come from the first, data of their consignments from the second. */
const waitForBothViews = async (
  views: Views,
  { atLeast }: Pick<ListFilters, 'atLeast'>,
): Promise<{ stale: boolean }> => {
  const [reports, consignments] = await Promise.all([
    waitForView(views, reportList, atLeast),
    waitForView(views, consignmentProgress, atLeast),
  ]);
  return { stale: reports.stale || consignments.stale };
};

/**
 * The deletion of a consignment does not name its reports. The few deleted consignments with reports are excluded by
 * id, except for auditors (ADR-027).
 */
const reportConditions = async (
  views: Views,
  filters: Parameters<typeof scheduleConditions>[1],
  caller: Caller,
): Promise<Condition[]> => {
  const where = [...scheduleConditions(caller, filters), ...notWithheld(caller)];
  if (hasRole(caller, ROLE.auditor)) return where;
  const { rows } = await views.find<ConsignmentProgressRow>(consignmentProgress, {
    where: [{ column: 'listed', eq: LIST_VISIBILITY.forAuditors }, ...callerConditions(caller)],
  });
  return rows.length === 0 ? where : [...where, { column: 'consignmentId', notIn: rows.map(({ id }) => id) }];
};

/** A client never sees a report that became void before its publication. */
const notWithheld = (caller: Caller): Condition[] => (isClientView(caller) ? [{ column: 'withheld', eq: 0 }] : []);

/** Progress by consignment, the latest acceptance first, including consignments without reports. */
export class ListConsignmentProgress extends Query<Schedule> {
  constructor(
    readonly filters: ListFilters,
    readonly caller: Caller,
    readonly language: Language,
  ) {
    super();
  }
}

@QueryHandler(ListConsignmentProgress)
export class ListConsignmentProgressHandler implements IQueryHandler<ListConsignmentProgress> {
  constructor(@Inject(ENGINES) private readonly engines: Engines) {}

  async execute({ filters, caller, language }: ListConsignmentProgress): Promise<Schedule> {
    const { views } = this.engines;
    const { stale } = await waitForView(views, consignmentProgress, filters.atLeast);
    const { rows, total, totalIsCapped } = await views.find<ConsignmentProgressRow>(consignmentProgress, {
      where: [listedFor(caller), ...scheduleConditions(caller, filters)],
      search: filters.keyword,
      sort: [{ column: 'acceptedAt', direction: 'desc' }],
      skip: filters.skipCount,
      limit: filters.maxResultCount,
    });
    const context = await loadScheduleContext(this.engines.eventStore, caller, language);
    return {
      page: { items: rows.map((row) => consignmentItem(row, context)), totalCount: total, totalIsCapped },
      stale,
    };
  }
}

/** The number of consignments by status of their reports. */
export class CountConsignmentProgress extends Query<Counts> {
  constructor(
    readonly filters: CountFilters,
    readonly caller: Caller,
  ) {
    super();
  }
}

@QueryHandler(CountConsignmentProgress)
export class CountConsignmentProgressHandler implements IQueryHandler<CountConsignmentProgress> {
  constructor(@Inject(ENGINES) private readonly engines: Engines) {}

  async execute({ filters, caller }: CountConsignmentProgress): Promise<Counts> {
    const { views } = this.engines;
    const { stale } = await waitForView(views, consignmentProgress, filters.atLeast);
    const where = [listedFor(caller), ...scheduleConditions(caller, filters)];
    return { counts: await countedByStatus(views, consignmentProgress, { where, search: filters.keyword }), stale };
  }
}

/** Only auditors see deleted consignments (ADR-027). */
const listedFor = (caller: Caller): Condition => ({
  column: 'listed',
  in: hasRole(caller, ROLE.auditor) ? [LIST_VISIBILITY.forAll, LIST_VISIBILITY.forAuditors] : [LIST_VISIBILITY.forAll],
});

/** One row per status that occurs, in the order of the workflow. */
const countedByStatus = async (
  views: Views,
  view: ViewName,
  query: Pick<ViewQuery, 'where' | 'search'>,
): Promise<ResultOf<typeof getReportScheduleCountingNew>> => {
  const counts = await views.countBy(view, 'reportStatus', query);
  return SCHEDULE_STATUSES.map((reportStatus) => ({ reportStatus, count: counts.get(reportStatus) ?? 0 })).filter(
    ({ count }) => count > 0,
  );
};

export const scheduleQueryHandlers = [
  ListReportsHandler,
  CountReportsHandler,
  ListConsignmentProgressHandler,
  CountConsignmentProgressHandler,
];
