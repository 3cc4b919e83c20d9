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
import { awaitedWitnesses, isWitnessSigningPending } from '../consignment/signing.js';

/**
 * One consignment of any kind as the lists need it: clients, testing units and administrators read the same row
 * (LS-001).
 */
export type ConsignmentRow = {
  id: string;
  revision: number;
  /** Of the newest event that said what it names. */
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
  /** 1 brought by the client, 2 by mail: only then there is a mail number to set. */
  sendSampleType: ConsignmentHeader['sendSampleType'];
  projectId: string | null;
  projectName: string;
  contractSectName: string;
  sendPerson: string;
  sendPersonPhone: string;
  /** Number the laboratory's own system gave it; empty until then. */
  consignFormaNumber: string;
  /** UTC; of the latest submission, null before the first. */
  commitConsignTime: string | null;
  /** UTC; of the verdict on the latest submission, null while there is none. */
  auditedAt: string | null;
  /** UTC; when the samples of the latest submission were received, null until then. */
  confirmedAt: string | null;
  /** UTC; since when it stands at its status. */
  statusSince: string;
  /** How often an audit rejected it, over all submissions. */
  rejections: number;
  creationTime: string;
  /** Where the log has its creation. */
  position: string;
  /** When an appointment wants to be tested, as it was typed; null for raw material. */
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
   * UTC; the earliest notification among the witnesses still to sign, null while one of them has had none: 24 hours
   * from it they may be notified again (VA-021).
   */
  witnessNotifiedAt: string | null;
  /** Samples that block the submission: parameters, raw materials or report files are missing (VA-013). */
  incompleteSamples: number;
  actFee: string | null;

  creatorUserId: string;
  /** False for drafts that nobody but their author is shown (ADR-027). */
  everSaved: boolean;
  /** False for a draft that is as it was created; it is in nobody's list and in no count (ADR-027). */
  touched: boolean;
  /** Kept for auditors, gone for both units. */
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
  witnessNotifiedAt: notifiedAt(awaitedWitnesses(row.signatures)),
});

const notifiedAt = (awaited: readonly SignatureEntry[]): string | null => {
  const times = awaited.flatMap(({ senMsgStatus, signMsgTime }) =>
    senMsgStatus === 1 && signMsgTime !== null ? [signMsgTime] : [],
  );
  if (times.length < awaited.length) return null;
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
