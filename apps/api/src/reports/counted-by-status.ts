import type { ResultOf, getReportScheduleCountingNew } from '#contract';
import { SCHEDULE_STATUSES } from '#domain';
import type { ViewName, ViewQuery, Views } from '#engines';

/** One row a status that occurs, in the order of the work. */
export const countedByStatus = async (
  views: Views,
  view: ViewName,
  query: Pick<ViewQuery, 'where' | 'search'>,
): Promise<ResultOf<typeof getReportScheduleCountingNew>> => {
  const counts = await views.countBy(view, 'reportStatus', query);
  return SCHEDULE_STATUSES.map((reportStatus) => ({ reportStatus, count: counts.get(reportStatus) ?? 0 })).filter(
    ({ count }) => count > 0,
  );
};
