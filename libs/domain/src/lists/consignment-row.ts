import type { ConsignmentHeader, ConsignStatus, ConsignType, Sample, SignatureEntry } from '#events';
import { sampleFlags } from '../consignment/sample-flags.js';
import { isWitnessSigningPending } from '../consignment/signature-entries.js';

/** One consignment of any kind as the lists need it: clients, testing units and administrators read the same row (LS-001). */
export type ConsignmentRow = {
  id: string;
  revision: number;
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
  projectId: string | null;
  projectName: string;
  contractSectName: string;
  sendPerson: string;
  sendPersonPhone: string;
  /** Number the laboratory's own system gave it; empty until then. */
  consignFormaNumber: string;
  /** UTC; of the latest submission, null before the first. */
  commitConsignTime: string | null;
  creationTime: string;
  sampleCount: number;
  isConsignBillGened: boolean;
  rollbackCause: string;
  witnessSigningPending: boolean;
  witnessNotifiedAt: string | null;
  /** Samples that block the submission: parameters, raw materials or report files are missing (VA-013). */
  incompleteSamples: number;
  actFee: string | null;

  creatorUserId: string;
  /** False for drafts that nobody but their author is shown (DECISIONS 27). */
  everSaved: boolean;
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
  projectId: header.projectId,
  projectName: header.projectName,
  contractSectName: header.contractSectName,
  sendPerson: header.contact.name,
  sendPersonPhone: header.contact.phone,
});

/** The part of a row that is counted from its samples and signatures. */
export const withCounts = (row: ConsignmentRow): ConsignmentRow => ({
  ...row,
  testContent: [...new Set(row.samples.map(({ name }) => name))].join('、'),
  sampleCount: row.samples.length,
  incompleteSamples: row.samples.filter(({ incomplete }) => incomplete).length,
  witnessSigningPending: isWitnessSigningPending(row.signatures),
});

/** What a row remembers of a sample. */
export const entryOfSample = (sample: Sample): ConsignmentRow['samples'][number] => {
  const lacks = sampleFlags(sample);
  const parametersMissing = !lacks.isInputedTestParam && !lacks.isTestUnitConfirmTestParam;
  return { id: sample.id, name: sample.testUnitSampleName, incomplete: parametersMissing || lacks.isLackTestParam_Material || lacks.isLackReportFile_Material };
};
