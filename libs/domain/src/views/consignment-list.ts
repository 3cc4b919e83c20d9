import { isSigned } from '../consignment/signing.js';
import {
  type ConsignmentEvent,
  consignmentEvents,
  decode,
  draftNameEvents,
  idOfStream,
  type RecordedEvent,
  type SignatureEntry,
  CONSIGN_STATUS,
} from '#events';
import { labConsignmentIdOf } from '../consignment/state.js';
import type { Projection } from '../event-sourcing/projection.js';
import { foldedForSearch } from '../text/text.js';
import { dayInChina, hoursBetween } from '../time/china.js';
import { type ConsignmentRow, entryOfSample, rowOfHeader, rowOfNames, withCounts } from './consignment-row.js';
import { applyDraftName } from './draft-names.js';

/**
 * Who sees a consignment in lists (ADR-027): nobody while it is untouched or after it is deleted, its author until it
 * is saved, then its unit.
 */
const visibleTo = ({ deleted, everSaved, touched, consignUnitId, creatorUserId }: ConsignmentRow): string | null => {
  if (deleted) return null;
  return everSaved ? consignUnitId : touched ? creatorUserId : null;
};

/**
 * All consignments of the three types in one view. It includes deleted and never saved ones for readers who may see
 * them.
 */
export const consignmentList: Projection<ConsignmentRow> = {
  name: 'consignmentList',
  version: 14,
  types: [...Object.keys(consignmentEvents), ...Object.keys(draftNameEvents)],
  idsOf: (event) =>
    isOfDraftNames(event) ? decode(draftNameEvents, event).data.consignmentIds : [idOfStream(event.stream)],

  project(row, event, id) {
    if (isOfDraftNames(event)) return row && applyDraftName(row, event);
    if (row && event.revision <= row.revision) return row; // redelivery
    const changedRow = apply(row, decode(consignmentEvents, event), event, id);
    if (!changedRow) return null;
    const next = {
      ...changedRow,
      ...(row && event.type !== 'UntouchedDraftDropped' ? { touched: true } : {}),
      ...(NAMING_EVENTS.has(event.type) ? { namedAt: event.position } : {}),
    };
    const statusSince = next.consignStatus === row?.consignStatus ? row.statusSince : event.metadata.at;
    const countsAreCurrent = row && next.samples === row.samples && next.signatures === row.signatures;
    return countsAreCurrent
      ? { ...next, statusSince, revision: event.revision }
      : withCounts({ ...next, statusSince, revision: event.revision });
  },

  view: {
    columns: {
      consignType: { type: 'integer', of: (row) => row.consignType },
      consignStatus: { type: 'integer', of: (row) => row.consignStatus },
      consignUnitId: { type: 'text', of: (row) => row.consignUnitId },
      testUnitId: { type: 'text', of: (row) => row.testUnitId },
      projectId: { type: 'text', of: (row) => row.projectId },
      creatorUserId: { type: 'text', of: (row) => row.creatorUserId },
      /** Folded as searches fold it, because the contact filter matches a part of it. */
      sendPerson: { type: 'text', of: (row) => foldedForSearch(row.sendPerson) },
      consignCode: { type: 'text', of: (row) => row.consignCode },
      commitConsignTime: { type: 'text', of: (row) => row.commitConsignTime },
      creationTime: { type: 'text', of: (row) => row.creationTime },
      /** Orders newest first. Not the time, because a clock can be set back. */
      position: { type: 'text', of: (row) => row.position },
      /** The submission's day in China, yyyy-MM-dd. Volumes are counted by it. */
      commitDay: { type: 'text', of: (row) => row.commitConsignTime && dayInChina(row.commitConsignTime) },
      statusSince: { type: 'text', of: (row) => row.statusSince },
      auditedAt: { type: 'text', of: (row) => row.auditedAt },
      confirmedAt: { type: 'text', of: (row) => row.confirmedAt },
      /** Hours from the submission to the audit result, and from that to the receipt. */
      auditHours: { type: 'real', of: (row) => hoursBetween(row.commitConsignTime, row.auditedAt) },
      receiptHours: { type: 'real', of: (row) => hoursBetween(row.auditedAt, row.confirmedAt) },
      rejections: { type: 'integer', of: (row) => row.rejections },
      listedTo: { type: 'text', of: visibleTo },
      /** The laboratory that sees the consignment in lists, from the first submission until it is deleted. */
      submittedTo: { type: 'text', of: (row) => (row.deleted || !row.commitConsignTime ? null : row.testUnitId) },
      touched: { type: 'integer', of: (row) => Number(row.touched) },
      everSaved: { type: 'integer', of: (row) => Number(row.everSaved) },
      deleted: { type: 'integer', of: (row) => Number(row.deleted) },
    },
    /**
     * Without the contact, because auditors, who see persons masked, could find them by searching. The contact filter of
     * the list finds them.
     */
    search: (row) =>
      [
        row.consignCode,
        row.consignFormaNumber,
        row.projectName,
        row.contractSectName,
        row.testContent,
        row.mailOrderNumber,
        row.consignUnit,
        row.testUnitName,
      ]
        .filter(Boolean)
        .join('\n'), // a line break keeps a search from matching across two fields
    searchWithin: ['submittedTo', 'consignUnitId'],
    searchFilters: ['listedTo', 'everSaved', 'deleted', 'consignType', 'consignStatus'],
    indexes: [
      // One index for each list and sort order. The columns that lists filter by follow, so rows are filtered in the
      // index.
      ['submittedTo', 'position', '_id', 'consignType', 'consignStatus', 'commitConsignTime'],
      ['submittedTo', 'commitConsignTime', '_id', 'consignType', 'consignStatus', 'position', 'consignCode'],
      ['submittedTo', 'consignCode', '_id', 'consignType', 'consignStatus', 'commitConsignTime'],
      ['consignUnitId', 'position', '_id', 'consignType', 'consignStatus', 'listedTo', 'commitConsignTime'],
      [
        'consignUnitId',
        'commitConsignTime',
        '_id',
        'consignType',
        'consignStatus',
        'listedTo',
        'position',
        'consignCode',
      ],
      ['consignUnitId', 'consignCode', '_id', 'consignType', 'consignStatus', 'listedTo', 'commitConsignTime'],
      ['everSaved', 'position', '_id', 'consignType', 'consignStatus', 'deleted'],
      ['everSaved', 'commitConsignTime', '_id', 'consignType', 'consignStatus', 'deleted', 'position', 'consignCode'],
      ['everSaved', 'consignCode', '_id', 'consignType', 'consignStatus', 'deleted'],
      // For pages deep in a list.
      ['consignUnitId', 'consignType', 'position', '_id', 'listedTo'],
      ['submittedTo', 'consignType', 'commitConsignTime', '_id'],
      ['consignType', 'everSaved', 'position', '_id', 'deleted'],
      ['projectId', 'position', '_id', 'commitConsignTime'],
      ['consignUnitId', 'consignStatus', 'consignType', 'statusSince', '_id', 'listedTo'],
      ['submittedTo', 'consignStatus', 'consignType', 'statusSince'],
      ['consignStatus', 'consignType', 'everSaved', 'position', '_id', 'deleted'],
      ['touched', 'deleted', 'creationTime', 'creatorUserId'],
      ['testUnitId', 'touched'],
    ],
    counted: [
      ['everSaved', 'deleted', 'consignType', 'consignStatus'],
      ['submittedTo', 'consignType', 'consignStatus'],
      ['consignUnitId', 'listedTo', 'consignType', 'consignStatus'],
    ],
  },
};

