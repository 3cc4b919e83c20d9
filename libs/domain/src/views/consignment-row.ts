import {
  type ConsignmentHeader,
  type ConsignStatus,
  type ConsignType,
  type FrozenNames,
  type Position,
  type Sample,
  type SignatureEntry,
  CONSIGN_TYPE,
} from '#events';
import { catalogueNameOf } from '../catalogue/catalogue.js';
import { sampleFlags } from '../consignment/sample-form.js';
import { pendingWitnesses, isWitnessSigningPending } from '../consignment/signing.js';

/** One consignment of any type for the lists. Clients, testing units and administrators read the same row (LS-001). */
export type ConsignmentRow = {
  id: string;
  revision: number;
  /** Position of the newest event that set a displayed name. */
  namedAt: Position;
  consignCode: string;
  consignType: ConsignType;
  consignStatus: ConsignStatus;
  consignUnit: string;
  consignUnitId: string;
  testUnitId: string | null;
  testUnitName: string;
  /** Names of the samples, each once, joined by 、. */
  testContent: string;
  mailOrderNumber: string;
  /** 1 brought by the client, 2 by mail. Only mail has a mail number. */
  sendSampleType: ConsignmentHeader['sendSampleType'];
  projectId: string | null;
  projectName: string;
  contractSectName: string;
  sendPerson: string;
  sendPersonPhone: string;
  /** Number given by the laboratory's own system; empty until then. */
  consignFormaNumber: string;
  /** UTC; time of the latest submission, null before the first. */
  commitConsignTime: string | null;
  /** UTC; time of the audit result of the latest submission, null until then. */
  auditedAt: string | null;
  /** UTC; when the samples of the latest submission were received, null until then. */
  confirmedAt: string | null;
  /** UTC; start of the current status. */
  statusSince: string;
  /** Number of rejections by audits, over all submissions. */
  rejections: number;
  creationTime: string;
  /** Log position of its creation. */
  position: string;
  /** Requested test time of an appointment, as typed; null for raw material. */
  expectTestTime: string | null;
  sampleCount: number;
  isConsignBillGened: boolean;
  /** Name or address of the bill; empty until there is one. */
  billFile: string;
  /** SHA-256 of a bill stored here; null for an address elsewhere. */
  billHash: string | null;
  rollbackCause: string;
  witnessSigningPending: boolean;
  /**
   * UTC; the earliest notification of the witnesses who have not signed. Null if one of them was not notified yet. They
   * may be notified again 24 hours after it (VA-021).
   */
  witnessNotifiedAt: string | null;
  /** Samples that block the submission: parameters, raw materials or report files are missing (VA-013). */
  incompleteSamples: number;
  actFee: string | null;

  creatorUserId: string;
  /** False for drafts that only their author can see (ADR-027). */
  everSaved: boolean;
  /** False for a draft that was not changed since its creation. It is in no list and no count (ADR-027). */
  touched: boolean;
  /** Visible to auditors only, not to either unit. */
  deleted: boolean;
  samples: { id: string; name: string; incomplete: boolean }[];
  signatures: SignatureEntry[];
};

/** The part of a row that is copied from the form. */
export const rowOfHeader = (header: ConsignmentHeader) => ({
  testUnitId: header.testUnitId,
  testUnitName: header.testUnitName,
  mailOrderNumber: header.mailOrderNumber,
  sendSampleType: header.sendSampleType,
  projectId: header.projectId,
  projectName: header.projectName,
  contractSectName: header.contractSectName,
  sendPerson: header.contact.name,
  sendPersonPhone: header.contact.phone,
  expectTestTime: header.expectTestTime,
});

/** The part of a row that a submission freezes. */
export const rowOfNames = ({ consignUnitName, testUnitName, projectName }: FrozenNames) => ({
  consignUnit: consignUnitName,
  testUnitName,
  projectName,
});

/** The part of a row that is counted from its samples and signatures. */
export const withCounts = (row: ConsignmentRow): ConsignmentRow => ({
  ...row,
  testContent: [...new Set(row.samples.map(({ name }) => name))].join('、'),
  sampleCount: row.samples.length,
  incompleteSamples: row.samples.filter(({ incomplete }) => incomplete).length,
  witnessSigningPending: isWitnessSigningPending(row.signatures),
  witnessNotifiedAt: notifiedAt(pendingWitnesses(row.signatures)),
});

const notifiedAt = (witnesses: readonly SignatureEntry[]): string | null => {
  const times = witnesses.flatMap(({ senMsgStatus, signMsgTime }) =>
    senMsgStatus === 1 && signMsgTime !== null ? [signMsgTime] : [],
  );
  if (times.length < witnesses.length) return null;
  return times.reduce<string | null>(
    (earliest, time) => (earliest === null || time < earliest ? time : earliest),
    null,
  );
};

/**
 * The part of a row for a sample, with its name. A test item is named after its structure, so its name in the catalogue
 * is used instead.
 */
export const entryOfSample = (sample: Sample, consignType: ConsignType): ConsignmentRow['samples'][number] => {
  const flags = sampleFlags(sample);
  const parametersMissing = !flags.isInputedTestParam && !flags.isTestUnitConfirmTestParam;
  return {
    id: sample.id,
    name: consignType === CONSIGN_TYPE.rawMaterial ? sample.testUnitSampleName : catalogueNameOf(sample),
    incomplete: parametersMissing || flags.isLackTestParam_Material || flags.isLackReportFile_Material,
  };
};
