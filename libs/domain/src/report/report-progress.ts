import type { ReportStatus } from '#events';
import type { Language } from '../rules/language.js';
import { reportStatusName, type ScheduleStatus } from './report-names.js';

type Standing = { reportStatus: ReportStatus };

/** How much of the work is done in a status, in percent: the client has what it needs once the report is published. */
const done: Readonly<Record<ReportStatus, number>> = { 10: 25, 20: 50, 30: 75, 40: 100, 50: 100, 60: 100, 90: 0 };

/** Void reports count for nothing. */
const valid = <Report extends Standing>(reports: readonly Report[]): Report[] =>
  reports.filter(({ reportStatus }) => reportStatus !== 90);

/** A consignment is as far as the report that lags most behind; 0 while it has none that is valid. */
export const overallStatus = (reports: readonly Standing[]): ScheduleStatus =>
  valid(reports).reduce<ScheduleStatus>(
    (least, { reportStatus }) => (least === 0 || reportStatus < least ? reportStatus : least),
    0,
  );

/** Whole percent over all valid reports. */
export const reportProgress = (reports: readonly Standing[]): number => {
  const counted = valid(reports);
  return counted.length === 0
    ? 0
    : Math.round(counted.reduce((sum, { reportStatus }) => sum + done[reportStatus], 0) / counted.length);
};

/** reportSchedule: how far the reports are, e.g. "编制中 50%", or of several "已发布 2、检测中 1". */
export const scheduleInWords = (reports: readonly Standing[], language: Language = 'zh'): string => {
  const counted = valid(reports);
  const [first] = counted;
  if (!first) return reportStatusName(reports.length > 0 ? 90 : 0, language);
  if (counted.length === 1)
    return `${reportStatusName(first.reportStatus, language)}${reportProgress(reports) === 100 ? '' : ` ${reportProgress(reports)}%`}`;
  const statuses = [...new Set(counted.map(({ reportStatus }) => reportStatus))].toSorted((one, other) => other - one);
  const parts = statuses.map(
    (status) =>
      `${reportStatusName(status, language)} ${counted.filter(({ reportStatus }) => reportStatus === status).length}`,
  );
  return parts.join(language === 'zh' ? '、' : ', ');
};
