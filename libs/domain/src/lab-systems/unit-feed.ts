import {
  consignmentEvents,
  decode,
  idOfStream,
  reportEvents,
  ROLE,
  type ConsignmentEvent,
  type ConsignmentHeader,
  type ConsignStatus,
  type ConsignType,
  type RecordedEvent,
  type ReportEvent,
  type ReportStatus,
  CONSIGN_STATUS,
  REPORT_STATUS,
} from '#events';
import { consignStatusName } from '../consignment/transitions.js';
import type { Projection } from '../event-sourcing/projection.js';
import { reportStatusName } from '../report/report-actions.js';
import { problem, refuseIf } from '../rules/rule-broken.js';

/**
 * Every event type of a unit's feed, and the recorded events it is derived from.
 * libs/contract/src/lab-systems/event-types.ts has the meaning, schema and examples of each type; the compiler checks
 * that it covers this list.
 */
export const FEED_TYPES = {
  'consignment.submitted': ['ConsignmentCommitted'],
  'consignment.audit-passed': ['AuditPassed'],
  'consignment.audit-rejected': ['AuditRejected'],
  'consignment.sample-confirmed': ['SampleConfirmed'],
  'consignment.sample-returned': ['SampleReturned'],
  'consignment.cancelled': ['ConsignmentCancelled'],
  'consignment.reopened': ['ConsignmentReopened'],
  'consignment.deleted': ['ConsignmentDeleted'],
  'consignment.correction-requested': ['LaterStageEntered'],
  'consignment.signature-requested': ['LaterStageEntered'],
  'consignment.stage-withdrawn': ['LaterStageEntered'],
  'consignment.signed': ['ConsignmentSigned'],
  'consignment.actual-fee-set': ['ActualFeeSet'],
  'consignment.bill-available': ['BillGenerated'],
  'consignment.mail-number-set': ['MailNumberSet'],
  'consignment.parameters-completed': ['SampleSaved'],
  'report.registered': ['ReportRegistered'],
  'report.status-changed': ['ReportStatusChanged', 'ReportPickedUp'],
  'report.published': ['ReportPublished'],
  'report.voided': ['ReportWithdrawn'],
  'report.mailed': ['ReportMailNumberSet'],
} as const satisfies Record<string, readonly string[]>;
export type FeedType = keyof typeof FEED_TYPES;

/**
 * Version of the data of every type. A change that is not additive needs a new version, published beside the old one.
 */
export const FEED_VERSION = 1;
/** The type name in events, e.g. `consignment.audit-passed.v1`. */
export const versionedName = (type: FeedType): string => `${type}.v${FEED_VERSION}`;

const ALL_TYPES = Object.keys(FEED_TYPES) as FeedType[];

/**
 * The types whose versioned name starts with one of these prefixes; all types if there are no prefixes.
 * @throws RuleBroken FEED_TYPE_UNKNOWN
 */
export const feedTypesFor = (prefixes: readonly string[]): FeedType[] => {
  requireFeedTypes(prefixes);
  if (prefixes.length === 0) return ALL_TYPES;
  return ALL_TYPES.filter((type) => prefixes.some((prefix) => hasPrefix(type, prefix)));
};

/** @throws RuleBroken FEED_TYPE_UNKNOWN for a prefix that matches no type */
export const requireFeedTypes = (prefixes: readonly string[]): void => {
  const unknownPrefixes = prefixes.filter((prefix) => !ALL_TYPES.some((type) => hasPrefix(type, prefix)));
  refuseIf(unknownPrefixes.map((prefix) => problem('FEED_TYPE_UNKNOWN', { prefix }, 'types')));
};

const hasPrefix = (type: FeedType, prefix: string): boolean => versionedName(type).startsWith(prefix);

/** The status before and after an event. `name` is the Chinese name of `to`; `from` is null for the first event. */
export type StatusChange = { from: number | null; to: number; name: string };

/**
 * The data of a feed event: the state after it. It has no names, phone numbers or certificate numbers of persons,
 * because receivers copy the feed. Members of other types are absent.
 */
