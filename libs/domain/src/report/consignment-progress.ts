import {
  type ConsignmentEvent,
  consignmentEvents,
  type ConsignmentHeader,
  type ConsignStatus,
  type ConsignType,
  decode,
  type FrozenNames,
  idOfStream,
  type Position,
  type RecordedEvent,
  type ReportApplication,
  reportApplicationEvents,
  type ReportedSample,
  reportEvents,
} from '#events';
import { labConsignmentIdOf } from '../consignment/state.js';
import type { Projection } from '../event-sourcing/projection.js';
import { sampleNamesOf, overallStatus, reportList, type ReportRow } from './report-list.js';
import { isReceived } from './report-actions.js';

/** Report progress of one consignment: its own facts and all its reports, folded from three kinds of streams. */
export type ConsignmentProgressRow = {
  id: string;
  /**
   * Position of the newest event in the row. Revisions cannot be compared, because the events come from several
   * streams.
   */
  position: Position;
  consignCode: string;
  consignFormaNumber: string;
  consignType: ConsignType;
  consignStatus: ConsignStatus;
  consignUnitId: string;
  consignUnitName: string;
  testUnitId: string | null;
  testUnitName: string;
  projectName: string;
  samples: ReportedSample[];
  /** Time of the receipt, UTC ISO; null before it, and again after the next submission. */
  acceptedAt: string | null;
  deleted: boolean;
  reports: ReportRow[];
  applications: (ReportApplication & { at: string })[];
};

const eventsOfReports = { ...reportEvents, ...reportApplicationEvents };
const reportTypes = Object.keys(reportEvents);
const applicationTypes = Object.keys(reportApplicationEvents);
/** Events that change a fact in the row. The other events of a consignment do not matter here. */
const consignmentTypes = [
  'ConsignmentCreated',
  'ConsignmentCopied',
  'ConsignmentSaved',
  'TestingUnitChanged',
  'SampleAdded',
  'SampleSaved',
  'SampleRemoved',
  'ConsignmentCommitted',
  'AuditPassed',
  'AuditRejected',
  'SampleConfirmed',
  'SampleReturned',
  'ConsignmentCancelled',
  'ConsignmentReopened',
  'ConsignmentDeleted',
  'UntouchedDraftDropped',
  'ConsignmentSigned',
  'LabConsignmentIdSet',
  'LaterStageEntered',
] as const satisfies ConsignmentEvent['type'][];

const isOfReport = ({ type }: RecordedEvent): boolean => reportTypes.includes(type) || applicationTypes.includes(type);

/**
 * Visibility of a consignment in the progress lists. Reports of a deleted consignment stay visible to auditors
 * (ADR-027).
 */
export const LIST_VISIBILITY = { notYet: 0, forAll: 1, forAuditors: 2 } as const;

/**
 * A consignment is listed from the receipt of its samples. One that has reports stays listed, even if it is withdrawn.
 */
const visibleFor = ({ consignStatus, acceptedAt, reports, deleted }: ConsignmentProgressRow): number => {
  if (reports.length === 0 && (deleted || acceptedAt === null || !isReceived(consignStatus)))
    return LIST_VISIBILITY.notYet;
  return deleted ? LIST_VISIBILITY.forAuditors : LIST_VISIBILITY.forAll;
};

export const consignmentProgress: Projection<ConsignmentProgressRow> = {
  name: 'consignmentProgress',
  version: 7,
  types: [...consignmentTypes, ...reportTypes, ...applicationTypes],
  idsOf: (event) => [isOfReport(event) ? consignmentOf(event) : idOfStream(event.stream)],

  project(row, event, id) {
    if (row && event.position <= row.position) return row; // redelivery
    const next = isOfReport(event) ? row && withReport(row, event) : withConsignment(row, event, id);
    return next && { ...next, position: event.position };
  },

  view: {
    columns: {
      reportStatus: { type: 'integer', of: (row) => overallStatus(row.reports) },
      consignUnitId: { type: 'text', of: (row) => row.consignUnitId },
      testUnitId: { type: 'text', of: (row) => row.testUnitId },
      acceptedAt: { type: 'text', of: (row) => row.acceptedAt },
      listed: { type: 'integer', of: visibleFor },
    },
    /**
     * Rows that are not listed yet have no search text. The text is the most expensive part of a row to write, and it
     * changes most before the receipt.
     */
    search: (row) => (visibleFor(row) === LIST_VISIBILITY.notYet ? '' : textOf(row)),
    searchFilters: ['testUnitId', 'consignUnitId', 'listed', 'reportStatus'],
    indexes: [
      ['testUnitId', 'listed', 'acceptedAt', '_id', 'reportStatus'],
      ['consignUnitId', 'listed', 'acceptedAt', '_id', 'reportStatus'],
      ['listed', 'acceptedAt', '_id', 'reportStatus'],
      // For auditors, who see more values of `listed`.
      ['acceptedAt', '_id', 'listed', 'reportStatus'],
    ],
    counted: [
      ['listed', 'reportStatus'],
      ['testUnitId', 'listed', 'reportStatus'],
      ['consignUnitId', 'listed', 'reportStatus'],
    ],
  },
};

