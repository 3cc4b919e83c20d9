import { ConsignStatus, ConsignType } from '#events';
import type { Dashboard } from '#contract';
import { startOfDayInChina } from '#domain/time';
import { consignmentList, type ConsignmentRow } from '#domain/views';
import type { Condition, Group, Views } from '#engines';
import type { Periods } from './periods.js';

type Figures = Omit<Dashboard, 'countedAt' | 'platform' | 'attention'>;

/** The lower bounds of the waiting times in hours: none, one day, three days, a week. */
const AGES = [0, 24, 72, 168] as const;
/** Statuses that wait for an action: of the laboratory at 20 and 30, of the client at the others. */
const WAITING = [20, 30, 40, 70, 80, 90] as const satisfies ConsignStatus[];

/**
 * Counts the rows of the list view that match `where` (ADR-020). The number of queries does not depend on the number of
 * rows.
 */
export const consignmentFigures = async (views: Views, where: Condition[], periods: Periods): Promise<Figures> => {
  const groups = (columns: string[], ...conditions: Condition[]) =>
    views.countGroups(consignmentList, columns, { where: [...where, ...conditions] });
  const [firstDay] = [periods.weeks[0]?.from ?? periods.today, periods.lastMonthSoFar.from].toSorted();
  const [byStatus, byDay, verdicts, received, turnaround, ageing, oldestAwaitingAudit] = await Promise.all([
    countByStatus(views, where),
    groups(['commitDay', 'consignType'], { column: 'commitDay', from: firstDay }),
    groups(['rejections'], { column: 'auditedAt', from: startOfDayInChina(periods.last30Days.from) }),
    groups(['consignType'], { column: 'confirmedAt', from: startOfDayInChina(periods.today) }),
    Promise.all([turnaroundOf(views, where, 'audit', periods), turnaroundOf(views, where, 'receipt', periods)]),
    Promise.all(AGES.map((fromHours, index) => ageOf(views, where, fromHours, AGES[index + 1] ?? null, periods))),
    oldest(views, where),
  ]);
  const submittedIn = ({ from, to }: { from: string; to: string }, consignType?: ConsignType): number =>
    sumCounts(
      byDay.filter(
        ({ values: [day, type] }) =>
          day !== null &&
          day !== undefined &&
          day >= from &&
          day <= to &&
          (consignType === undefined || type === consignType),
      ),
    );
  return {
    byStatus,
    weeks: periods.weeks.map((week) => ({
      ...week,
      byType: [...ConsignType.values].map((consignType) => ({ consignType, count: submittedIn(week, consignType) })),
    })),
    days: periods.days.map((day) => ({ day, count: submittedIn({ from: day, to: day }) })),
    submitted: {
      thisMonth: submittedIn(periods.thisMonth),
      lastMonthSoFar: submittedIn(periods.lastMonthSoFar),
      last30Days: submittedIn(periods.last30Days),
      thirtyDaysBefore: submittedIn(periods.thirtyDaysBefore),
    },
    audits: {
      audited: sumCounts(verdicts),
      passedAtOnce: sumCounts(verdicts.filter(({ values: [rejections] }) => rejections === 0)),
    },
    turnaround,
    ageing,
    oldestAwaitingAudit,
    receivedToday: sumCounts(received),
  };
};

/** The number of consignments by status and type. */
export const countByStatus = async (views: Views, where: Condition[]): Promise<Dashboard['byStatus']> =>
  byStatusAndType(await views.countGroups(consignmentList, ['consignStatus', 'consignType'], { where }), [
    ...ConsignStatus.values,
  ]);

/** The total number of rows in these groups. */
export const sumCounts = (groups: readonly Group[]): number => groups.reduce((total, { count }) => total + count, 0);

const byStatusAndType = (groups: readonly Group[], statuses: readonly ConsignStatus[]): Dashboard['byStatus'] =>
  statuses.flatMap((consignStatus) =>
    [...ConsignType.values].map((consignType) => ({
      consignStatus,
      consignType,
      count: sumCounts(groups.filter(({ values }) => values[0] === consignStatus && values[1] === consignType)),
    })),
  );

const STEPS = {
  audit: { hours: 'auditHours', at: 'auditedAt' },
  receipt: { hours: 'receiptHours', at: 'confirmedAt' },
} as const;

const turnaroundOf = async (
  views: Views,
  where: Condition[],
  step: 'audit' | 'receipt',
  { daysAgo }: Periods,
): Promise<Dashboard['turnaround'][number]> => {
  const { hours, at } = STEPS[step];
  const [quantiles] = await views.quantiles(consignmentList, {
    column: hours,
    at: [0.5, 0.9],
    where: [...where, { column: at, from: daysAgo(90) }],
  });
  return {
    step,
    count: quantiles?.count ?? 0,
    medianHours: quantiles?.at[0] ?? null,
    ninetyPercentHours: quantiles?.at[1] ?? null,
  };
};

const ageOf = async (
  views: Views,
  where: Condition[],
  fromHours: number,
  toHours: number | null,
  { hoursAgo }: Periods,
): Promise<Dashboard['ageing'][number]> => {
  // The ranges of a view include both ends. A row exactly at the older end belongs to the next age, so `from` starts
  // one millisecond later.
  const since: Condition = {
    column: 'statusSince',
    ...(fromHours === 0 ? {} : { to: hoursAgo(fromHours) }),
    ...(toHours === null ? {} : { from: justAfter(hoursAgo(toHours)) }),
  };
  const groups = await views.countGroups(consignmentList, ['consignStatus', 'consignType'], {
    where: [...where, { column: 'consignStatus', in: [...WAITING] }, since],
  });
  return { fromHours, toHours, byStatus: byStatusAndType(groups, WAITING) };
};

const justAfter = (time: string): string => new Date(Date.parse(time) + 1).toISOString();

const oldest = async (views: Views, where: Condition[]): Promise<string | null> => {
  const { rows } = await views.find<ConsignmentRow>(consignmentList, {
    where: [...where, { column: 'consignStatus', eq: 20 }],
    sort: [{ column: 'statusSince', direction: 'asc' }],
    limit: 1,
  });
  return rows[0]?.statusSince ?? null;
};
