import { isForeignBill } from '#domain/consignment';
import type { RegistrationKind } from '#domain/notifications';
import { sameId } from '#domain/rules';
import {
  announcementEvents,
  consigningUnitEvents,
  consignmentEvents,
  decode,
  documentEvents,
  exportEvents,
  idOfStream,
  notificationEvents,
  outgoingCallEvents,
  reportEvents,
  ROLE,
  testingUnitEvents,
  userEvents,
  verificationEvents,
  webhookEvents,
  type EventCatalogue,
  type DraftSubject,
  type EventOf,
  type NotificationKind,
  type OutgoingCallKind,
  type RecordedEvent,
  type UnitType,
} from '#events';
import type { BuildLedgerPayload } from './jobs/build-ledger.job.js';
import type { CallLabSystemPayload } from './jobs/call-lab-system.job.js';
import type { ClearErasedPayload } from './jobs/clear-erased.job.js';
import type { DeliverNotificationPayload } from './jobs/deliver-notification.job.js';
import type { NameDraftsPayload } from './jobs/name-drafts.job.js';
import type { NotifyUsersPayload } from './jobs/notify-users.job.js';
import type { NotifyWitnessPayload } from './jobs/notify-witness.job.js';
import type { RenderPdfPayload } from './jobs/render-pdf.job.js';
import type { SendCodePayload } from './jobs/send-code.job.js';

export type JobName =
  | 'render-pdf'
  | 'notify-witness'
  | 'send-code'
  | 'build-ledger'
  | 'notify-users'
  | 'deliver-notification'
  | 'clear-erased'
  | 'call-lab-system'
  | 'name-drafts';

/** An event that requests a job, and the events that record the result of the job. */
export type Reaction = {
  on: string;
  job: JobName;
  resultTypes: readonly string[];
  maxAttempts: number;
  /** The id of the stream is the id of a consignment. */
  ofConsignment?: true;
  /** A later request of the same stream replaces an earlier one, which then gets no result. */
  newestOnly?: true;
  /** The subject whose name the event may change. */
  renamedSubject?: DraftSubject;
  /**
   * Old requests are ignored when the log is read from its start: they are from before the platform did this by itself,
   * or from before the jobs were lost.
   */
  ignoredWhenOld?: true;
  /** Whether this event requests the job; absent: every event of the type does. */
  requestsJob?(event: RecordedEvent): boolean;
  payload(event: RecordedEvent): unknown;
};

/** Made of the event and the job, so that an event that is read twice requests one job. */
export const jobIdOf = ({ id }: Pick<RecordedEvent, 'id'>, job: JobName): string => `${id}.${job}`;

/** Declares a reaction on one event of a catalogue; `payload` gets the event as its newest schema reads it. */
const react = <Catalogue extends EventCatalogue, Type extends keyof Catalogue & string, Payload>(
  catalogue: Catalogue,
  reaction: Omit<Reaction, 'on' | 'payload'> & {
    on: Type;
    payload(decoded: Extract<EventOf<Catalogue>, { type: Type }>, event: RecordedEvent): Payload;
  },
): Reaction => ({
  ...reaction,
  payload: (event) => reaction.payload(decode(catalogue, event) as Extract<EventOf<Catalogue>, { type: Type }>, event),
});

/** Notifies users of an event of a consignment (ADR-037). */
const notifyUsers = <Type extends keyof typeof consignmentEvents & string>(
  on: Type,
  kind: NotificationKind,
  options: Pick<Reaction, 'requestsJob'> = {},
): Reaction =>
  react(consignmentEvents, {
    on,
    job: 'notify-users',
    resultTypes: ANNOUNCEMENT_RESULTS,
    maxAttempts: 8,
    ofConsignment: true,
    ignoredWhenOld: true,
    ...options,
    payload: (_, { id, stream, position }): NotifyUsersPayload => ({
      requestId: id,
      occasionId: id,
      kind,
      consignmentId: idOfStream(stream),
      reportId: null,
      position,
    }),
  });

/** Whether one of the unit's own users registered it. */
const isSelfRegistration = ({ stream, metadata }: RecordedEvent): boolean =>
  sameId(metadata.by.unitId, idOfStream(stream));

/**
 * Notifies users of the registration of a unit (ADR-018). The job looks up whether the unit was waiting for approval.
 */