/** Events of a consignment that set the names it shows. */
const NAMING_EVENTS: ReadonlySet<string> = new Set<ConsignmentEvent['type']>([
  'ConsignmentCreated',
  'ConsignmentCopied',
  'ConsignmentSaved',
  'TestingUnitChanged',
  'ConsignmentCommitted',
]);

const isOfDraftNames = ({ type }: RecordedEvent): boolean => Object.hasOwn(draftNameEvents, type);

const apply = (
  row: ConsignmentRow | null,
  event: ConsignmentEvent,
  { metadata, position }: RecordedEvent,
  id: string,
): ConsignmentRow | null => {
  if (event.type === 'ConsignmentCreated' || event.type === 'ConsignmentCopied')
    return { ...created(event, metadata, id), position };
  if (!row) return null;
  switch (event.type) {
    case 'ConsignmentSaved':
      return { ...row, ...rowOfHeader(event.data.header), consignStatus: event.data.toStatus, everSaved: true };
    case 'TestingUnitChanged':
      return { ...row, ...rowOfHeader(event.data.header), samples: [] };
    case 'SampleAdded':
    case 'SampleSaved':
      return { ...row, samples: upsert(row.samples, entryOfSample(event.data.sample, row.consignType)) };
    case 'SampleRemoved':
      return { ...row, samples: row.samples.filter((sample) => !event.data.sampleIds.includes(sample.id)) };
    case 'ConsignmentCommitted':
      return {
        ...row,
        consignStatus: event.data.toStatus,
        consignCode: event.data.consignCode,
        commitConsignTime: metadata.at,
        auditedAt: null,
        confirmedAt: null,
        rollbackCause: '',
        ...(event.data.named ? rowOfNames(event.data.named) : {}),
      };
    case 'AuditPassed':
      return {
        ...row,
        consignStatus: event.data.toStatus,
        auditedAt: metadata.at,
        consignFormaNumber: labConsignmentIdOf(id, event.data),
      };
    case 'SampleConfirmed':
      return {
        ...row,
        consignStatus: event.data.toStatus,
        confirmedAt: metadata.at,
        consignFormaNumber: labConsignmentIdOf(id, event.data),
      };
    case 'AuditRejected':
      return {
        ...row,
        consignStatus: event.data.toStatus,
        auditedAt: metadata.at,
        rejections: row.rejections + 1,
        rollbackCause: event.data.remark,
      };
    case 'SampleReturned':
      return { ...row, consignStatus: event.data.toStatus, rollbackCause: event.data.remark };
    case 'ConsignmentCancelled':
    case 'ConsignmentReopened':
      return { ...row, consignStatus: event.data.toStatus };
    case 'ConsignmentDeleted':
    case 'UntouchedDraftDropped':
      return { ...row, deleted: true };
    case 'AttachmentAdded':
    case 'AttachmentRemoved':
      return row;
    case 'MailNumberSet':
      return { ...row, mailOrderNumber: event.data.mailOrderNumber };
    case 'WitnessNotified':
      return {
        ...row,
        signatures: markEntries(row.signatures, event.data.signatureIds, {
          senMsgStatus: 1,
          signMsgTime: event.data.notifiedAt,
        }),
      };
    case 'SignatureRequested':
      return {
        ...row,
        signatures: event.data.entries.map(
          (entry) => row.signatures.find((stored) => stored.id === entry.id && isSigned(stored)) ?? entry,
        ),
      };
    case 'ConsignmentSigned':
      return {
        ...row,
        consignStatus: event.data.toStatus,
        signatures: markEntries(row.signatures, [event.data.signatureId], { status: 1 }),
      };
    case 'ActualFeeSet':
      return { ...row, actFee: event.data.actFee };
    case 'BillGenerated':
      return { ...row, isConsignBillGened: true, billFile: event.data.billFile, billHash: event.data.billHash ?? null };
    case 'BillStored':
      return { ...row, billFile: event.data.billFile, billHash: event.data.billHash };
    case 'LabConsignmentIdSet':
      return { ...row, consignFormaNumber: labConsignmentIdOf(id, event.data) };
    case 'LaterStageEntered':
      return {
        ...row,
        consignStatus: event.data.toStatus,
        actFee: event.data.actFee ?? row.actFee,
        rollbackCause: event.data.toStatus === CONSIGN_STATUS.awaitingCorrection ? event.data.description : '',
      };
  }
};

