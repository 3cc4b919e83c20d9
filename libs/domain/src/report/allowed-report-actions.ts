import { ROLE, type Actor } from '#events';
import { problem, RuleBroken, type Problem } from '../rules/rule-broken.js';
import { sameId } from '../rules/same-id.js';
import { isPublished, REPORT_ACTIONS, reportTargetOf, type ReportActionName } from './report-actions.js';
import type { RegisteredReport, Report, ReportFacts } from './report-state.js';

/** The report, if it is there. @throws RuleBroken NO_SUCH_REPORT */
export const registered = (report: Report): RegisteredReport => {
  if (report.phase === 'registered') return report;
  throw new RuleBroken(problem('NO_SUCH_REPORT'));
};

type Judged = Pick<ReportFacts, 'reportStatus'> & { file: object | null };

/** What stands between the laboratory and an action, whoever works there: the status, then the file that is missing. Also for a row of a list. */
export const reportProblem = (action: ReportActionName, { reportStatus, file }: Judged): Problem | null => {
  if (reportTargetOf(action, reportStatus) === null)
    return problem('REPORT_NOT_IN_THIS_STATUS', { reportStatus, reportAction: action });
  return action === 'publish' && file === null ? problem('REPORT_FILE_MISSING') : null;
};

/** What stands between somebody and an action: role, then unit, then the report's own state. Null when nothing does. */
export const reportGate = (action: ReportActionName, report: RegisteredReport, by: Actor): Problem | null => {
  if (by.role !== ROLE.lab) return problem('REPORT_ROLE_NOT_ALLOWED', { reportAction: action });
  if (!sameId(by.unitId, report.testUnitId)) return problem('REPORT_NOT_YOURS');
  return reportProblem(action, report);
};

/** Every action with the reason why somebody may not do it now, from the same functions that `decide` refuses by. */
export const allowedReportActions = (
  report: Report,
  by: Actor,
): { action: ReportActionName; problem: Problem | null }[] =>
  REPORT_ACTIONS.map((action) => ({
    action,
    problem: report.phase === 'registered' ? reportGate(action, report, by) : problem('NO_SUCH_REPORT'),
  }));

/**
 * Why somebody may not read the file of a report that is not of another unit; null when nothing stands in the way.
 * A client waits for the publication; a laboratory and an administrator see what there is. It names persons, whom an auditor sees
 * masked: an auditor reads none (ADR-016).
 */
export const downloadProblem = ({ reportStatus, file }: Judged, role: string): Problem | null => {
  if (role === ROLE.auditor) return problem('FILE_WITHHELD');
  if (role === ROLE.client && reportStatus === 90) return problem('REPORT_IS_VOID');
  if (role === ROLE.client && !isPublished(reportStatus)) return problem('REPORT_NOT_PUBLISHED', { reportStatus });
  return file === null ? problem('REPORT_HAS_NO_FILE') : null;
};