const notifyOfRegistration = (
  on: keyof typeof testingUnitEvents | keyof typeof consigningUnitEvents,
  unitType: UnitType,
  kind: RegistrationKind,
  options: Pick<Reaction, 'requestsJob'> = {},
): Reaction => ({
  on,
  job: 'notify-users',
  resultTypes: ANNOUNCEMENT_RESULTS,
  maxAttempts: 8,
  ignoredWhenOld: true,
  ...options,
  payload: ({ id, stream, position }): NotifyUsersPayload => ({
    requestId: id,
    occasionId: id,
    kind,
    consignmentId: '',
    reportId: null,
    unit: { unitId: idOfStream(stream), unitType },
    position,
  }),
});

/** Updates the names of a unit or project in lists of drafts. The job looks up whether the name has changed. */
const updateDraftNames = (on: string, subject: DraftSubject): Reaction => ({
  on,
  job: 'name-drafts',
  resultTypes: ['DraftsNamed'],
  maxAttempts: 8,
  ignoredWhenOld: true,
  renamedSubject: subject,
  payload: ({ id, stream, revision, position }): NameDraftsPayload => ({
    requestId: id,
    subject,
    subjectId: idOfStream(stream),
    revision,
    position,
  }),
});

/**
 * Calls the system of the laboratory that a consignment was submitted to. Whether it has one is looked up by the job
 * (ADR-038).
 */
const callLabSystem = (
  on: keyof typeof consignmentEvents & string,
  kind: OutgoingCallKind,
  options: Pick<Reaction, 'requestsJob'> = {},
): Reaction =>
  react(consignmentEvents, {
    on,
    job: 'call-lab-system',
    resultTypes: CALL_RESULTS,
    maxAttempts: LAB_ATTEMPTS,
    ofConsignment: true,
    ignoredWhenOld: true,
    ...options,
    payload: (_, { id, stream, revision }): CallLabSystemPayload => ({
      requestId: id,
      callId: id,
      asked: { kind, consignmentId: idOfStream(stream), revision },
    }),
  });

/** The unit whose registration an announcement was of. */
const announcedUnit = ({ testUnitId = '', consignUnitId = '' }: { testUnitId?: string; consignUnitId?: string }) =>
  testUnitId === '' ? { unitId: consignUnitId, unitType: 2 as const } : { unitId: testUnitId, unitType: 1 as const };

const CALL_RESULTS = ['OutgoingCallSucceeded', 'OutgoingCallGivenUp'] as const;
/** About two hours: the waits double up to ten minutes. */
const LAB_ATTEMPTS = 20;

const ANNOUNCEMENT_RESULTS = ['AnnouncementMade', 'AnnouncementFailed'] as const;

/**
 * The jobs that events request. The event that records a result names its request as causationId. Imported events
 * request nothing (ADR-025). Webhooks are not here: each endpoint has a lane that reads the view `unitFeed`
 * (webhooks/delivery-lanes.ts, ADR-040).
 */
