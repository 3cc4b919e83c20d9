import { type ConsignmentEvent, consignmentEvents, decode, idOfStream, type RecordedEvent } from '#events';
import type { Projection } from '../projection.js';
import { type ConsignmentRow, entryOfSample, rowOfHeader, withCounts } from './consignment-row.js';

/** All consignments of the three kinds in one view; deleted and never saved ones too, for those who may see them. */
export const consignmentList: Projection<ConsignmentRow> = {
  name: 'consignmentList',
  version: 2,
  types: Object.keys(consignmentEvents),
  idsOf: (event) => [idOfStream(event.stream)],

  project(row, event, id) {
    if (row && event.revision <= row.revision) return row; // redelivery
    const next = apply(row, decode(consignmentEvents, event), event, id);
    return next && withCounts({ ...next, revision: event.revision });
  },

  view: {
    columns: {
      consignType: { type: 'integer', of: (row) => row.consignType },
      consignStatus: { type: 'integer', of: (row) => row.consignStatus },
      consignUnitId: { type: 'text', of: (row) => row.consignUnitId },
      testUnitId: { type: 'text', of: (row) => row.testUnitId },
      projectId: { type: 'text', of: (row) => row.projectId },
      creatorUserId: { type: 'text', of: (row) => row.creatorUserId },
      sendPerson: { type: 'text', of: (row) => row.sendPerson },
      consignCode: { type: 'text', of: (row) => row.consignCode },
      commitConsignTime: { type: 'text', of: (row) => row.commitConsignTime },
      creationTime: { type: 'text', of: (row) => row.creationTime },
      /** A draft never saved is its author's, every other one its unit's (DECISIONS 27). */
      listedTo: { type: 'text', of: (row) => (row.everSaved ? row.consignUnitId : row.creatorUserId) },
      everSaved: { type: 'integer', of: (row) => Number(row.everSaved) },
      deleted: { type: 'integer', of: (row) => Number(row.deleted) },
    },
    /** Without the contact: an auditor, who sees persons masked, would find them out by searching. The list's contact filter finds them. */
    search: (row) =>
      [row.consignCode, row.consignFormaNumber, row.projectName, row.contractSectName, row.testContent, row.mailOrderNumber, row.consignUnit, row.testUnitName]
        .filter(Boolean)
        .join('\n'), // a line break keeps a search from matching across two fields
    indexes: [
      ['consignUnitId', 'consignType', 'creationTime'],
      ['testUnitId', 'consignType', 'commitConsignTime'],
      ['consignType', 'creationTime'],
      ['projectId', 'creationTime'],
    ],
  },
};

const apply = (row: ConsignmentRow | null, event: ConsignmentEvent, { metadata }: RecordedEvent, id: string): ConsignmentRow | null => {
  if (event.type === 'ConsignmentCreated' || event.type === 'ConsignmentCopied') return created(event, metadata, id);
  if (!row) return null;
  switch (event.type) {
    case 'ConsignmentSaved':
      return { ...row, ...rowOfHeader(event.data.header), consignStatus: event.data.toStatus, everSaved: true };
    case 'TestingUnitChanged':
      return { ...row, ...rowOfHeader(event.data.header), samples: [] };
    case 'SampleAdded':
    case 'SampleSaved':
      return { ...row, samples: put(row.samples, entryOfSample(event.data.sample)) };
    case 'SampleRemoved':
      return { ...row, samples: row.samples.filter((sample) => !event.data.sampleIds.includes(sample.id)) };
    case 'ConsignmentCommitted':
      return { ...row, consignStatus: event.data.toStatus, consignCode: event.data.consignCode, commitConsignTime: metadata.at, rollbackCause: '' };
    case 'AuditPassed':
    case 'SampleConfirmed':
      return { ...row, consignStatus: event.data.toStatus, consignFormaNumber: event.data.limsConsignId === id ? '' : event.data.limsConsignId };
    case 'AuditRejected':
    case 'SampleReturned':
      return { ...row, consignStatus: event.data.toStatus, rollbackCause: event.data.remark };
    case 'ConsignmentCancelled':
    case 'ConsignmentReopened':
      return { ...row, consignStatus: event.data.toStatus };
    case 'ConsignmentDeleted':
      return { ...row, deleted: true };
    case 'MailNumberSet':
      return { ...row, mailOrderNumber: event.data.mailOrderNumber };
    case 'WitnessNotified':
      return { ...row, witnessNotifiedAt: event.data.notifiedAt };
    case 'SignatureRequested':
      return { ...row, signatures: event.data.entries.map((entry) => row.signatures.find(({ id }) => id === entry.id) ?? entry) };
    case 'ConsignmentSigned':
      return {
        ...row,
        consignStatus: event.data.toStatus,
        signatures: row.signatures.map((entry) => (entry.id === event.data.signatureId ? { ...entry, status: 1 } : entry)),
      };
    case 'ActualFeeSet':
      return { ...row, actFee: event.data.actFee };
    case 'BillGenerated':
      return { ...row, isConsignBillGened: true };
    case 'LaterStageEntered':
      return { ...row, consignStatus: event.data.toStatus, actFee: event.data.actFee ?? row.actFee };
  }
};

const created = (
  { type, data }: Extract<ConsignmentEvent, { type: 'ConsignmentCreated' | 'ConsignmentCopied' }>,
  metadata: RecordedEvent['metadata'],
  id: string,
): ConsignmentRow => ({
  id,
  revision: 0,
  consignCode: '',
  consignType: data.consignType,
  consignStatus: data.toStatus,
  consignUnit: data.consignUnitName,
  consignUnitId: data.consignUnitId,
  ...rowOfHeader(data.header),
  testContent: '',
  consignFormaNumber: '',
  commitConsignTime: null,
  creationTime: metadata.at,
  sampleCount: 0,
  isConsignBillGened: false,
  rollbackCause: '',
  witnessSigningPending: false,
  witnessNotifiedAt: null,
  incompleteSamples: 0,
  actFee: null,
  creatorUserId: metadata.by.userId,
  everSaved: type === 'ConsignmentCopied', // a copy holds what its author had saved before
  deleted: false,
  samples: [],
  signatures: [],
});

const put = <Entry extends { id: string }>(entries: Entry[], entry: Entry): Entry[] =>
  entries.some(({ id }) => id === entry.id) ? entries.map((each) => (each.id === entry.id ? entry : each)) : [...entries, entry];
