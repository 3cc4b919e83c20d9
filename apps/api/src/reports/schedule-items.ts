import type { ReportScheduleItem, ScheduledReport } from '#contract';
import { load } from '#domain/event-sourcing';
import { reference, statusNamesOf } from '#domain/reference';
import {
  sampleNamesOf,
  downloadProblem,
  isHiddenFromClient,
  overallStatus,
  reportProgress,
  reportStatusName,
  reportProgressText,
  type ConsignmentProgressRow,
  type ReportRow,
  type ScheduleStatus,
} from '#domain/report';
import type { Language } from '#domain/text';
import type { ConsignStatus, EventStore } from '#events';
import type { Caller } from '../auth/caller.js';
import { isClientView } from './find-report.js';

type ScheduleContext = {
  role: string;
  isClient: boolean;
  language: Language;
  consignStatusName(status: ConsignStatus): string;
  reportStatusName(status: ScheduleStatus): string;
};

/** A report for this caller. A client sees the progress of an unpublished report, but not its file. */
const scheduledReport = (row: ReportRow, { role, reportStatusName }: ScheduleContext): ScheduledReport => ({
  reportId: row.id,
  revision: row.revision,
  reportNumber: row.reportNumber,
  reportStatus: row.reportStatus,
  reportStatusStr: reportStatusName(row.reportStatus),
  mailNumber: row.mailNumber,
  testContent: sampleNamesOf(row.samples),
  file: row.file && downloadProblem(row, role) === null ? { name: row.file.name, size: row.file.size } : null,
  publishedAt: row.publishedAt,
  withdrawnBecause: row.withdrawnBecause,
});

/** Distinct non-empty values in their order. */
const joinDistinct = (values: readonly string[]): string => [...new Set(values.filter(Boolean))].join('、');

/** One consignment with all its reports. */
export const consignmentItem = (row: ConsignmentProgressRow, context: ScheduleContext): ReportScheduleItem => {
  const reports = row.reports.filter((report) => !context.isClient || !isHiddenFromClient(report));
  const reportStatus = overallStatus(reports);
  return {
    testUnitId: row.testUnitId ?? '',
    testUnitName: row.testUnitName,
    mailNumber: joinDistinct(reports.map(({ mailNumber }) => mailNumber)),
    consignCode: row.consignCode,
    preStatus: context.consignStatusName(row.consignStatus),
    consignUnitName: row.consignUnitName,
    projectName: row.projectName,
    testContent: sampleNamesOf(row.samples),
    acceptTime: row.acceptedAt,
    reportSchedule: reportProgressText(reports, context.language),
    isSelected: false,
    consignFormaNumber: row.consignFormaNumber,
    consignId: row.id,
    consignType: row.consignType,
    reportId: null,
    reportNumber: joinDistinct(reports.map(({ reportNumber }) => reportNumber)),
    reportStatus,
    reportStatusStr: context.reportStatusName(reportStatus),
    progress: reportProgress(reports),
    reports: reports.map((report) => scheduledReport(report, context)),
    applications: row.applications.map(({ at, ...application }) => ({ ...application, appliedAt: at })),
  };
};

/** One report, with current data of its consignment. */
export const reportItem = (
  row: ReportRow,
  consignment: ConsignmentProgressRow | undefined,
  context: ScheduleContext,
): ReportScheduleItem => ({
  testUnitId: row.testUnitId,
  testUnitName: row.testUnitName,
  mailNumber: row.mailNumber,
  consignCode: row.consignCode,
  preStatus: consignment ? context.consignStatusName(consignment.consignStatus) : '',
  consignUnitName: row.consignUnitName,
  projectName: row.projectName,
  testContent: sampleNamesOf(row.samples),
  acceptTime: row.acceptedAt,
  reportSchedule: reportProgressText([row], context.language),
  isSelected: false,
  consignFormaNumber: row.consignFormaNumber,
  consignId: row.consignmentId,
  consignType: row.consignType,
  reportId: row.id,
  reportNumber: row.reportNumber,
  reportStatus: row.reportStatus,
  reportStatusStr: context.reportStatusName(row.reportStatus),
  progress: reportProgress([row]),
  reports: [scheduledReport(row, context)],
  applications: (consignment?.applications ?? [])
    .filter(({ reportId }) => reportId === null || reportId === row.id)
    .map(({ at, ...application }) => ({ ...application, appliedAt: at })),
});

/** The context of items: role and view of the reader, and the names of both kinds of status. */
export const loadScheduleContext = async (
  store: EventStore,
  caller: Caller,
  language: Language,
): Promise<ScheduleContext> => {
  const [consignStatusName, reportStatusName] = await Promise.all([
    statusNamesOf(store, language),
    reportStatusNamesOf(store, language),
  ]);
  return { role: caller.actor.role, isClient: isClientView(caller), language, consignStatusName, reportStatusName };
};

/**
 * Names of report statuses. Chinese names come from the enumeration ReportStatus. The defaults are used for other
 * languages and for missing entries.
 */
export const reportStatusNamesOf = async (
  store: EventStore,
  language: Language,
): Promise<(status: ScheduleStatus) => string> => {
  const enumeration = language === 'zh' ? (await load(store, reference, 'ReportStatus')).state : null;
  const rows = enumeration?.type === 'DictionaryListed' ? enumeration.data.rows : [];
  const namesByStatus = new Map(rows.map(({ typecode, typename }) => [Number(typecode), typename]));
  return (status) => namesByStatus.get(status) ?? reportStatusName(status, language);
};