export const reactions: readonly Reaction[] = [
  react(documentEvents, {
    on: 'PdfRequested',
    job: 'render-pdf',
    resultTypes: ['PdfGenerated', 'PdfFailed'],
    maxAttempts: 3,
    ofConsignment: true,
    payload: ({ data }, { id, metadata }): RenderPdfPayload => ({
      requestId: id,
      consignmentId: data.consignmentId,
      revision: data.revision,
      requestedAt: metadata.at,
      language: data.language ?? 'zh',
    }),
  }),
  react(consignmentEvents, {
    on: 'WitnessNotified',
    job: 'notify-witness',
    resultTypes: ['MessageSent', 'MessageFailed'],
    maxAttempts: 8,
    ofConsignment: true,
    payload: ({ data }, { id, stream }): NotifyWitnessPayload => ({
      requestId: id,
      consignmentId: idOfStream(stream),
      signatureIds: data.signatureIds,
    }),
  }),
  react(verificationEvents, {
    on: 'VerificationCodeRequested',
    job: 'send-code',
    resultTypes: ['MessageSent', 'MessageFailed'],
    maxAttempts: 4,
    payload: (_, { id, stream }): SendCodePayload => ({ requestId: id, verificationId: idOfStream(stream) }),
  }),
  react(exportEvents, {
    on: 'ExportPageRequested',
    job: 'build-ledger',
    resultTypes: ['ExportBuilt', 'ExportFailed'],
    maxAttempts: 3,
    newestOnly: true,
    payload: (_, { id, stream }): BuildLedgerPayload => ({ requestId: id, exportId: idOfStream(stream) }),
  }),
  react(userEvents, {
    on: 'UserErased',
    job: 'clear-erased',
    resultTypes: ['ErasedPersonCleared', 'ErasedPersonNotCleared'],
    // Each attempt waits longer than the previous one: the rows of many consignments may have to be rebuilt first.
    maxAttempts: 20,
    payload: (_, { id, stream, position }): ClearErasedPayload => ({
      requestId: id,
      userId: idOfStream(stream),
      position,
    }),
  }),
  notifyUsers('ConsignmentCommitted', 'submitted'),
  notifyUsers('AuditRejected', 'rejected'),
  notifyUsers('SampleReturned', 'returned'),
  notifyUsers('SampleConfirmed', 'confirmed'),
  notifyUsers('SampleSaved', 'parametersCompleted', { requestsJob: ({ metadata }) => metadata.by.role === ROLE.lab }),
  react(reportEvents, {
    on: 'ReportPublished',
    job: 'notify-users',
    resultTypes: ANNOUNCEMENT_RESULTS,
    maxAttempts: 8,
    ignoredWhenOld: true,
    payload: ({ data }, { id, stream, position }): NotifyUsersPayload => ({
      requestId: id,
      occasionId: id,
      kind: 'reportReady',
      consignmentId: data.consignmentId,
      reportId: idOfStream(stream),
      position,
    }),
  }),
  notifyOfRegistration('TestingUnitRegistered', 1, 'unitRegistered', { requestsJob: isSelfRegistration }),
  notifyOfRegistration('ConsigningUnitRegistered', 2, 'unitRegistered', { requestsJob: isSelfRegistration }),
  notifyOfRegistration('TestingUnitActivated', 1, 'unitOpened'),
  notifyOfRegistration('ConsigningUnitActivated', 2, 'unitOpened'),
  notifyOfRegistration('TestingUnitDeactivated', 1, 'unitRefused'),
  notifyOfRegistration('ConsigningUnitDeactivated', 2, 'unitRefused'),
  callLabSystem('ConsignmentCommitted', 'message'),
  callLabSystem('BillGenerated', 'bill', {
    requestsJob: (event) => isForeignBill(event.data as { billFile: string }),
  }),
  react(outgoingCallEvents, {
    on: 'OutgoingCallResendRequested',
    job: 'call-lab-system',
    resultTypes: CALL_RESULTS,
    maxAttempts: LAB_ATTEMPTS,
    payload: (_, { id, stream }): CallLabSystemPayload => ({ requestId: id, callId: idOfStream(stream), asked: null }),
  }),
  updateDraftNames('TestingUnitProfileChanged', 'testingUnit'),
  updateDraftNames('ConsigningUnitProfileChanged', 'consigningUnit'),
  updateDraftNames('ProjectChanged', 'project'),
  react(webhookEvents, {
    on: 'WebhookDisabled',
    job: 'notify-users',
    resultTypes: ANNOUNCEMENT_RESULTS,
    maxAttempts: 8,
    ignoredWhenOld: true,
    payload: (_, { id, stream, position }): NotifyUsersPayload => ({
      requestId: id,
      occasionId: id,
      kind: 'endpointDisabled',
      consignmentId: '',
      reportId: null,
      webhookId: idOfStream(stream),
      position,
    }),
  }),
  react(announcementEvents, {
    on: 'AnnouncementRepeated',
    job: 'notify-users',
    resultTypes: ANNOUNCEMENT_RESULTS,
    maxAttempts: 8,
    payload: ({ data }, { id, stream, position }): NotifyUsersPayload => ({
      requestId: id,
      occasionId: idOfStream(stream),
      kind: data.kind,
      consignmentId: data.consignmentId,
      reportId: data.reportId,
      ...(data.consignmentId === '' ? { unit: announcedUnit(data) } : {}),
      position,
    }),
  }),
  react(notificationEvents, {
    on: 'NotificationDeliveryRequested',
    job: 'deliver-notification',
    resultTypes: ['MessageSent', 'MessageFailed'],
    maxAttempts: 8,
    payload: ({ data }, { id, stream }): DeliverNotificationPayload => ({
      requestId: id,
      notificationId: idOfStream(stream),
      channel: data.channel,
    }),
  }),
];
