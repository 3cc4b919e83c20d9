import {
  type ConsignType,
  decode,
  idOfStream,
  type Position,
  type RecordedEvent,
  type ReportedSample,
  type ReportEvent,
  reportEvents,
  type ReportFile,
  type ReportStatus,
  REPORT_STATUS,
} from '#events';
import type { Projection } from '../event-sourcing/projection.js';
import type { Language } from '../text/language.js';
import { reportStatusName, type ScheduleStatus } from './report-actions.js';

/** One report in the progress lists. Times are UTC ISO. */
export type ReportRow = {
  id: string;
  revision: number;
  consignmentId: string;
  consignType: ConsignType;
  consignCode: string;
  consignFormaNumber: string;
  consignUnitId: string;
  consignUnitName: string;
  testUnitId: string;
  testUnitName: string;
  projectName: string;
  samples: ReportedSample[];
  /** Time of the receipt of the samples. */
  acceptedAt: string | null;
  reportNumber: string;
  reportStatus: ReportStatus;
  mailNumber: string;
  file: ReportFile | null;
  registeredAt: string;
  /** Log position of its registration. */
  position: Position;
  publishedAt: string | null;
  /** Why it was declared void; empty otherwise. */
  withdrawnBecause: string;
};

/** Names of the samples, each once, joined by 、. */
export const sampleNamesOf = (samples: readonly ReportedSample[]): string =>
  [...new Set(samples.map(({ name }) => name))].join('、');

/**
 * Whether a report was declared void before its publication. Clients never see such a report. Also used for the rows of
 * the progress by consignment.
 */
export const isHiddenFromClient = ({
  reportStatus,
  publishedAt,
}: Pick<ReportRow, 'reportStatus' | 'publishedAt'>): boolean =>
  reportStatus === REPORT_STATUS.void && publishedAt === null;

/** All reports, including void ones. */
export const reportList: Projection<ReportRow> = {
  name: 'reportList',
  version: 9,
  types: Object.keys(reportEvents),
  idsOf: (event) => [idOfStream(event.stream)],

  project(row, event, id) {
    if (row && event.revision <= row.revision) return row; // redelivery
    const next = apply(row, decode(reportEvents, event), event, id);
    return next && { ...next, revision: event.revision };
  },

  view: {
    columns: {
      reportStatus: { type: 'integer', of: (row) => row.reportStatus },
      withheld: { type: 'integer', of: (row) => Number(isHiddenFromClient(row)) },
      consignUnitId: { type: 'text', of: (row) => row.consignUnitId },
      testUnitId: { type: 'text', of: (row) => row.testUnitId },
      consignmentId: { type: 'text', of: (row) => row.consignmentId },
      acceptedAt: { type: 'text', of: (row) => row.acceptedAt },
      registeredAt: { type: 'text', of: (row) => row.registeredAt },
      /** Sort key for newest first. Times are not reliable, because the clock may have been set back. */
      position: { type: 'text', of: (row) => row.position },
    },
    search: (row) =>
      [
        row.reportNumber,
        row.consignCode,
        row.consignFormaNumber,
        row.projectName,
        sampleNamesOf(row.samples),
        row.mailNumber,
        row.consignUnitName,
        row.testUnitName,
      ]
        .filter(Boolean)
        .join('\n'),
    searchFilters: ['testUnitId', 'consignUnitId', 'withheld', 'reportStatus'],
    indexes: [
      // The columns that lists filter by follow, so rows are filtered and counted in the index.
      ['testUnitId', 'position', '_id', 'reportStatus', 'acceptedAt', 'consignmentId'],
      ['consignUnitId', 'withheld', 'position', '_id', 'reportStatus', 'acceptedAt', 'consignmentId'],
      ['position', '_id', 'reportStatus', 'acceptedAt', 'consignmentId'],
      ['acceptedAt', '_id', 'reportStatus', 'consignmentId', 'position'],
      ['consignmentId'],
      // For a range of days of one unit, so that the unit's other rows are not scanned.
      ['testUnitId', 'acceptedAt', '_id', 'reportStatus', 'consignmentId', 'position'],
      ['consignUnitId', 'withheld', 'acceptedAt', '_id', 'reportStatus', 'consignmentId', 'position'],
    ],
    counted: [['reportStatus'], ['testUnitId', 'reportStatus'], ['consignUnitId', 'withheld', 'reportStatus']],
  },
};

