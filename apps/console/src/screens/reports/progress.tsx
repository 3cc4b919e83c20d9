import type { ReportScheduleItem } from '#contract';
import { reportColour } from './report-filters.js';

type Progress = Pick<ReportScheduleItem, 'reportSchedule' | 'reportStatus' | 'progress'>;

/** reportSchedule: the progress in words beside its bar. */
export const ProgressLine = ({ reportSchedule, reportStatus, progress }: Progress) => (
  <span className="report-progress">
    <i aria-hidden>
      <b style={{ width: `${reportStatus === 90 ? 0 : progress}%`, background: reportColour(reportStatus) }} />
    </i>
    <span className={`ellipsis${reportStatus === 90 ? ' secondary' : ''}`}>{reportSchedule}</span>
  </span>
);
