import { Error as ErrorIcon } from '@blueprintjs/icons';
import type { ReportScheduleItem } from '#contract';
import { shortTime } from '../../lib/format.js';
import { ProgressLine } from './progress.js';
import type { Side } from './report-columns.js';
import { MainVerb, MoreVerbs, type OnVerb } from './report-menu.js';

/** The progress list on a phone: a card a row, one verb (DESIGN 12.9). */
export const ReportCards = ({
  rows,
  side,
  onVerb,
}: {
  rows: readonly ReportScheduleItem[];
  side: Side;
  onVerb: OnVerb;
}) => (
  <ul className="list-cards">
    {rows.map((row) => (
      <li key={row.reportId ?? row.consignId} className="card">
        <div className="row">
          <span className="numeric strong list-card-code ellipsis">
            {row.reportId === null ? row.consignCode : row.reportNumber}
          </span>
          <span className="push">
            <ProgressLine {...row} />
          </span>
        </div>
        <div className="ellipsis">{row.testContent || <span className="nothing">—</span>}</div>
        <div className="dense secondary ellipsis">
          {side === 'lab' ? row.consignUnitName : row.testUnitName}　{row.projectName}
        </div>
        {row.reportStatus === 90 && row.reports[0]?.withdrawnBecause && (
          <div className="note danger">
            <ErrorIcon size={14} />
            {row.reports[0].withdrawnBecause}
          </div>
        )}
        <div className="row list-card-foot">
          <span className="dense muted numeric">
            {row.acceptTime ? shortTime(row.acceptTime) : ''}　{row.mailNumber}
          </span>
          <span className="row push">
            <MoreVerbs item={row} onVerb={onVerb} />
            <MainVerb item={row} onVerb={onVerb} onCard />
          </span>
        </div>
      </li>
    ))}
  </ul>
);
