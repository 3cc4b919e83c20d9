import { Inject, Optional } from '@nestjs/common';
import { Query, QueryHandler, type IQueryHandler } from '@nestjs/cqrs';
import { FOREIGN_LOG, positionOfCursor, type ConsignmentSummary } from '#contract';
import { unitFeed, type FeedEventRow, type FeedSubjectRow } from '#domain/lab-systems';
import { statusNamesOf } from '#domain/reference';
import { consignmentProgress, reportStatusName } from '#domain/report';
import { foldedForSearch } from '#domain/text';
import { consignmentList, type ConsignmentRow } from '#domain/views';
import { nextPosition, type Condition, type Engines } from '#engines';
import { START, type ConsignStatus, type ConsignType, type Position, REPORT_STATUS } from '#events';
import { Problem } from '../http/problem.js';
import { ENGINES } from '../injection-tokens.js';
import { UnitFeeds } from './feed.queries.js';

/** Maximum number of feed events that are read for `changedAfter`; a reader gets later ones with the next cursor. */
const MAX_CHANGES = 10_000;
const DRAFT: ConsignStatus = 10;

type Filters = {
  keyword: string;
  consignType?: ConsignType | undefined;
  consignStatuses: readonly ConsignStatus[];
  changedAfter?: string | undefined;
  skipCount: number;
  maxResultCount: number;
};
/** `end` is the position of the last event that was read, if there may be more. */
type Found = { rows: ConsignmentRow[]; total: number; end?: Position };
type Page = { items: ConsignmentSummary[]; totalCount: number; cursor: string };

/** Consignments of a testing unit for its own system: no drafts, the newest submission first. */
export class ListForLabSystem extends Query<Page> {
  constructor(
    readonly unitId: string,
    readonly filters: Filters,
  ) {
    super();
  }
}

@QueryHandler(ListForLabSystem)
export class ListForLabSystemHandler implements IQueryHandler<ListForLabSystem> {
  constructor(
    @Inject(ENGINES) private readonly engines: Engines,
    private readonly feeds: UnitFeeds,
    @Optional() private readonly maxChanges: number = MAX_CHANGES,
  ) {}

  async execute({ unitId, filters }: ListForLabSystem): Promise<Page> {
    const { views } = this.engines;
    // Taken before the rows are read, so that later changes follow this cursor.
    const checkpoint = (await views.checkpoint(unitFeed))?.position ?? START;
    const { rows, total, end }: Found =
      filters.changedAfter === undefined
        ? await this.submitted(unitId, filters)
        : await this.changed(unitId, filters, filters.changedAfter);
    return { items: await this.summaries(rows), totalCount: total, cursor: this.feeds.cursorAt(end ?? checkpoint) };
  }

  private async submitted(unitId: string, filters: Filters): Promise<Found> {
    return this.engines.views.find<ConsignmentRow>(consignmentList, {
      where: [
        { column: 'testUnitId', eq: unitId },
        { column: 'commitConsignTime', from: '0' },
        { column: 'deleted', eq: 0 },
        ...statusCondition(filters.consignStatuses),
        ...(filters.consignType === undefined ? [] : [{ column: 'consignType', eq: filters.consignType }]),
      ],
      ...(filters.keyword === '' ? {} : { search: filters.keyword }),
      sort: [{ column: 'commitConsignTime', direction: 'desc' }],
      skip: filters.skipCount,
      limit: filters.maxResultCount,
    });
  }

  /** Consignments with feed events after a cursor or from a time on, each once, in the order of their first change. */
  private async changed(unitId: string, filters: Filters, after: string): Promise<Found> {
    const events = await this.eventsAfter(unitId, after);
    const ids = [...new Set(events.map(({ facts }) => facts.consignmentId))];
    const rows = await this.engines.views.getMany<ConsignmentRow>(consignmentList, ids);
    const wanted = rows
      .filter((row) => fits(row, unitId, filters))
      .toSorted((one, other) => ids.indexOf(one.id) - ids.indexOf(other.id));
    const end = events.length === this.maxChanges ? events.at(-1)?.position : undefined;
    return {
      rows: wanted.slice(filters.skipCount, filters.skipCount + filters.maxResultCount),
      total: wanted.length,
      ...(end === undefined ? {} : { end }),
    };
  }