export type FeedFacts = {
  consignmentId: string;
  consignCode: string;
  consignType: ConsignType;
  status: StatusChange;
  testUnitId: string;
  consignUnitId: string;
  projectName: string;
  sampleCount: number;
  remark?: string;
  /** Yuan, exact decimal. */
  actFee?: string;
  mailNumber?: string;
  reportId?: string;
  reportNumber?: string;
};

/**
 * A stored event of the feed. `position` is its position in the log, `revision` its revision in the stream; `at` is
 * UTC.
 */
export type FeedEntry = {
  eventId: string;
  type: FeedType;
  position: string;
  revision: number;
  at: string;
  correlationId: string;
  causationId: string | null;
  facts: FeedFacts;
};

/** One event of the feed; queried by unit and position. */
export type FeedEventRow = FeedEntry & { kind: 'event'; id: string };
/** All feed events of a consignment or report so far, and the state needed to derive the next one. */
export type FeedSubjectRow = {
  kind: 'subject';
  id: string;
  revision: number;
  subject: Consignment | Report | null;
  entries: FeedEntry[];
};
export type UnitFeedRow = FeedEventRow | FeedSubjectRow;

type Consignment = {
  consignType: ConsignType;
  consignUnitId: string;
  consignStatus: ConsignStatus;
  sampleIds: string[];
  /** The current form data. It takes effect at the next submission. */
  drafted: { testUnitId: string; projectName: string };
  /** Null before the first submission: until then only the consigning unit can see the consignment. */
  submitted: { consignCode: string; testUnitId: string; projectName: string } | null;
};
type Report = Pick<FeedFacts, 'consignmentId' | 'consignCode' | 'consignType' | 'testUnitId' | 'consignUnitId'> & {
  projectName: string;
  sampleCount: number;
  reportNumber: string;
  reportStatus: ReportStatus;
  wasPublished: boolean;
};

const REPORT_STREAM = 'report-';

/**
 * The event feed of units. Rows of kind `event` are what units read, queried by unit and position. They are created
 * when the event happens, so that reading a page does not scan the log (002 ILIS, EM-010). Rows of kind `subject` hold
 * the state of each consignment and report.
 */
export const unitFeed: Projection<UnitFeedRow> = {
  name: 'unitFeed',
  version: 1,
  types: [
    'ConsignmentCreated',
    'ConsignmentCopied',
    'ConsignmentSaved',
    'TestingUnitChanged',
    'SampleAdded',
    'SampleRemoved',
    ...new Set(Object.values(FEED_TYPES).flat()),
  ],
  idsOf: ({ stream }) => [stream],

  project(row, event, id) {
    const subjectRow = row?.kind === 'subject' ? row : null;
    if (subjectRow && event.revision <= subjectRow.revision) return subjectRow; // redelivery
    const [subject, reportFacts] = id.startsWith(REPORT_STREAM)
      ? afterReportEvent(subjectRow?.subject as Report | null | undefined, event)
      : afterConsignmentEvent(subjectRow?.subject as Consignment | null | undefined, event);
    const entries = subjectRow?.entries ?? [];
    return {
      kind: 'subject',
      id,
      revision: event.revision,
      subject,
      entries: reportFacts ? [...entries, entryOf(event, reportFacts)] : entries,
    };
  },

  addedRows(row, event) {
    const entries = row.kind === 'subject' ? row.entries.filter(({ revision }) => revision === event.revision) : [];
    return entries.map((entry): FeedEventRow => ({ kind: 'event', id: `event/${entry.position}`, ...entry }));
  },

  view: {
    columns: {
      testUnitId: { type: 'text', of: (row) => (row.kind === 'event' ? row.facts.testUnitId : null) },
      consignUnitId: { type: 'text', of: (row) => (row.kind === 'event' ? row.facts.consignUnitId : null) },
      position: { type: 'text', of: (row) => (row.kind === 'event' ? row.position : null) },
      at: { type: 'text', of: (row) => (row.kind === 'event' ? row.at : null) },
      type: { type: 'text', of: (row) => (row.kind === 'event' ? row.type : null) },
      subject: {
        type: 'text',
        of: (row) => (row.kind === 'event' ? row.facts.consignmentId : null),
      },
    },
    search: null,
    indexes: [['position'], ['testUnitId', 'position'], ['consignUnitId', 'position'], ['subject', 'position']],
  },
};

