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

/** One report as the progress lists need it. Times UTC ISO. */
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
  /** When receipt of the samples was confirmed. */
  acceptedAt: string | null;
  reportNumber: string;
  reportStatus: ReportStatus;
  mailNumber: string;
  file: ReportFile | null;
  registeredAt: string;
  /** Where the log has its registration. */
  position: Position;
  publishedAt: string | null;
  /** Why it was declared void; empty while it was not. */
  withdrawnBecause: string;
};

/** Names of the samples, each once, joined by 、. */
export const sampleNamesOf = (samples: readonly ReportedSample[]): string =>
  [...new Set(samples.map(({ name }) => name))].join('、');

/**
 * Declared void before anybody but its laboratory was shown it: no client hears of it. Also for rows of the progress by
 * consignment.
 */
export const isHiddenFromClient = ({
  reportStatus,
  publishedAt,
}: Pick<ReportRow, 'reportStatus' | 'publishedAt'>): boolean =>
  reportStatus === REPORT_STATUS.void && publishedAt === null;

/** Every report there is, void ones too. */
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
      /** Newest first goes by it: the clock may have been put back since. */
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
      // With what the lists filter by behind: rows are tested and counted without being fetched.
      ['testUnitId', 'position', '_id', 'reportStatus', 'acceptedAt', 'consignmentId'],
      ['consignUnitId', 'withheld', 'position', '_id', 'reportStatus', 'acceptedAt', 'consignmentId'],
      ['position', '_id', 'reportStatus', 'acceptedAt', 'consignmentId'],
      ['acceptedAt', '_id', 'reportStatus', 'consignmentId', 'position'],
      ['consignmentId'],
      // Of some days of a unit: counted and sorted without passing all of the unit's.
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

type Standing = { reportStatus: ReportStatus };

/** How much of the work is done in a status, in percent: the client has what it needs once the report is published. */
const done: Readonly<Record<ReportStatus, number>> = { 10: 25, 20: 50, 30: 75, 40: 100, 50: 100, 60: 100, 90: 0 };

/** Void reports count for nothing. */
const valid = <Report extends Standing>(reports: readonly Report[]): Report[] =>
  reports.filter(({ reportStatus }) => reportStatus !== REPORT_STATUS.void);

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
export const reportProgressText = (reports: readonly Standing[], language: Language = 'zh'): string => {
  const counted = valid(reports);
  const [first] = counted;
  if (!first) return reportStatusName(reports.length > 0 ? 90 : 0, language);
  if (counted.length === 1) {
    const name = reportStatusName(first.reportStatus, language);
    const percent = reportProgress(reports);
    return percent === 100 ? name : `${name} ${percent}%`;
  }
  const statuses = [...new Set(counted.map(({ reportStatus }) => reportStatus))].toSorted((one, other) => other - one);
  const parts = statuses.map(
    (status) =>
      `${reportStatusName(status, language)} ${counted.filter(({ reportStatus }) => reportStatus === status).length}`,
  );
  return parts.join(language === 'zh' ? '、' : ', ');
};
