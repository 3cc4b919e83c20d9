import {
  accessKeyEvents,
  allEvents,
  announcementEvents,
  catalogueEvents,
  consigningUnitEvents,
  consignmentEvents,
  documentEvents,
  draftNameEvents,
  type EventCatalogue,
  exportEvents,
  idOfStream,
  inboxEvents,
  instructionEvents,
  jobOperationEvents,
  labSystemEvents,
  messageEvents,
  networkCodesEvents,
  noticeEvents,
  notificationEvents,
  numberingEvents,
  outgoingCallEvents,
  personalReadEvents,
  type Position,
  projectEvents,
  type RecordedEvent,
  quotaEvents,
  referenceEvents,
  reportApplicationEvents,
  reportConfigEvents,
  reportEvents,
  reservationEvents,
  richTextImageEvents,
  roleEvents,
  rowOperationEvents,
  sampleTreeEvents,
  settingsEvents,
  signInEvents,
  specificationRuleEvents,
  tenantEvents,
  testingUnitEvents,
  unitManagerEvents,
  unitPackEvents,
  unitSampleEvents,
  userEvents,
  verificationEvents,
  type Via,
  viewOperationEvents,
  wantedParameterEvents,
  webhookEvents,
} from '#events';
import type { Projection } from '../event-sourcing/projection.js';

/** One event of any stream in the log of all events: author, time, type and request, without contents. */
export type EventLogRow = {
  id: string;
  position: Position;
  stream: string;
  revision: number;
  type: string;
  userId: string;
  role: string;
  unitId: string | null;
  via?: Via;
  at: string;
  commandId: string;
  correlationId: string;
  causationId: string | null;
};

/** Category of a stream: the part of its name before the first "-". */
export const categoryOfStream = (stream: string): string => stream.slice(0, Math.max(0, stream.indexOf('-')));

/** Categories of streams that are named after their consignment. */
export const CONSIGNMENT_STREAMS = ['consignment', 'document', 'reportApplication'] as const;

/** Id of the consignment that a stream is named after; null for every other stream. */
export const consignmentOfStream = (stream: string): string | null =>
  CONSIGNMENT_STREAMS.some((category) => category === categoryOfStream(stream)) ? idOfStream(stream) : null;

/** The row of one event. The view and direct reads of the log give the same row. */
export const eventLogRow = ({
  id,
  position,
  stream,
  revision,
  type,
  metadata: { by, at, commandId, correlationId, causationId },
}: RecordedEvent): EventLogRow => ({
  id,
  position,
  stream,
  revision,
  type,
  userId: by.userId,
  role: by.role,
  unitId: by.unitId,
  ...(by.via && { via: by.via }),
  at,
  commandId,
  correlationId,
  causationId,
});

/**
 * Index of all events by stream, type, author, time and request. It holds no contents. They are read from the stream,
 * so that personal data is not stored twice.
 */
export const eventLog: Projection<EventLogRow> = {
  name: 'eventLog',
  version: 2,
  types: Object.keys(allEvents),
  idsOf: (event) => [event.id],
  project: (_row, event) => eventLogRow(event),
  view: {
    columns: {
      position: { type: 'text', of: (row) => row.position },
      stream: { type: 'text', of: (row) => row.stream },
      category: { type: 'text', of: (row) => categoryOfStream(row.stream) },
      type: { type: 'text', of: (row) => row.type },
      userId: { type: 'text', of: (row) => row.userId },
      unitId: { type: 'text', of: (row) => row.unitId },
      at: { type: 'text', of: (row) => row.at },
      correlationId: { type: 'text', of: (row) => row.correlationId },
      commandId: { type: 'text', of: (row) => row.commandId },
    },
    search: null,
    /**
     * Each index costs about 0.1 kB per event. A category is queried by its event types. A command id is rarely
     * queried, so the query scans all rows.
     */
    indexes: [
      ['position'],
      ['stream', 'position'],
      ['type', 'position'],
      ['userId', 'position'],
      ['correlationId', 'position'],
      ['at'],
    ],
  },
};

/** Stream categories with their event types, in the order in which the console offers them. */
const EVENTS_OF = {
  consignment: consignmentEvents,
  document: documentEvents,
  draftNames: draftNameEvents,
  message: messageEvents,
  notification: notificationEvents,
  announcement: announcementEvents,
  inbox: inboxEvents,
  export: exportEvents,
  report: reportEvents,
  reportApplication: reportApplicationEvents,
  numbering: numberingEvents,
  user: userEvents,
  unitManagers: unitManagerEvents,
  role: roleEvents,
  notice: noticeEvents,
  verification: verificationEvents,
  signIn: signInEvents,
  networkCodes: networkCodesEvents,
  tenant: tenantEvents,
  labSystem: labSystemEvents,
  accessKey: accessKeyEvents,
  webhook: webhookEvents,
  quota: quotaEvents,
  outgoingCall: outgoingCallEvents,
  testingUnit: testingUnitEvents,
  consigningUnit: consigningUnitEvents,
  settings: settingsEvents,
  reportConfig: reportConfigEvents,
  project: projectEvents,
  instruction: instructionEvents,
  personalRead: personalReadEvents,
  richTextImage: richTextImageEvents,
  catalogueCategory: catalogueEvents,
  catalogueSample: catalogueEvents,
  catalogueStandard: catalogueEvents,
  cataloguePack: catalogueEvents,
  sampleTree: sampleTreeEvents,
  unitSample: unitSampleEvents,
  unitPack: unitPackEvents,
  specificationRule: specificationRuleEvents,
  wantedParameter: wantedParameterEvents,
  reference: referenceEvents,
  reserved: reservationEvents,
  operations: { ...viewOperationEvents, ...rowOperationEvents, ...jobOperationEvents },
} satisfies Record<string, EventCatalogue>;

export type StreamCategory = keyof typeof EVENTS_OF;
export const STREAM_CATEGORIES = Object.keys(EVENTS_OF) as StreamCategory[];

/** Event types that streams of a category can contain; empty for an unknown category. */
export const typesOfCategory = (category: string): string[] =>
  Object.keys(STREAM_CATEGORIES.some((each) => each === category) ? EVENTS_OF[category as StreamCategory] : {});
