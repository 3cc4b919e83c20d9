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
/** `end` is the position of the last event that the rows cover, if there may be more. */
type FoundRows = { rows: ConsignmentRow[]; total: number; end?: Position };
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
    const upTo = await this.checkpoint();
    const {
      rows,
      total,
      end = upTo,
    } = filters.changedAfter === undefined
      ? await this.findSubmitted(unitId, filters)
      : await this.findChanged(unitId, filters, filters.changedAfter);
    const cursor = this.feeds.cursorAt(end < upTo ? end : upTo);
    return { items: await this.summaries(rows), totalCount: total, cursor };
  }

  /**
   * The position up to which all views of the response are projected. It is taken before the rows are read, so that a
   * cursor at it skips no change that a view lacks.
   */
  private async checkpoint(): Promise<Position> {
    const checkpoints = await Promise.all(
      [unitFeed, consignmentList, consignmentProgress].map((view) => this.engines.views.checkpoint(view)),
    );
    const [first = START] = checkpoints.map((checkpoint) => checkpoint?.position ?? START).toSorted();
    return first;
  }

  private async findSubmitted(unitId: string, filters: Filters): Promise<FoundRows> {
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

  /**
   * Consignments with feed events after a cursor or from a time on, each once, in the order of their first change. `end`
   * is before the first change that the page leaves out.
   */
  private async findChanged(unitId: string, filters: Filters, after: string): Promise<FoundRows> {
    const events = await this.eventsAfter(unitId, after);
    const firstChanges = new Map<string, number>();
    events.forEach(({ facts }, index) => {
      if (!firstChanges.has(facts.consignmentId)) firstChanges.set(facts.consignmentId, index);
    });
    const firstChangeOf = (id: string): number => firstChanges.get(id) ?? 0;
    const rows = await this.engines.views.getMany<ConsignmentRow>(consignmentList, [...firstChanges.keys()]);
    const matchingRows = rows
      .filter((row) => matchesFilters(row, unitId, filters))
      .toSorted((left, right) => firstChangeOf(left.id) - firstChangeOf(right.id));
    const pageEnd = filters.skipCount + filters.maxResultCount;
    const firstOmitted = matchingRows[pageEnd];
    const isCutOff = events.length === this.maxChanges;
    const end = firstOmitted
      ? events[firstChangeOf(firstOmitted.id) - 1]?.position
      : isCutOff && events.at(-1)?.position;
    return {
      rows: matchingRows.slice(filters.skipCount, pageEnd),
      total: matchingRows.length,
      ...(end ? { end } : {}),
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
    const [statusName, progress] = await Promise.all([
      statusNamesOf(eventStore, 'zh'),
      views.getMany<ProgressRow>(consignmentProgress, ids),
    ]);
    const reportsOf = new Map(progress.map(({ id, reports }) => [id, reports]));
    const subjectsOf = (id: string): string[] => [
      `consignment-${id}`,
      ...(reportsOf.get(id) ?? []).map((report) => `report-${report.id}`),
    ];
    const histories = await views.getMany<FeedSubjectRow>(unitFeed, ids.flatMap(subjectsOf));
    const lastChanges = new Map(histories.map(({ id, entries }) => [id, entries.at(-1)?.at ?? '']));
    const changedAt = (id: string): string | null =>
      subjectsOf(id)
        .map((subject) => lastChanges.get(subject) ?? '')
        .toSorted()
        .at(-1) || null;
    return rows.map((row) => {
      const report = reportsOf.get(row.id)?.findLast(({ reportStatus }) => reportStatus !== REPORT_STATUS.void);
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
        changedAt: changedAt(row.id),
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

const statusCondition = (statuses: readonly ConsignStatus[]): Condition[] => [
  statuses.length === 0
    ? { column: 'consignStatus', notIn: [DRAFT] }
    : { column: 'consignStatus', in: statuses.filter((status) => status !== DRAFT) },
];

const matchesFilters = (
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
  foldedForSearch(consignmentList.view.search?.(row) ?? '').includes(foldedForSearch(keyword));
