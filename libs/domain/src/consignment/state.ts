import type { Attachment, ConsignmentHeader, ConsignStatus, ConsignType, Sample, SignatureEntry } from '#events';
import { sameId } from '../rules/equality.js';

/** A signature entry with the time of the signature and the drawn image, if there is one. */
export type Signature = SignatureEntry & { signedAt: string | null; imageHash: string | null };

/** The facts of an existing consignment. Times are UTC ISO; amounts are exact decimals in yuan. */
export type ConsignmentFacts = {
  /** Copied from the events' toStatus, so that a changed transition table never rewrites history (ADR-002). */
  consignStatus: ConsignStatus;
  consignType: ConsignType;
  /** The consigning unit that owns the consignment. */
  consignUnitId: string;
  consignUnitName: string;
  createdBy: string | null;
  createdAt: string | null;
  copiedFrom: string | null;
  header: ConsignmentHeader;
  samples: readonly Sample[];
  signatures: readonly Signature[];
  attachments: readonly Attachment[];
  /** Empty until the first submission, unchanged afterwards (ADR-002). */
  consignCode: string;
  committedAt: string | null;
  isSaved: boolean;
  /** False until the first change. Such a draft is not listed and is dropped after a while. */
  isTouched: boolean;
  /** The reason why the laboratory sent the consignment back; empty again after the next submission. */
  rollbackCause: string;
  /**
   * The id from the laboratory's system; empty without one. Older events repeat the consignment's own id: read it with
   * `labConsignmentIdOf`.
   */
  limsConsignId: string;
  actFee: string | null;
  /** The name of the bill's file, or its address elsewhere; empty if there is no bill. */
  billFile: string;
  /** The hash of that file in our own store; null if the file is elsewhere. */
  billHash: string | null;
};

export type OpenConsignment = ConsignmentFacts & { phase: 'open' };
export type Consignment = { phase: 'absent' } | OpenConsignment | (ConsignmentFacts & { phase: 'deleted' });

/**
 * ext_ILISConsignID (EM-007): the id from the laboratory's system. Empty if it equals our own id, which older events
 * repeat.
 */
export const labConsignmentIdOf = (id: string, { limsConsignId }: Pick<ConsignmentFacts, 'limsConsignId'>): string =>
  sameId(limsConsignId, id) ? '' : limsConsignId;

export const isConsignBillGened = (facts: ConsignmentFacts): boolean => facts.billFile !== '';

/** Settings of a testing unit that rules use, with the names of the specification (000 section 6). */
export type UnitSettings = {
  isConsignSingleSample: boolean;
  IsEnableConsignSign: boolean;
  IsConsignSampleNeedConfirm: boolean;
  IsEnableProjectContractSectName: boolean;
  testUnitIsLimsCust: boolean;
};

type Stored = string | number | boolean | undefined;
const isOn = (value: Stored): boolean => value === true || value === 1 || value === '1' || value === 'true';
const isOff = (value: Stored): boolean => value === false || value === 0 || value === '0' || value === 'false';

/**
 * Reads a unit's stored settings ("1" and "0", or booleans). Absent settings are off, except the confirmation of
 * receipt, which is off only if set so: an empty configuration must not block the workflow (CF-022).
 */
export const unitSettingsOf = (params: Readonly<Record<string, Stored>>): UnitSettings => ({
  isConsignSingleSample: isOn(params['isConsignSingleSample']),
  IsEnableConsignSign: isOn(params['IsEnableConsignSign']),
  IsConsignSampleNeedConfirm: !isOff(params['IsConsignSampleNeedConfirm']),
  IsEnableProjectContractSectName: isOn(params['IsEnableProjectContractSectName']),
  testUnitIsLimsCust: isOn(params['testUnitIsLimsCust']),
});

/**
 * Limits of one consignment (ADR-002; 000 section 9 for witnesses and remarks). The store limits the size of an event.
 * Lengths are in characters.
 */
export const LIMITS = {
  samples: 100,
  remark: 50,
  witnessText: 20,
  witnessesPerSide: 20,
  mailNumber: 50,
  personName: 50,
  text: 200,
  longText: 1000,
  /**
   * The test sites of up to 999 groups, joined, and the purpose while it repeats them. Both fit into one event in any
   * script.
   */
  sites: 24_000,
  /** Joined from properties of up to `longText` characters each. */
  specification: 10_000,
  extraFields: 50,
  materials: 20,
} as const;