const apply = (
  row: ReportRow | null,
  { type, data }: ReportEvent,
  { metadata: { at }, position }: RecordedEvent,
  id: string,
): ReportRow | null => {
  if (type === 'ReportRegistered') {
    const { toStatus, ...facts } = data;
    return {
      id,
      revision: 0,
      ...facts,
      reportStatus: toStatus,
      mailNumber: '',
      file: null,
      registeredAt: at,
      position,
      publishedAt: null,
      withdrawnBecause: '',
    };
  }
  if (!row) return null;
  switch (type) {
    case 'ReportFileUploaded':
      return { ...row, file: data.file };
    case 'ReportStatusChanged':
    case 'ReportPickedUp':
      return { ...row, reportStatus: data.toStatus };
    case 'ReportMailNumberSet':
      return { ...row, reportStatus: data.toStatus, mailNumber: data.mailNumber };
    case 'ReportPublished':
      return { ...row, reportStatus: data.toStatus, publishedAt: at };
    case 'ReportWithdrawn':
      return { ...row, reportStatus: data.toStatus, withdrawnBecause: data.reason };
  }
};

type ReportWithStatus = { reportStatus: ReportStatus };

/**
 * Share of the work done at each status, in percent. It is 100 from publication, because the client then has the
 * report.
 */
const PROGRESS_OF_STATUS: Readonly<Record<ReportStatus, number>> = {
  10: 25,
  20: 50,
  30: 75,
  40: 100,
  50: 100,
  60: 100,
  90: 0,
};

/** Void reports do not count. */
const excludeVoid = <Report extends ReportWithStatus>(reports: readonly Report[]): Report[] =>
  reports.filter(({ reportStatus }) => reportStatus !== REPORT_STATUS.void);

/** The lowest status of the valid reports; 0 if there is none. */
export const overallStatus = (reports: readonly ReportWithStatus[]): ScheduleStatus =>
  excludeVoid(reports).reduce<ScheduleStatus>(
    (lowest, { reportStatus }) => (lowest === 0 || reportStatus < lowest ? reportStatus : lowest),
    0,
  );

/** Whole percent over all valid reports. */
export const reportProgress = (reports: readonly ReportWithStatus[]): number => {
  const validReports = excludeVoid(reports);
  return validReports.length === 0
    ? 0
    : Math.round(
        validReports.reduce((sum, { reportStatus }) => sum + PROGRESS_OF_STATUS[reportStatus], 0) / validReports.length,
      );
};

/** reportSchedule: text of the progress, e.g. "编制中 50%", or "已发布 2、检测中 1" for several reports. */
export const reportProgressText = (reports: readonly ReportWithStatus[], language: Language = 'zh'): string => {
  const validReports = excludeVoid(reports);
  const [first] = validReports;
  if (!first) return reportStatusName(reports.length > 0 ? 90 : 0, language);
  if (validReports.length === 1) {
    const name = reportStatusName(first.reportStatus, language);
    const percent = reportProgress(reports);
    return percent === 100 ? name : `${name} ${percent}%`;
  }
  const statuses = [...new Set(validReports.map(({ reportStatus }) => reportStatus))].toSorted(
    (left, right) => right - left,
  );
  const parts = statuses.map(
    (status) =>
      `${reportStatusName(status, language)} ${validReports.filter(({ reportStatus }) => reportStatus === status).length}`,
  );
  return parts.join(language === 'zh' ? '、' : ', ');
};
