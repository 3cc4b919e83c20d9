import type { ConsignmentHeader, ConsignStatus, ConsignType, SignatureEntry } from '#events';

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
  /** Samples without parameters that leave none to the laboratory either. */
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
  witnessSigningPending: witnessSigningPending(row.signatures),
});

/** The consignor has signed and somebody else has not; entries of type 4 do not count (CL-036, 000.md 17). */
const witnessSigningPending = (signatures: SignatureEntry[]): boolean => {
  const counted = signatures.filter(({ signType }) => signType !== 4);
  return counted.some(({ signType, status }) => signType === 1 && status === 1) && counted.some(({ status }) => status === 0);
};