  /** @throws Problem 400 if `after` is neither a cursor nor a time, 410 for a cursor of another log */
  private async eventsAfter(unitId: string, after: string): Promise<FeedEventRow[]> {
    const position = positionOfCursor(after, this.engines.eventStore.logId);
    if (position === FOREIGN_LOG) throw Problem.cursorForeign();
    const time = position === null ? Date.parse(after) : null;
    if (Number.isNaN(time))
      throw Problem.invalid([{ path: 'changedAfter', message: 'expected a cursor of the feed or an ISO time' }]);
    const { rows } = await this.engines.views.find<FeedEventRow>(unitFeed, {
      where: [
        { column: 'testUnitId', eq: unitId },
        position === null
          ? { column: 'at', from: new Date(time ?? 0).toISOString() }
          : { column: 'position', from: nextPosition(position as Position) },
      ],
      sort: [{ column: 'position', direction: 'asc' }],
      limit: this.maxChanges,
      withoutTotal: true,
    });
    return rows;
  }

  private async summaries(rows: readonly ConsignmentRow[]): Promise<ConsignmentSummary[]> {
    const { views, eventStore } = this.engines;
    const ids = rows.map(({ id }) => id);
    const [statusName, histories, progress] = await Promise.all([
      statusNamesOf(eventStore, 'zh'),
      views.getMany<FeedSubjectRow>(
        unitFeed,
        ids.map((id) => `consignment-${id}`),
      ),
      views.getMany<ProgressRow>(consignmentProgress, ids),
    ]);
    const changedAt = new Map(histories.map(({ id, entries }) => [id, entries.at(-1)?.at ?? null]));
    const reports = new Map(
      progress.map((row) => [row.id, row.reports.findLast(({ reportStatus }) => reportStatus !== REPORT_STATUS.void)]),
    );
    return rows.map((row) => {
      const report = reports.get(row.id);
      return {
        consignInfoID: row.id,
        consignUnitName: row.consignUnit,
        reportID: report?.id ?? '',
        consignTime: row.commitConsignTime,
        projectName: row.projectName,
        consignType: row.consignType,
        consignCode: row.consignCode,
        reportNumber: report?.reportNumber ?? '',
        testContent: row.testContent,
        reportStatus: report ? reportStatusName(report.reportStatus) : '',
        expressNumber: report?.mailNumber || row.mailOrderNumber,
        consignStatus: row.consignStatus,
        consignStatusStr: statusName(row.consignStatus),
        commitConsignTime: row.commitConsignTime,
        changedAt: changedAt.get(`consignment-${row.id}`) ?? null,
        revision: row.revision,
      };
    });
  }
}
export const ilisQueryHandlers = [ListForLabSystemHandler];

type ProgressRow = {
  id: string;
  reports: {
    id: string;
    reportNumber: string;
    reportStatus: Parameters<typeof reportStatusName>[0];
    mailNumber: string;
  }[];
};

const statusCondition = (wanted: readonly ConsignStatus[]): Condition[] => [
  wanted.length === 0
    ? { column: 'consignStatus', notIn: [DRAFT] }
    : { column: 'consignStatus', in: wanted.filter((status) => status !== DRAFT) },
];

const fits = (
  row: ConsignmentRow & { deleted?: boolean },
  unitId: string,
  { keyword, consignType, consignStatuses }: Filters,
): boolean =>
  row.testUnitId === unitId &&
  row.commitConsignTime !== null &&
  row.deleted !== true &&
  row.consignStatus !== DRAFT &&
  (consignType === undefined || row.consignType === consignType) &&
  (consignStatuses.length === 0 || consignStatuses.includes(row.consignStatus)) &&
  foldedForSearch([row.consignCode, row.projectName, row.testContent, row.consignUnit].join('\n')).includes(
    foldedForSearch(keyword),
  );