const created = (
  { type, data }: Extract<ConsignmentEvent, { type: 'ConsignmentCreated' | 'ConsignmentCopied' }>,
  metadata: RecordedEvent['metadata'],
  id: string,
): Omit<ConsignmentRow, 'position'> => ({
  id,
  revision: 0,
  namedAt: '',
  consignCode: '',
  consignType: data.consignType,
  consignStatus: data.toStatus,
  consignUnit: data.consignUnitName,
  consignUnitId: data.consignUnitId,
  ...rowOfHeader(data.header),
  testContent: '',
  consignFormaNumber: '',
  commitConsignTime: null,
  auditedAt: null,
  confirmedAt: null,
  statusSince: metadata.at,
  rejections: 0,
  creationTime: metadata.at,
  sampleCount: 0,
  isConsignBillGened: false,
  billFile: '',
  billHash: null,
  rollbackCause: '',
  witnessSigningPending: false,
  witnessNotifiedAt: null,
  incompleteSamples: 0,
  actFee: null,
  creatorUserId: metadata.by.userId,
  everSaved: type === 'ConsignmentCopied', // a copy holds what its author had saved before
  touched: type === 'ConsignmentCopied',
  deleted: false,
  samples: [],
  signatures: [],
});

const upsert = <Entry extends { id: string }>(entries: Entry[], entry: Entry): Entry[] =>
  entries.some(({ id }) => id === entry.id)
    ? entries.map((each) => (each.id === entry.id ? entry : each))
    : [...entries, entry];

const markEntries = (
  entries: readonly SignatureEntry[],
  ids: readonly string[],
  mark: Partial<SignatureEntry>,
): SignatureEntry[] => entries.map((entry) => (ids.includes(entry.id) ? { ...entry, ...mark } : entry));