const textOf = (row: ConsignmentProgressRow): string =>
  [
    row.consignCode,
    row.consignFormaNumber,
    row.projectName,
    sampleNamesOf(row.samples),
    row.consignUnitName,
    row.testUnitName,
    ...row.reports.flatMap(({ reportNumber, mailNumber }) => [reportNumber, mailNumber]),
  ]
    .filter(Boolean)
    .join('\n');

const consignmentOf = (event: RecordedEvent): string => decode(eventsOfReports, event).data.consignmentId;

const withReport = (row: ConsignmentProgressRow, event: RecordedEvent): ConsignmentProgressRow => {
  if (applicationTypes.includes(event.type)) {
    const { consignmentId: _, ...application } = decode(reportApplicationEvents, event).data;
    return { ...row, applications: [...row.applications, { ...application, at: event.metadata.at }] };
  }
  const reportId = idOfStream(event.stream);
  const report = reportList.project(row.reports.find(({ id }) => id === reportId) ?? null, event, reportId);
  return report ? { ...row, reports: upsert(row.reports, report) } : row;
};

const withConsignment = (
  row: ConsignmentProgressRow | null,
  event: RecordedEvent,
  id: string,
): ConsignmentProgressRow | null => {
  const { type, data } = decode(consignmentEvents, event);
  if (type === 'ConsignmentCreated' || type === 'ConsignmentCopied') {
    const { consignType, consignUnitId, consignUnitName } = data;
    const created = {
      id,
      position: '',
      consignCode: '',
      consignFormaNumber: '',
      consignType,
      consignStatus: data.toStatus,
      consignUnitId,
      consignUnitName,
      samples: [],
      acceptedAt: null,
      deleted: false,
      reports: [],
      applications: [],
    };
    return { ...created, ...headerFactsOf(data.header) };
  }
  if (!row) return null;
  const withStatus = 'toStatus' in data ? { ...row, consignStatus: data.toStatus } : row;
  if (type === 'ConsignmentSaved') return { ...withStatus, ...headerFactsOf(data.header) };
  if (type === 'TestingUnitChanged') return { ...withStatus, ...headerFactsOf(data.header), samples: [] };
  if (type === 'SampleAdded' || type === 'SampleSaved')
    return {
      ...withStatus,
      samples: upsert(withStatus.samples, { id: data.sample.id, name: data.sample.testUnitSampleName }),
    };
  if (type === 'SampleRemoved')
    return { ...withStatus, samples: withStatus.samples.filter((sample) => !data.sampleIds.includes(sample.id)) };
  if (type === 'ConsignmentCommitted')
    return {
      ...withStatus,
      ...(data.named ? namesOf(data.named) : {}),
      consignCode: data.consignCode,
      acceptedAt: null,
    };
  if (type === 'AuditPassed' || type === 'LabConsignmentIdSet')
    return { ...withStatus, consignFormaNumber: labConsignmentIdOf(id, data) };
  if (type === 'SampleConfirmed')
    return { ...withStatus, consignFormaNumber: labConsignmentIdOf(id, data), acceptedAt: event.metadata.at };
  return type === 'ConsignmentDeleted' || type === 'UntouchedDraftDropped'
    ? { ...withStatus, deleted: true }
    : withStatus;
};

const headerFactsOf = ({ testUnitId, testUnitName, projectName }: ConsignmentHeader) => ({
  testUnitId,
  testUnitName,
  projectName,
});

const namesOf = ({ consignUnitName, testUnitName, projectName }: FrozenNames) => ({
  consignUnitName,
  testUnitName,
  projectName,
});

const upsert = <Entry extends { id: string }>(entries: Entry[], entry: Entry): Entry[] =>
  entries.some(({ id }) => id === entry.id)
    ? entries.map((each) => (each.id === entry.id ? entry : each))
    : [...entries, entry];