type FeedContent = { type: FeedType; facts: FeedFacts };

const entryOf = ({ id, position, revision, metadata }: RecordedEvent, { type, facts }: FeedContent): FeedEntry => ({
  eventId: id,
  type,
  position,
  revision,
  at: metadata.at,
  correlationId: metadata.correlationId,
  causationId: metadata.causationId,
  facts,
});

const afterConsignmentEvent = (
  before: Consignment | null | undefined,
  stored: RecordedEvent,
): [Consignment | null, FeedContent | null] => {
  const event = decode(consignmentEvents, stored);
  const after = nextConsignment(before ?? null, event);
  if (!after?.submitted) return [after, null];
  const type = typeOfConsignmentEvent(event, stored);
  if (!type) return [after, null];
  const { submitted, consignType, consignUnitId, consignStatus, sampleIds } = after;
  const facts: FeedFacts = {
    consignmentId: idOfStream(stored.stream),
    consignCode: submitted.consignCode,
    consignType,
    status: { from: before?.consignStatus ?? null, to: consignStatus, name: consignStatusName(consignStatus) },
    testUnitId: submitted.testUnitId,
    consignUnitId,
    projectName: submitted.projectName,
    sampleCount: sampleIds.length,
    ...factsOfEvent(event),
  };
  return [after, { type, facts }];
};

const draftFactsOf = ({ testUnitId, projectName }: ConsignmentHeader) => ({
  testUnitId: testUnitId ?? '',
  projectName,
});

const nextConsignment = (state: Consignment | null, event: ConsignmentEvent): Consignment | null => {
  if (event.type === 'ConsignmentCreated' || event.type === 'ConsignmentCopied') {
    const { consignType, consignUnitId, toStatus, header } = event.data;
    return {
      consignType,
      consignUnitId,
      consignStatus: toStatus,
      sampleIds: [],
      drafted: draftFactsOf(header),
      submitted: null,
    };
  }
  if (!state) return null;
  const consignStatus = 'toStatus' in event.data ? event.data.toStatus : state.consignStatus;
  switch (event.type) {
    case 'ConsignmentSaved':
      return { ...state, consignStatus, drafted: draftFactsOf(event.data.header) };
    case 'TestingUnitChanged':
      return { ...state, sampleIds: [], drafted: draftFactsOf(event.data.header) };
    case 'SampleAdded':
      return { ...state, sampleIds: [...state.sampleIds, event.data.sample.id] };
    case 'SampleRemoved':
      return { ...state, sampleIds: state.sampleIds.filter((id) => !event.data.sampleIds.includes(id)) };
    case 'ConsignmentCommitted': {
      const { consignCode, named } = event.data;
      const { testUnitId, projectName } = state.drafted;
      return {
        ...state,
        consignStatus,
        submitted: { consignCode, testUnitId, projectName: named?.projectName ?? projectName },
      };
    }
    default:
      return { ...state, consignStatus };
  }
};

const typeOfConsignmentEvent = (event: ConsignmentEvent, { metadata }: RecordedEvent): FeedType | null => {
  switch (event.type) {
    case 'ConsignmentCommitted':
      return 'consignment.submitted';
    case 'AuditPassed':
      return 'consignment.audit-passed';
    case 'AuditRejected':
      return 'consignment.audit-rejected';
    case 'SampleConfirmed':
      return 'consignment.sample-confirmed';
    case 'SampleReturned':
      return 'consignment.sample-returned';
    case 'ConsignmentCancelled':
      return 'consignment.cancelled';
    case 'ConsignmentReopened':
      return 'consignment.reopened';
    case 'ConsignmentDeleted':
      return 'consignment.deleted';
    case 'LaterStageEntered':
      return typeOfStage(event.data.toStatus);
    case 'ConsignmentSigned':
      return 'consignment.signed';
    case 'ActualFeeSet':
      return 'consignment.actual-fee-set';
    case 'BillGenerated':
      return 'consignment.bill-available';
    case 'MailNumberSet':
      return 'consignment.mail-number-set';
    case 'SampleSaved':
      return metadata.by.role === ROLE.lab ? 'consignment.parameters-completed' : null;
    default:
      return null;
  }
};

