import { getReportFile, type ReportScheduleItem, type ScheduledReport, type UserInfo } from '#contract';
import { downloadProblem, nextReportStatuses, type ReportActionName, reportProblem } from '#domain/report';
import { messageOfProblem } from '#domain/rules';
import { REPORT_STATUS, ROLE } from '#events';
import { language } from '../../i18n/language.js';
import { textOf } from '../../i18n/texts.js';
import { reportFailure } from '../../lib/failures.js';
import { callOperation } from '../../lib/http.js';
import { downloadFile } from '../../lib/save-as-file.js';
import { isClient, isTestingUnit, canSeePersons } from '../../lib/session.js';
import { type ReportTextKey, texts } from './texts.js';

export type ReportMenuActionName = ReportActionName | 'reports' | 'download' | 'register' | 'applyFor';

/** One action of a row; `reason` says why it is not allowed now. */
export type ReportMenuAction = {
  name: ReportMenuActionName;
  text: ReportTextKey;
  short: ReportTextKey;
  reason: string | null;
  danger?: boolean;
  afterLine?: boolean;
};

type User = Pick<UserInfo, 'roles'>;

/** A report that this user may download now. */
export const downloadable = (item: ReportScheduleItem): ScheduledReport[] =>
  item.reports.filter(({ file }) => file !== null);

/** Why the laboratory may not do something with a report now, in the words of the rule; null: it may. */
export const reportDisabledReason = (action: ReportActionName, report: ScheduledReport): string | null => {
  const problem = reportProblem(action, report);
  if (problem) return messageOfProblem(problem, language());
  return action === 'changeStatus' && nextReportStatuses(report.reportStatus).length === 0
    ? textOf(texts, 'noCommonStatus')
    : null;
};

/** The role in which a user reads the files of reports, for the rule that says why one is unavailable. */
export const fileReaderRole = (user: User): string =>
  isClient(user) ? ROLE.client : canSeePersons(user) ? ROLE.lab : ROLE.auditor;

const reasonAgainstDownload = (item: ReportScheduleItem, user: User): string | null => {
  if (downloadable(item).length > 0) return null;
  const unavailableReport =
    item.reports.find(({ reportStatus }) => reportStatus !== REPORT_STATUS.void) ?? item.reports[0];
  if (!unavailableReport) return textOf(texts, 'noReports');
  const problem = downloadProblem(unavailableReport, fileReaderRole(user));
  return problem && messageOfProblem(problem, language());
};

/** All actions of a row, in the order of the menu: those that are not allowed stay, with their reason. */
export const reportActions = (item: ReportScheduleItem, user: User): ReportMenuAction[] => {
  const download: ReportMenuAction = {
    name: 'download',
    text: 'download',
    short: 'downloadShort',
    reason: reasonAgainstDownload(item, user),
  };
  const applyFor: ReportMenuAction[] = isClient(user)
    ? [{ name: 'applyFor', text: 'applyFor', short: 'applyFor', reason: null }]
    : [];
  const details: ReportMenuAction = {
    name: 'reports',
    text: 'reports',
    short: 'reports',
    reason: item.reports.length + item.applications.length > 0 ? null : textOf(texts, 'noReports'),
  };
  const [report] = item.reports;
  if (item.reportId === null || !report)
    return [
      details,
      ...(isTestingUnit(user)
        ? [{ name: 'register', text: 'register', short: 'register', reason: null } as const]
        : []),
      download,
      ...applyFor,
    ];
  if (!isTestingUnit(user)) return [download, details, ...applyFor];
  const reasonAgainst = (action: ReportActionName) => reportDisabledReason(action, report);
  return [
    {
      name: 'upload',
      text: report.file ? 'uploadAgain' : 'upload',
      short: report.file ? 'uploadAgain' : 'upload',
      reason: reasonAgainst('upload'),
    },
    { name: 'publish', text: 'publish', short: 'publishShort', reason: reasonAgainst('publish') },
    { name: 'changeStatus', text: 'changeStatus', short: 'changeStatus', reason: reasonAgainst('changeStatus') },
    { name: 'setMailNumber', text: 'setMailNumber', short: 'mailShort', reason: reasonAgainst('setMailNumber') },
    { name: 'pickUp', text: 'pickUp', short: 'pickUp', reason: reasonAgainst('pickUp') },
    download,
    details,
    {
      name: 'withdraw',
      text: 'withdraw',
      short: 'withdraw',
      reason: reasonAgainst('withdraw'),
      danger: true,
      afterLine: true,
    },
  ];
};

/** The main action of the row; `isTurn`: it is this user's work, and blue. */
export const mainAction = (item: ReportScheduleItem, user: User): { action: ReportMenuAction; isTurn: boolean } => {
  const actions = reportActions(item, user);
  const mainActionName = mainName(item, user);
  const action = actions.find(({ name }) => name === mainActionName) ?? actions[0];
  if (!action) throw new Error('a row has always something to look at');
  return { action, isTurn: action.reason === null && ['register', 'upload', 'publish'].includes(action.name) };
};

const mainName = (item: ReportScheduleItem, user: User): ReportMenuActionName => {
  const [report] = item.reports;
  if (isTestingUnit(user)) {
    if (item.reportId === null)
      return item.reports.some(({ reportStatus }) => reportStatus !== REPORT_STATUS.void) ? 'reports' : 'register';
    if (!report || report.reportStatus >= REPORT_STATUS.mailed) return 'download';
    if (report.reportStatus === REPORT_STATUS.published) return 'setMailNumber';
    return report.file ? 'publish' : 'upload';
  }
  if (downloadable(item).length > 0) return 'download';
  return item.reports.length > 0 ? 'reports' : isClient(user) ? 'applyFor' : 'reports';
};

/** Saves reports one after the other, each through its own ticket. A failure alerts and stops. */
export const downloadReports = async (reports: readonly ScheduledReport[]): Promise<void> => {
  try {
    for (const { reportId } of reports) {
      const { url, name } = await callOperation(getReportFile, { query: { id: reportId } });
      downloadFile(url, name);
    }
  } catch (error) {
    reportFailure(error);
  }
};
