import type { ResultOf, getReportScheduleCountingNew } from '#contract';
import type { ScheduleStatus } from '#domain';
import { ReportStatus } from '#events';
import type { ViewName, ViewQuery, Views } from '#engines';

const statuses: readonly ScheduleStatus[] = [0, ...ReportStatus.values];

/** One row a status that occurs, in the order of the work. */
export const countedByStatus = async (views: Views, view: ViewName, query: Pick<ViewQuery, 'where' | 'search'>): Promise<ResultOf<typeof getReportScheduleCountingNew>> => {
  const counts = await views.countBy(view, 'reportStatus', query);
  return statuses.map((reportStatus) => ({ reportStatus, count: counts.get(reportStatus) ?? 0 })).filter(({ count }) => count > 0);
};