const typeOfStage = (toStatus: ConsignStatus): FeedType => {
  if (toStatus === CONSIGN_STATUS.awaitingCorrection) return 'consignment.correction-requested';
  return toStatus === CONSIGN_STATUS.awaitingSignature
    ? 'consignment.signature-requested'
    : 'consignment.stage-withdrawn';
};

/** Members taken from the event itself, in addition to the state after it. */
const factsOfEvent = (event: ConsignmentEvent): Partial<FeedFacts> => {
  switch (event.type) {
    case 'AuditPassed':
    case 'AuditRejected':
    case 'SampleConfirmed':
    case 'SampleReturned':
      return { remark: event.data.remark };
    case 'ConsignmentCommitted':
    case 'ConsignmentCancelled':
    case 'ConsignmentDeleted':
      return { remark: event.data.description };
    case 'LaterStageEntered':
      return {
        remark: event.data.description,
        ...(event.data.actFee === null ? {} : { actFee: event.data.actFee }),
      };
    case 'ActualFeeSet':
      return { actFee: event.data.actFee };
    case 'MailNumberSet':
      return { mailNumber: event.data.mailOrderNumber };
    default:
      return {};
  }
};

const afterReportEvent = (
  before: Report | null | undefined,
  stored: RecordedEvent,
): [Report | null, FeedContent | null] => {
  const event = decode(reportEvents, stored);
  const after = nextReport(before ?? null, event);
  const type = typeOfReportEvent(event);
  if (!after || !type) return [after, null];
  const { reportNumber, reportStatus, wasPublished, ...facts } = after;
  return [
    after,
    {
      type,
      facts: {
        ...facts,
        status: { from: before?.reportStatus ?? null, to: reportStatus, name: reportStatusName(reportStatus) },
        reportId: idOfStream(stored.stream),
        reportNumber,
        ...(event.type === 'ReportMailNumberSet' ? { mailNumber: event.data.mailNumber } : {}),
        // The reason is withheld if the report was never published: only its laboratory has seen such a report.
        ...(event.type === 'ReportWithdrawn' && wasPublished ? { remark: event.data.reason } : {}),
      },
    },
  ];
};

const nextReport = (state: Report | null, event: ReportEvent): Report | null => {
  if (event.type === 'ReportRegistered') {
    const { consignmentId, consignCode, consignType, testUnitId, consignUnitId, projectName } = event.data;
    const { samples, reportNumber, toStatus: reportStatus } = event.data;
    const subject = { consignmentId, consignCode, consignType, testUnitId, consignUnitId, projectName };
    return {
      ...subject,
      sampleCount: samples.length,
      reportNumber,
      reportStatus,
      wasPublished: reportStatus === REPORT_STATUS.published,
    };
  }
  if (!state) return null;
  const reportStatus = 'toStatus' in event.data ? event.data.toStatus : state.reportStatus;
  return { ...state, reportStatus, wasPublished: state.wasPublished || reportStatus === REPORT_STATUS.published };
};

const typeOfReportEvent = (event: ReportEvent): FeedType | null => {
  switch (event.type) {
    case 'ReportRegistered':
      return 'report.registered';
    case 'ReportStatusChanged':
    case 'ReportPickedUp':
      return 'report.status-changed';
    case 'ReportPublished':
      return 'report.published';
    case 'ReportWithdrawn':
      return 'report.voided';
    case 'ReportMailNumberSet':
      return 'report.mailed';
    default:
      return null;
  }
};
